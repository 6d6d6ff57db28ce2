"""Every command, every button, every way in × whoever may use it: nothing hidden is shown.

What there is comes from the code: an action without an argument below fails, and so does a handler
of a kind, or a route, that nobody has thought of.
"""

import asyncio
import re
import uuid
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
import pytest_asyncio
from starlette.routing import Route
from starlette.testclient import TestClient
from telegram import Bot, Update
from telegram.ext import CommandHandler

from bot.access import Access
from bot.transport.buttons import DESTRUCTIVE, WITH_ARGUMENT, Action, button, keyboard
from bot.transport.reply_address import batch_named
from bot.updates.webhook import PATH, WebServer
from bot.views.answers.sources import Cited
from bot.views.gaps import Pointed
from pipelines.gateways.postgres import PostgresDatabase
from pipelines.ingest.retry import RecordedBatch
from pipelines.models.documents import Message, Span
from pipelines.models.interactions import Interaction, Tally
from pipelines.models.learning.rules import Proposal
from pipelines.models.originals import Original
from pipelines.models.people import MACHINE
from pipelines.models.preferences import UserSettings
from pipelines.models.requests import BatchReport, IngestRequest, ItemReport
from pipelines.originals.cache import digest
from pipelines.store.store import Store
from tests.support.bot.bot_harness import TOKEN, House, Person, person_in, running_bot
from tests.support.bot.over_database.library_harness import Library
from tests.support.gateways.sample_documents import direction
from tests.support.loopback import loopback_client

TITLE, TEXT, ADDRESS = "Zirconium plan", "The ulexite lies in the cellar.", "example.org/zirconium"
NAME, ROLE = "Colemanite Jones", "kernite"  # of the document's owner, and of a role
MARKS = ("zirconium", "ulexite", "cellar", "colemanite", "kernite")
OWNER, READERS = 9101, range(9110, 9120)
READER = READERS[0]
# Several of each kind: the bot writes slowly into one chat.
KINDS = {"other": range(9200, 9210), "suspended": range(9300, 9310), "stranger": range(9400, 9410)}
BATCH = "77-1"

