"""The link of an invitation, and its picture."""

import io

import pytest
from PIL import Image

from bot.access import new_invitation_token
from bot.handlers.people.invitations import read_words
from bot.phrasebook import FluentPhrasebook
from bot.views.people.invitations import link_of, picture_of
from bot.views.text import Reader
from pipelines.errors import UserError
from pipelines.models.people import Role


def role(name: str, number: int, *, may_give: bool = True) -> Role:
    return Role(number, name, frozenset(), 0, 0, may_give)


ROLES = (
    role("everyone", 1, may_give=False),
    role("admin", 3),
    role("team", 4),
    role("team 7", 5),
)
READER = Reader(1, "ru", FluentPhrasebook())


def test_the_picture_is_large_and_square_enough_for_telegram() -> None:
    link = link_of("a_bot_of_a_long_name_that_telegr", new_invitation_token())
    with Image.open(io.BytesIO(picture_of(link))) as picture:
        assert picture.format == "PNG"
        assert picture.width == picture.height >= 300


@pytest.mark.parametrize(
    ("words", "name", "uses", "days"),
    [
        ("", None, 1, 7),
        ("3", None, 3, 7),
        ("3 30", None, 3, 30),
        ("everyone 3 30", None, 3, 30),
        ("Все 3", None, 3, 7),
        ("администратор 2", "admin", 2, 7),
        ("admin 2", "admin", 2, 7),
        ("TEAM", "team", 1, 7),
        ("team 7", "team 7", 1, 7),
        ("team 7 3", "team 7", 3, 7),
        ("team 7 3 30", "team 7", 3, 30),
        ("team 8", "team", 8, 7),
    ],
)
def test_words_are_a_role_then_how_often_then_how_long(
    words: str, name: str | None, uses: int, days: int
) -> None:
    wanted = read_words(words.split(), ROLES, READER)
    assert (wanted.role.name if wanted.role else None, wanted.uses, wanted.days) == (
        *(name, uses, days),
    )


@pytest.mark.parametrize(
    "words", ["nobody", "1 2 3", "team -1", "team 1 2 3", "1001", "1 366", "0"]
)
def test_what_is_no_invitation(words: str) -> None:
    with pytest.raises(UserError):
        read_words(words.split(), ROLES, READER)


def test_what_is_shown_of_the_roles_can_be_typed() -> None:
    with pytest.raises(UserError) as wrong:
        read_words(["nobody"], ROLES, READER)
    said = READER.say(wrong.value.code, **wrong.value.values)
    assert "/invite администратор 5 30" in said
    assert "роли: администратор, team, team 7." in said


def test_a_role_of_ones_own_comes_before_what_another_is_called() -> None:
    own = role("Администратор", 9)
    assert read_words(["администратор"], (*ROLES, own), READER).role == own
