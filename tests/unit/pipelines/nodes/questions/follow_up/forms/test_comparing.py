"""Which of two things is meant that were asked of one after the other."""

import pytest

from pipelines.nodes.questions.follow_up.forms.comparing import compared_of

_KAYAK, _CANOE = "how much is the kayak", "how much is the canoe"
_SAUNA, _POOL = "сколько стоит сауна", "сколько стоит бассейн"


@pytest.mark.parametrize(
    ("message", "asked", "meant"),
    [
        ("which is cheaper", (_KAYAK, _CANOE), "which is cheaper: kayak or canoe?"),
        ("and which of them is dearer?", (_KAYAK, _CANOE), "which is dearer: kayak or canoe?"),
        ("which one is more expensive", (_KAYAK, _CANOE), None),
        ("что дешевле", (_SAUNA, _POOL), "что дешевле: сауна или бассейн?"),
        ("а что из них выгоднее?", (_SAUNA, _POOL), "что выгоднее: сауна или бассейн?"),
    ],
)
def test_both_things_are_named(message: str, asked: tuple[str, ...], meant: str | None) -> None:
    compared = compared_of(message, asked)
    assert compared is not None
    assert meant is None or compared[0] == meant


@pytest.mark.parametrize(
    ("message", "asked"),
    [
        ("which is cheaper", (_KAYAK,)),
        ("which boat is cheaper", (_KAYAK, _CANOE)),
        ("which is cheaper", (_KAYAK, "when does the canoe leave")),
        ("which is cheaper", (_KAYAK, _KAYAK)),
        ("что дешевле", (_KAYAK, _CANOE)),
        ("which is heated", (_KAYAK, _CANOE)),
        ("cheaper", (_KAYAK, _CANOE)),
    ],
)
def test_nothing_else_compares(message: str, asked: tuple[str, ...]) -> None:
    assert compared_of(message, asked) is None