# What buttons carry; `{document}`, `{passage}`, `{interaction}`, `{watch}`, `{role}`,
# `{invitation}`, `{rule}` are ids of what others may not see.
_OF_DOCUMENTS = ("{document}",)
_OF_BATCHES = (BATCH,)
_CITED = ("1_{passage}_0_11", "1_{passage}_0_11_1")
_OF_ANSWERS = ("{interaction}",)
_OF_PEOPLE = (str(OWNER),)
_OF_ROLES = ("{role}",)
_OF_RULES = ("{rule}",)
ARGUMENTS: dict[Action, tuple[str, ...]] = {
    Action.STOP_ANSWER: ("answer-1-1",),
    Action.CANCEL_BATCH: _OF_BATCHES,
    Action.RETRY_BATCH: _OF_BATCHES,
    Action.ADD_MASKED: _OF_BATCHES,
    Action.ASK_DELETE_BATCH: _OF_BATCHES,
    Action.DELETE_BATCH: _OF_BATCHES,
    Action.KEEP_BATCH: _OF_BATCHES,
    Action.BATCH_DOCUMENTS: (f"{BATCH}_0",),
    Action.UNFOLD_BATCH: (f"m_{BATCH}",),
    Action.FOLD_BATCH: (f"m_{BATCH}",),
    Action.OPEN_DOCUMENT: _OF_DOCUMENTS,
    Action.DOCUMENT_VERSIONS: _OF_DOCUMENTS,
    Action.RENAME_DOCUMENT: _OF_DOCUMENTS,
    Action.ASK_DELETE_DOCUMENT: _OF_DOCUMENTS,
    Action.DELETE_DOCUMENT: _OF_DOCUMENTS,
    Action.FETCH_AGAIN: _OF_DOCUMENTS,
    Action.OFFER_WATCH: _OF_DOCUMENTS,
    Action.WATCH_DAILY: _OF_DOCUMENTS,
    Action.WATCH_WEEKLY: _OF_DOCUMENTS,
    Action.SEND_FILE: _OF_DOCUMENTS,
    Action.DOCUMENT_TEXT: ("{document}", "{document}_0"),
    Action.DOCUMENTS_PAGE: ("0", "1"),
    Action.OPEN_CITATION: _CITED,
    Action.CITATION_TEXT: _CITED,
    Action.READ_ON: _CITED,
    Action.TURN_PAGE: _CITED,
    Action.STOP_WATCH: ("{watch}",),
    Action.TOUR_ASK: (f"0_{BATCH}",),
    Action.TOUR_REMOVE: _OF_BATCHES,
    Action.SETTING: ("length", "language"),
    Action.SET: ("length_full",),
    Action.POLICY_SETTING: ("ask",),
    Action.POLICY_SET: ("ask_members",),
    Action.RATE_UP: _OF_ANSWERS,
    Action.RATE_DOWN: _OF_ANSWERS,
    Action.WRITE_CORRECTION: _OF_ANSWERS,
    Action.TAKE_CORRECTION: _OF_ANSWERS,
    Action.CLOSE_REASONS: _OF_ANSWERS,
    Action.STOP_WRITING: _OF_ANSWERS,
    Action.ANSWER_AGAIN: _OF_ANSWERS,
    Action.REASON: ("{interaction}_w",),
    Action.FOLLOW_UP: ("{interaction}_0",),
    Action.EXPLAIN_ANSWER: _OF_ANSWERS,
    Action.SHOW_OTHERS: _OF_ANSWERS,
    Action.PREFER_PASSAGE: ("{interaction}_{passage}",),
    Action.RULE: _OF_RULES,
    Action.ACCEPT_RULE: _OF_RULES,
    Action.RENEW_RULE: _OF_RULES,
    Action.REJECT_RULE: _OF_RULES,
    Action.UNDO_RULE: _OF_RULES,
    Action.WITHDRAW_RULE: _OF_RULES,
    Action.ASK_OWNER: _OF_ANSWERS,
    Action.WRITE_OWNER_ANSWER: _OF_ANSWERS,
    Action.DECLINE_OWNER_QUESTION: _OF_ANSWERS,
    Action.OWNER_ANSWER_TO_BASE: _OF_ANSWERS,
    Action.KEEP_OWNER_ANSWER: _OF_ANSWERS,
    Action.GAPS: ("0", "1"),
    Action.GAP: _OF_ANSWERS,
    Action.WRITE_GAP_ANSWER: _OF_ANSWERS,
    Action.SEARCH_GAP_ANSWER: _OF_ANSWERS,
    Action.DISMISS_GAP: _OF_ANSWERS,
    Action.POINT_GAP_ANSWER: ("{packed}_1_{passage}_0_11",),
    Action.FIRST_HOLDS: ("1",),
    Action.SECOND_HOLDS: ("1",),
    Action.NO_CONFLICT: ("1",),
    Action.SHOW_WEAK_ANSWER: _OF_ANSWERS,
    Action.SHOW_GOLDEN: _OF_ANSWERS,
    Action.DOCUMENT_ACCESS: _OF_DOCUMENTS,
    Action.SHARE_DOCUMENT: ("{document}_1_1", "{document}_4_0"),
    Action.BATCH_ACCESS: _OF_BATCHES,
    Action.SHARE_BATCH: (f"{BATCH}_1_1",),
    Action.SET_GROUP_ROLE: ("0", "4"),
    Action.APPROVE_PERSON: ("9199_0_en", "9199_2_en"),
    Action.DECLINE_PERSON: ("9199_en",),
    Action.PEOPLE: ("0", "all"),
    Action.PERSON: _OF_PEOPLE,
    Action.SUSPEND_PERSON: _OF_PEOPLE,
    Action.RESTORE_PERSON: _OF_PEOPLE,
    Action.ASK_REMOVE_PERSON: _OF_PEOPLE,
    Action.REMOVE_PERSON: _OF_PEOPLE,
    Action.PERSON_ROLE: (f"{OWNER}_{{role}}_1", f"{READER}_{{role}}_0"),
    Action.ROLE: _OF_ROLES,
    Action.ASK_DELETE_ROLE: _OF_ROLES,
    Action.DELETE_ROLE: _OF_ROLES,
    Action.ROLE_RIGHT: ("{role}_delete_1",),
    Action.REVOKE_INVITATION: ("{invitation}",),
    Action.REVOKE_LISTED: ("{invitation}",),
    Action.AUDIT: ("a", f"p{OWNER}", "d{document}"),
}
# By which it is seen by whoever may.
SHOWN_TO_READERS = {
    Action.OPEN_DOCUMENT,
    Action.SEND_FILE,
    Action.DOCUMENT_TEXT,
    Action.OPEN_CITATION,
    Action.CITATION_TEXT,
    Action.READ_ON,
    Action.DOCUMENT_ACCESS,
    Action.ALL_DOCUMENTS,
    Action.DOCUMENTS_PAGE,
    Action.WATCH_DAILY,
    Action.WATCH_WEEKLY,
}
SHOWN_TO_OWNER = {*SHOWN_TO_READERS, Action.ANSWER_AGAIN}
TAKES_AWAY = DESTRUCTIVE | {Action.SHARE_DOCUMENT, Action.SHARE_BATCH}


