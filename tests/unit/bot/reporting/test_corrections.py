"""What comes of a correction, in words: an admin decides, or whoever gave it does."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.phrasebook import FluentPhrasebook
from bot.reporting.corrections import Corrections
from bot.views.text import Reader
from pipelines.models.learning.rules import Proposed

PHRASES = FluentPhrasebook()
ADMIN, MEMBER = 1, 2
DRAFT = Proposed("draft", 7)


class Rules:
    """Rules of which each is the admin's to decide."""

    async def get_rule(self, rule_id: int, *, actor: int) -> str | None:
        return f"rule {rule_id}" if actor == ADMIN else None


class Administration:
    """As many admins as there are."""

    def __init__(self, *admins: int) -> None:
        self.admins = admins

    async def admins_to_ask(self) -> tuple[int, ...]:
        return self.admins


async def told(
    user_id: int, language: str, *, is_added: bool, admins: tuple[int, ...] = (ADMIN,)
) -> str:
    store: Any = SimpleNamespace(rules=Rules(), administration=Administration(*admins))
    unused: Any = None
    corrections = Corrections(store, unused, PHRASES, unused)
    return await corrections.told(DRAFT, Reader(user_id, language, PHRASES), is_added=is_added)


@pytest.mark.parametrize("is_added", [True, False])
@pytest.mark.parametrize(
    ("language", "theirs", "an_admins"),
    [("en", "You decide", "an admin"), ("ru", "решаете вы", "админ ")],
)
async def test_who_decides_is_told_so(
    language: str, theirs: str, an_admins: str, is_added: bool
) -> None:
    own = await told(ADMIN, language, is_added=is_added)
    assert theirs in own
    assert "/rules" in own
    others = await told(MEMBER, language, is_added=is_added)
    assert theirs not in others
    assert an_admins in others.lower()


@pytest.mark.parametrize("is_added", [True, False])
@pytest.mark.parametrize(("language", "none_yet"), [("en", "no admin"), ("ru", "нет админа")])
async def test_that_there_is_no_admin_is_said_with_how_one_becomes_it(
    language: str, none_yet: str, is_added: bool
) -> None:
    person = 123456789012
    said = await told(person, language, is_added=is_added, admins=())
    assert none_yet in said
    assert f"paragraf roles give owner {person}" in said
    if not is_added:
        assert len(said) <= 200  # shown in an alert
    assert none_yet not in await told(MEMBER, language, is_added=is_added)
