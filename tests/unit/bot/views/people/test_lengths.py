"""What is shown of people fits into a message, its buttons into 64 bytes, whatever names are."""

import datetime as dt

import pytest
from telegram.constants import MessageLimit

from bot.phrasebook import FluentPhrasebook
from bot.transport.pieces import units
from bot.transport.prompts import Place
from bot.views.people.audit import _SENTENCES, PER_PAGE, Subject, audit_view
from bot.views.people.invitations import invitations_view
from bot.views.people.people import PER_PAGE as PEOPLE
from bot.views.people.people import people_view, person_view
from bot.views.people.requests import Stranger, read_decision, request_keys
from bot.views.people.roles import own_roles_view, role_view, roles_view
from bot.views.text import Reader, View
from pipelines.models.people import AuditEntry, Invitation, People, Person, Role

LARGEST = 2**52  # an id of Telegram
NAME = "@a.bc" * 100
ROLES = tuple(
    Role(2**31 - n, f"role {n}".ljust(32, "x"), frozenset({"add", "delete", "invite"}), 10**6,
         10**6, may_give=True)
    for n in range(300)
)  # fmt: skip
NOW = dt.datetime(2026, 11, 23, tzinfo=dt.UTC)
PERSON = Person(
    LARGEST, NAME, "u" * 32, is_active=False, admitted_by="approval", documents=10**6,
    roles=tuple(role.name for role in ROLES), last_seen=NOW, may_manage=True,
)  # fmt: skip
INVITATION = Invitation("6b7f3a52-3c1e-4d0c-9a55-0d6f1c2b9e10", "r" * 32, 1000, NOW, 5, NAME)
ENTRIES = [
    AuditEntry(10**9, NOW, LARGEST, NAME, action, LARGEST, NAME, "r" * 32, "d", NAME, {})
    for action in (*_SENTENCES, "something_new")
]
DOCUMENT = Subject(document_id=INVITATION.id)


def readers() -> list[Reader]:
    return [Reader(LARGEST, language, FluentPhrasebook()) for language in ("ru", "en")]


@pytest.mark.parametrize("reader", readers(), ids=("ru", "en"))
def test_everything_fits(reader: Reader) -> None:
    place = Place("q" * 100, 10**6)
    views: list[View] = [
        people_view(People((PERSON,) * PEOPLE, 10**9), place, reader, said=NAME),
        person_view(PERSON, ROLES, place, reader),
        roles_view(ROLES, reader),
        own_roles_view(ROLES, reader),
        role_view(ROLES[0], reader),
        invitations_view((INVITATION,) * 100, reader),
        *(
            audit_view(ENTRIES[start : start + PER_PAGE + 1], DOCUMENT, reader, about="t" * 100)
            for start in range(len(ENTRIES))
        ),
    ]
    for view in views:
        assert units(view.piece.text) <= MessageLimit.MAX_TEXT_LENGTH, view.piece.text
        assert sum(map(len, view.keys.inline_keyboard)) <= 100


def test_a_request_is_read_back() -> None:
    stranger = Stranger(LARGEST, NAME, None, "zh-hans")
    keys = request_keys(stranger, ROLES, readers()[1])
    data = [str(key.callback_data) for row in keys.inline_keyboard for key in row]
    assert max(map(len, data)) <= 64
    none, no, first = (read_decision(each.split(":")[3]) for each in data[:3])
    assert (first.person, first.role, first.language) == (LARGEST, ROLES[0].number, "zh-hans")
    assert (none.person, none.role) == (LARGEST, None)
    assert (no.person, no.role, no.language) == (LARGEST, None, "zh-hans")


@pytest.mark.parametrize(
    "subject", [Subject(), Subject(person=7), Subject(document_id=INVITATION.id.replace("-", ""))]
)
def test_what_the_audit_is_about_is_read_back(subject: Subject) -> None:
    assert Subject.decode(subject.encode()) == subject
