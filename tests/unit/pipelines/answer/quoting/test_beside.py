"""What was quoted before tells another thing that is asked for next."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

import pytest

from pipelines.answer.quoting.beside import in_what_was_said
from pipelines.answer.quoting.found import Own
from pipelines.answer.state import AnswerState
from pipelines.models.answers import Exchange, Passage
from pipelines.models.requests import AnswerRequest
from tests.support.nodes.passage_maker import make_passage

FAIR = "Ярмарка пройдёт 8 мая в 14 часов."
STATE = AnswerState(
    AnswerRequest("во сколько", "chat", 1),
    "ru",
    earlier=Exchange("когда ярмарка?", "[1]", (), (1,), ("letter",), (FAIR,)),
)


@dataclass
class Base:
    """Holds the passage that was quoted."""

    @property
    def store(self) -> "Base":
        return self

    @property
    def search(self) -> "Base":
        return self

    async def get_passages(self, _ids: Sequence[int], *, asker: int) -> Sequence[Passage]:
        assert asker == STATE.request.asker
        return (make_passage(f"{FAIR} Вход бесплатный.", id=1, document_id="letter"),)


@pytest.mark.parametrize(
    ("asked", "lines"),
    [("во сколько", 1), ("а она во сколько?", 1), ("во сколько обед?", 0), ("когда?", 0)],
)
async def test_what_names_nothing_is_asked_of_what_was_quoted(asked: str, lines: int) -> None:
    own = Own(asked, cast("Any", None))
    said = await in_what_was_said(own, STATE, cast("Any", Base()), elsewhere=False)
    assert len(said) == lines
