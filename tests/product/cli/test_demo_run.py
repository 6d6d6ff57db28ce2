"""The demo as `paragraf demo` plays it: the whole product, once through."""

import tempfile
from pathlib import Path

import pytest

from bot.commands.console import Console
from bot.demo import run
from bot.demo.material import Material, read_material
from bot.settings import Settings


def names_in(folder: str) -> list[str]:
    return [path.name for path in Path(folder).iterdir()]


@pytest.mark.parametrize("language", ["en"])
async def test_every_answer_cites_what_it_must(
    models_dir: Path, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    # Not pytest's own folder: that is closed to the account Postgres runs under.
    with tempfile.TemporaryDirectory(prefix="paragraf-demo-test-") as folder:
        settings = Settings(data_dir=Path(folder), models_dir=models_dir, _env_file=None)
        status = await run.play(settings, Console(language="en"), language)
        assert names_in(folder) == [], "the demo leaves nothing behind"
    shown = capsys.readouterr()
    assert status == 0, shown.err
    for question in read_material().questions:
        assert question.text in shown.out
    assert "Demo passed" in shown.err


def test_a_wrong_answer_is_a_fault() -> None:
    material, console = read_material(), Console(language="en")
    cited = next(q for q in material.questions if q.page is not None and q.language == "en")
    title = next(d.title for d in material.documents if d.file == cited.document)
    unanswerable = next(q for q in material.questions if q.document is None)

    def faults(question: object, reply: str, material: Material = material) -> int:
        return len(list(run._faults(question, reply, material, console)))  # type: ignore[arg-type]

    assert faults(cited, f"{cited.answer_has} [1]\n\nSources\n[1] {title}, p. {cited.page}") == 0
    assert faults(cited, f"{cited.answer_has} [1]\n\nSources\n[1] {title}, p. 99") == 1
    assert faults(cited, f"something else [1]\n\nSources\n[1] {title}, p. {cited.page}") == 1
    assert faults(cited, f"{cited.answer_has} [1]\n\nSources\n[1] Another book") == 1
    assert faults(unanswerable, "I am sure that it is seven.") == 1
