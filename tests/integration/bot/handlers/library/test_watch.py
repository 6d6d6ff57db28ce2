"""/watch: begin, list, stop; and what is told of a visit."""

from dataclasses import replace

import pytest

from bot.phrasebook import FluentPhrasebook
from bot.reporting.watch_notifier import TelegramWatchNotifier
from bot.transport.reply_address import Origin
from pipelines.errors import Failure
from pipelines.models.watches import Changes, VisitReport
from tests.support.bot.bot_harness import Person
from tests.support.bot.over_database.library_harness import Library, labels
from tests.support.gateways.sample_documents import let_in

URL = "https://example.org/news"


async def test_watch_list_and_stop(bob: Person, library: Library) -> None:
    await bob.say("/watch")
    await bob.reads("No pages are watched yet")
    await bob.say(f"/watch {URL} weekly")
    await bob.reads("I am opening", "every week")
    [watched] = await library.store.watches.list_watches(bob.user_id)
    assert watched.watch_id in library.house.runs.visits
    await bob.say(f"/watch {URL} ежедневно")
    await bob.reads("every day")
    await bob.say("/watch")
    listed = await bob.reads("Watched pages: 1", f"1. {URL} – every day")
    await bob.press(listed, "Stop 1")
    await bob.reads("No pages are watched yet")
    assert await library.store.watches.list_watches(bob.user_id) == ()


async def test_what_cannot_be_watched(anna: Person) -> None:
    await anna.say("/watch завтра")
    await anna.reads("example.org ежедневно", "example.org еженедельно")
    await anna.say("/watch https://youtu.be/dQw4w9WgXcQ")
    await anna.reads("не за видео")


async def test_what_is_no_public_page_is_not_watched(bob: Person, library: Library) -> None:
    for address in ("http://169.254.169.254/latest", "http://[::1]/", "http://localhost:5432/"):
        await bob.say(f"/watch {address}")
        await bob.reads("an address inside a private network")
    await bob.say("/watch http://\0/")
    await bob.reads("I cannot make out this link")
    await bob.say("/watch ftp://example.org/list.html")
    await bob.reads("I do not open such links (ftp)")
    assert await library.store.watches.list_watches(bob.user_id) == ()


async def test_watch_from_a_card(bob: Person, library: Library) -> None:
    await library.add("Cardpage", owner=bob.user_id, url="https://example.org/card")
    await bob.say("/docs cardpage")
    await bob.press(await bob.reads("found 1"), "🌐 Cardpage")
    await bob.press(await bob.reads("Cardpage", "·"), "Watch")
    await bob.press(await bob.reads("How often"), "Every week")
    started = await bob.reads("https://example.org/card", "every week")
    assert labels(started) == ["Back"]


async def test_one_person_watches_so_many_pages(bob: Person, library: Library) -> None:
    await let_in(library.store, bob.user_id)
    for number in range(50):
        await library.store.watches.add_watch(
            actor=bob.user_id,
            url=f"https://example.org/{number}",
            every="daily",
            origin="",
            reader_role="everyone",
        )
    await bob.say(f"/watch {URL}")
    await bob.reads("50 pages already")


async def test_of_a_page_that_changed_its_address_alone_can_be_tapped(
    anna: Person, library: Library
) -> None:
    watch_notifier = TelegramWatchNotifier(library.house.outbox, FluentPhrasebook())
    report = VisitReport(
        "run",
        "changed",
        url=URL,
        origin=Origin(anna.user_id, anna.user_id, "en").encode(),
        title="Renew at evil.dev",
        changes=Changes(1, 0, "Log in at evil.dev/login, ask @evil_bot."),
    )
    await anna.say("/watch")
    await anna.reads("ни за чем не слежу")
    await watch_notifier.visited(report)
    told = await anna.reads("Renew at", "Log in at", URL)
    tapped = [one for one in told["entities"] if one["type"] in ("url", "mention")]
    assert [told["text"][one["offset"] :][: one["length"]] for one in tapped] == [URL]


async def test_what_is_told_of_a_visit(anna: Person, library: Library) -> None:
    watch_notifier = TelegramWatchNotifier(library.house.outbox, FluentPhrasebook())
    origin = Origin(anna.user_id, anna.user_id, "ru").encode()
    document_id = await library.add("Новости", owner=anna.user_id)
    report = VisitReport(
        "run",
        "changed",
        url=URL,
        origin=origin,
        title="Новости",
        document_id=document_id,
        changes=Changes(2, 1, "Паром ходит и по воскресеньям."),
    )
    await anna.say("/watch")
    await anna.reads("ни за чем не слежу")
    await watch_notifier.visited(report)
    told = await anna.reads("Абзацев добавлено: 2, убрано: 1", "Паром ходит", URL)
    await anna.press(told, "Открыть «Новости»")
    await anna.reads("Могут читать: все")
    await watch_notifier.visited(replace(report, outcome="new", changes=None))
    await anna.reads("теперь в базе")
    await watch_notifier.visited(replace(report, outcome="forbidden", document_id=None))
    await anna.reads("robots.txt")
    gone = Failure("source-not-found", (("status", 404),))
    await watch_notifier.visited(
        replace(report, outcome="gone", document_id=None, failure=gone, is_last=True)
    )
    await anna.reads("больше нет", "404", "Больше туда не заглядываю")
    await watch_notifier.visited(replace(report, outcome="unreachable", origin=""))


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("https://example.org/feed?token=ghp_q1W2e3R4t5Y6u7I8o9P0a1S2d3F4g5H6j7K8", "GitHub token"),
        ("https://olga:sesame@example.org/news", "password in an address"),
    ],
)
async def test_an_address_with_a_secret_is_refused_and_not_kept(
    bob: Person, library: Library, address: str, sentence: str
) -> None:
    before = len(library.house.runs.visits)
    await bob.say(f"/watch {address} weekly")
    told = await bob.reads("There is a secret in it", sentence, "in the link")
    assert not any(secret in told["text"] for secret in ("ghp_", "sesame"))
    assert await library.store.watches.list_watches(bob.user_id) == ()
    assert len(library.house.runs.visits) == before