@dataclass
class World:
    """A bot with a document that its owner and one role may read."""

    house: House
    store: Store
    telegram: Bot  # sends without the product's limits
    ids: dict[str, str]
    flashed: dict[str, str] = field(default_factory=dict)  # by the person who pressed last

    def __post_init__(self) -> None:
        """Note what presses are answered with: the sandbox knows none of ours."""

        async def acknowledge(query_id: str, text: str = "", *, alert: bool = False) -> None:
            self.flashed[query_id] = f"{text or ''} {alert}".lower()

        self.house.outbox.acknowledge = acknowledge  # type: ignore[method-assign]

    async def shown_to(self, person: Person, update: dict[str, object]) -> str:
        """Handle an update; return all that the chat then shows, and has flashed."""
        await self.house.application.process_update(
            Update.de_json({"update_id": 1, **update}, self.house.application.bot)
        )
        return str(await person.messages()).lower()

    async def press(self, person: Person, action: Action, argument: str) -> str:
        """Show somebody a button that was never theirs, and press it."""
        user_id = person.user_id
        keys = keyboard([button("x", action, user_id, argument)])
        sent = await self.telegram.send_message(user_id, "hint", reply_markup=keys)
        message = {**sent.to_dict(), "reply_markup": keys.to_dict()}
        self.flashed[str(user_id)] = ""
        query = {"id": str(user_id), "chat_instance": "1", "message": message}
        query |= {"from": _user(user_id), "data": keys.inline_keyboard[0][0].callback_data}
        shown = await self.shown_to(person, {"callback_query": query})
        return shown + self.flashed[str(user_id)]

    async def say(self, person: Person, text: str) -> str:
        """Write a command or a text."""
        chat = {"id": person.user_id, "type": "private", "first_name": "A"}
        message = {"message_id": 10**6, "date": 1, "chat": chat, "from": _user(person.user_id)}
        message["text"] = text
        if text.startswith("/"):
            length = len(text.split()[0])
            message["entities"] = [{"type": "bot_command", "offset": 0, "length": length}]
        return await self.shown_to(person, {"message": message})


