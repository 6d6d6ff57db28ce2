"""What a picture is called."""

import pytest

from pipelines.ingest.pages import first_line
from pipelines.models.documents import Block, Extracted


@pytest.mark.parametrize(
    ("texts", "title"),
    [
        (["Чек № 17\nООО Ромашка", "Итого 820"], "Чек № 17"),
        (["|| ~ 7", "12", "Total  due:  9"], "Total due: 9"),
        (["word " * 40], f"{('word ' * 16).rstrip()}…"),
        (["1", "=="], None),
        ([], None),
    ],
)
def test_a_picture_is_called_by_its_first_line_that_says_something(
    texts: list[str], title: str | None
) -> None:
    assert first_line(Extracted(tuple(map(Block, texts)))) == title