def _user(user_id: int) -> dict[str, object]:
    return {"id": user_id, "is_bot": False, "first_name": "A", "language_code": "en"}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def world(
    shared_database_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[World]:
    store = Store(await PostgresDatabase.connect(shared_database_url))
    folder = tmp_path_factory.mktemp("matrix")
    try:
        async with (
            running_bot(
                folder,
                shared_database_url,
                store=store,  # type: ignore[arg-type]
                access=lambda *_: Access(store),
            ) as house,
            Bot(TOKEN, base_url=f"{house.sandbox.page_url.rstrip('/')}/bot") as telegram,
        ):
            yield World(house, store, telegram, await _furnish(store, house))
    finally:
        await store.close()


async def _keep_original(store: Store, house: House, document: str) -> None:
    """Have the owner send the file that the document was read out of."""
    name, content = f"{TITLE}.txt", TEXT.encode()
    async with person_in(house, OWNER, "en") as owner:
        await owner.send_file(name, content)
    async with loopback_client(house.sandbox.page_url) as http:
        params = {"user_id": OWNER, "language_code": "en"}
        said = (await http.get(f"/sandbox/chats/{OWNER}/messages", params=params)).json()
    (url,) = [m["document"]["url"] for m in said["messages"] if m["document"]]
    file_id = url.rpartition("/")[2]
    original = Original(document, digest(content), len(content), name, "telegram", file_id)
    await store.originals.put_original(original)


async def _furnish(store: Store, house: House) -> dict[str, str]:
    for person in (OWNER, *READERS, *KINDS["other"], *KINDS["suspended"]):
        name = NAME if person == OWNER else "A"
        await store.people.ensure_user(person, name, "en", admitted_by="approval")
        await store.preferences.set_user_settings(person, UserSettings(is_streamed=False))
    await store.people.appoint_owners((9100,))
    role = await store.administration.make_role(ROLE, actor=9100)
    assert role is not None
    for person in (*READERS, *KINDS["suspended"]):
        assert await store.administration.give_role(role, person, actor=9100)
    for person in KINDS["suspended"]:
        assert await store.administration.set_person_active(person, is_active=False, actor=9100)
    library = Library(house, store)
    document = await library.add(
        TITLE, TEXT, "More ulexite.", owner=OWNER, reader_role=None, url=f"https://{ADDRESS}"
    )
    assert await store.administration.share_document(document, role, is_on=True, actor=MACHINE)
    await _keep_original(store, house, document)
    passages = await store.search.document_passages(document, asker=OWNER)
    interaction = str(uuid.uuid4())
    await store.interactions.log_interaction(
        Interaction(interaction, f"Where is the {MARKS[1]}?", TEXT, str(OWNER), OWNER)
    )
    await store.gaps.log_gap(
        interaction,
        direction(0),
        asker=OWNER,
        cluster=None,
        question=f"Where is the {MARKS[1]}?",
        written=(f"Where is the {MARKS[1]}?",),
        language="en",
        interface_language="en",
    )
    watch = await store.watches.add_watch(
        actor=OWNER, url=f"https://{ADDRESS}", every="daily", origin="", reader_role=None
    )
    assert watch is not None
    rule = await store.rules.propose_rule(
        interaction,
        Proposal("suppress", f"Where is the {MARKS[1]}?", "en", "wrong", shown=passages[0].id),
        np.ones(768, np.float32) / 768**0.5,
        asker=OWNER,
        chat=str(OWNER),
    )
    invitation = await store.administration.make_invitation(
        "0" * 64, role=role, uses=5, days=5, actor=9100
    )
    assert invitation is not None
    return {
        "role": str(role),
        "rule": str(rule.rule_id),
        "invitation": invitation,
        "document": document,
        "passage": str(passages[0].id),
        "interaction": interaction,
        "packed": Pointed(interaction, Cited(1, 1, Span(0, 1))).encode().partition("_1_1_0_1")[0],
        "watch": watch,
    }


@asynccontextmanager
async def in_chat(world: World, user_id: int) -> AsyncIterator[Person]:
    """Have somebody begin a chat with the bot, or go on with it."""
    async with person_in(world.house, user_id, "en") as person:
        if not await person.messages():
            await person.say("/start")
            await person.reads_count(1)
        yield person


def marked(shown: str) -> bool:
    return any(mark in shown for mark in MARKS)


def test_every_button_is_tried() -> None:
    assert set(ARGUMENTS) == WITH_ARGUMENT


def test_every_way_in_is_known(world: World) -> None:
    kinds = {
        type(handler).__name__
        for group in world.house.application.handlers.values()
        for handler in group
    }
    assert kinds == {
        "CommandHandler",
        "MessageHandler",
        "TypeHandler",  # the gate, native Stop, forgotten prompts
        "CallbackQueryHandler",
        "ChatMemberHandler",
        "MessageReactionHandler",
        "InlineQueryHandler",
    }


@pytest.mark.parametrize("kind", KINDS)
async def test_no_button_shows_what_is_hidden(world: World, kind: str) -> None:
    presses = [
        (action, carried.format(**world.ids))
        for action in Action
        for carried in ARGUMENTS.get(action, ("",))
    ]

    async def press(person: int, some: Sequence[tuple[Action, str]]) -> None:
        async with in_chat(world, person) as somebody:
            for action, carried in some:
                shown = await world.press(somebody, action, carried)
                assert not marked(shown), (action.name, shown)

    people = KINDS[kind]
    await asyncio.gather(*(press(each, presses[n :: len(people)]) for n, each in enumerate(people)))
    assert await world.store.documents.get_document(world.ids["document"], asker=OWNER)


_ID = str(uuid.UUID(int=57005))
ABSENT = dict.fromkeys(("document", "interaction", "watch", "invitation"), _ID) | {
    "packed": Pointed(_ID, Cited(1, 1, Span(0, 1))).encode()[:-8],
    "passage": "77000001",
    "rule": "770001",
    "role": "7701",
}


@pytest.mark.parametrize("kind", KINDS)
async def test_what_is_hidden_is_answered_as_what_is_not_there(world: World, kind: str) -> None:
    """By every button, to the letter: also of a batch that is on record in the same chat."""
    person = KINDS[kind][-1]
    batch_id = batch_named(BATCH, bot_id=world.house.application.bot.id, chat_id=person)
    item = ItemReport(0, "a", "stored", "file", document_id=world.ids["document"], title=TITLE)
    request = IngestRequest(Message(), OWNER, "")
    report = BatchReport(batch_id, (item,), 1.0)
    world.house.runs.recorded[batch_id] = RecordedBatch(request, report, is_over=True)
    async with in_chat(world, person) as somebody:
        for action in sorted(WITH_ARGUMENT):
            for carried in ARGUMENTS[action]:
                absent = re.sub(f"{OWNER}|{READER}", "77000001", carried.replace(BATCH, "99-1"))
                said = await answered(world, somebody, action, carried.format(**world.ids))
                other = await answered(world, somebody, action, absent.format(**ABSENT))
                assert said == other, action.name


async def answered(world: World, person: Person, action: Action, argument: str) -> str:
    """Press a button; return what comes of it, without what tells messages apart."""
    before = len(await person.messages())
    await world.press(person, action, argument)
    new = [
        {key: each[key] for key in ("text", "entities", "photo", "document")}
        | {"labels": [[key["text"] for key in row] for row in each["buttons"]]}
        for each in (await person.messages())[before:]
    ]
    return str(new).lower() + world.flashed[str(person.user_id)]


@pytest.mark.parametrize("kind", KINDS)
async def test_no_command_shows_what_is_hidden(world: World, kind: str) -> None:
    lines = [f"/{name}{more}" for name in commands_of(world) for more in ("", " plan", " @A plan")]

    async def write(person: int, some: Sequence[str]) -> None:
        async with in_chat(world, person) as somebody:
            for line in some:
                shown = await world.say(somebody, line)
                assert not marked(shown), (line, shown)

    people = KINDS[kind]
    await asyncio.gather(*(write(each, lines[n :: len(people)]) for n, each in enumerate(people)))


async def test_readers_see_it_by_these_ways_alone(world: World) -> None:
    """Also what is shown above to nobody would be shown if it were there."""
    actions = [action for action in Action if action not in TAKES_AWAY]
    count = len(READERS)
    shown = await asyncio.gather(
        *(showing(world, each, actions[n::count]) for n, each in enumerate(READERS))
    )
    assert set().union(*shown) == SHOWN_TO_READERS


async def test_its_owner_sees_it_by_these_ways(world: World) -> None:
    assert await showing(world, OWNER, sorted(SHOWN_TO_OWNER)) == SHOWN_TO_OWNER


async def showing(world: World, person: int, actions: Sequence[Action]) -> set[Action]:
    """Press buttons; return those by which something was shown."""
    shown = set()
    async with in_chat(world, person) as somebody:
        for action in actions:
            for carried in ARGUMENTS.get(action, ("",)):
                if marked(await answered(world, somebody, action, carried.format(**world.ids))):
                    shown.add(action)
    return shown


async def test_lists_in_other_chats_are_asked_for_by_ones_own_rights(world: World) -> None:
    sought = world.house.runs.sought
    async with loopback_client(world.house.sandbox.page_url, timeout=60) as http:

        async def listed(user_id: int, query: str) -> Any:
            reply = await http.post(
                f"/sandbox/chats/{user_id}/inline",
                params={"user_id": user_id, "language_code": "en"},
                json={"query": query},
            )
            return reply.json()

        assert "type a question" in str((await listed(READERS[0], "a"))["button"]).lower()
        for kind, people in KINDS.items():
            before = len(sought)
            hinted, shown = [await listed(people[0], query) for query in ("a", "nothing else")]
            assert "type a question" not in str(hinted["button"]).lower(), "of what is hidden"
            assert not marked(str([hinted, shown]).lower())
            askers = [asker for _, asker, _ in sought[before:]]
            assert askers == ([people[0]] if kind == "other" else [])
            assert hinted["results"] == shown["results"] == []


async def test_a_reaction_is_no_vote_on_what_is_hidden(world: World) -> None:
    store, answer = world.store, world.ids["interaction"]
    for kind in KINDS.values():
        async with in_chat(world, kind[0]) as person:
            number = (await person.messages())[-1]["message_id"]
            await store.interactions.record_shown_answer(answer, number)
            changed = {
                "chat": {"id": kind[0], "type": "private", "first_name": "A"},
                "message_id": number,
                "user": _user(kind[0]),
                "date": 1,
                "old_reaction": [],
                "new_reaction": [{"type": "emoji", "emoji": "👍"}],
            }
            assert not marked(await world.shown_to(person, {"message_reaction": changed}))
    tally = await store.interactions.count_ratings(answer, asker=OWNER, chat=str(OWNER))
    assert tally == Tally()


async def test_every_address_of_the_web_server_is_tried() -> None:
    received: list[object] = []

    async def receive(updates: Sequence[object]) -> None:
        received.extend(updates)

    async def check() -> None:
        """Find the database well."""

    app = WebServer(receive, check, secret="s" * 32).app()
    paths = {route.path: route.methods for route in app.routes if isinstance(route, Route)}
    assert paths == {"/health": {"GET", "HEAD"}, PATH: {"POST"}}
    assert len(app.routes) == len(paths)
    with TestClient(app) as client:
        assert client.get("/health").json() == {"status": "ok"}
        for headers in {}, {"X-Telegram-Bot-Api-Secret-Token": "guessed"}:
            reply = client.post(PATH, json={"update_id": 1}, headers=headers)
            assert (reply.status_code, reply.text) == (403, "wrong secret")
    assert not received


def commands_of(world: World) -> list[str]:
    return sorted(
        {
            command
            for group in world.house.application.handlers.values()
            for handler in group
            if isinstance(handler, CommandHandler)
            for command in handler.commands
        }
    )
