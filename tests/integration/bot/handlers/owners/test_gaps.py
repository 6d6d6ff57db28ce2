"""/gaps: admins see what had no answer, and settle it; whoever asked is told once, if they may."""

import itertools
from datetime import UTC, datetime

import psycopg

from bot.reporting.gaps import Gaps
from pipelines.answer.excerpts import Excerpts
from pipelines.models.answers import Answer, Citation
from pipelines.models.interactions import Interaction, interaction_id_of
from pipelines.models.owner_questions import GapAnswer
from pipelines.models.preferences import GroupPolicy
from pipelines.models.requests import AnswerRequest
from pipelines.store.learning.gaps import GapStore
from tests.integration.bot.handlers.owners.conftest import Desk, unanswered
from tests.support.bot.bot_harness import Person, Shown
from tests.support.bot.over_database.library_harness import Library, labels
from tests.support.gateways.sample_documents import direction

_axes = itertools.count()
KEY = "Who keeps the key?"
TEXT = "The porter keeps the key in room 3."


async def wondered(
    desk: Desk, person: Person, question: str, cluster: str | None = None, *before: str
) -> str:
    """Leave a question on record that had no answer, as the pipeline does."""
    if not await person.messages():  # the bot may write to those alone who have come by
        await person.say("/mode")
        await person.reads_count(1)
    known = interaction_id_of(f"gap-{person.user_id}-{question}-{next(_axes)}")
    await desk.store.people.ensure_user(person.user_id, f"Name{person.user_id}", "en")
    await desk.store.interactions.log_interaction(
        Interaction(known, question, "Nothing.", str(person.user_id), person.user_id)
    )
    await desk.store.gaps.log_gap(
        known,
        direction(next(_axes)),
        asker=person.user_id,
        cluster=cluster,
        question=question,
        written=(*before, question),
        language="en",
        interface_language="en",
    )
    return known


async def listed(olga: Person) -> Shown:
    before = len(await olga.messages())
    await olga.say("/gaps")
    return (await olga.reads_count(before + 1))[-1]


async def opened(olga: Person, question: str = KEY) -> Shown:
    shown = await listed(olga)
    label = next(each for each in labels(shown) if question in each)
    await olga.press(shown, label)
    return await olga.reads_in(shown, "Ответьте один раз")


async def pointed(desk: Desk, olga: Person, card: Shown, document: str) -> None:
    """Search for a passage by words, and choose it."""
    [passage] = await desk.store.search.document_passages(document, asker=olga.user_id)
    at = passage.text.index("porter")
    quote = Citation(
        *(1, document, "Keys", None, None, None, None, 0),
        quote=passage.text[at:],
        passage_id=passage.id,
        quote_at=at,
    )

    async def finding(words: str) -> Excerpts:
        return Excerpts("en", quotes=(quote,) if words == "porter" else ())

    desk.house.runs.finding = finding
    await olga.press(card, "Ответ в базе: найти")
    await olga.reads("Какие слова")
    await olga.say("caretaker")
    await olga.reads("Ничего похожего")
    await olga.say("porter")
    found = await olga.reads("Что из этого ответ?", "porter keeps the key")
    await olga.tap(found, "1", times=5)


async def test_others_see_nothing_of_it(desk: Desk, bob: Person, anna: Person) -> None:
    await wondered(desk, anna, "What is my salary?")
    await bob.say("/gaps")
    shown = await bob.reads_count(1)
    assert "salary" not in str(shown)
    page = await desk.store.gaps.list_gaps(bob.user_id)
    assert (page.clusters, page.total) == ((), 0)


async def test_most_people_come_first_and_nobody_is_named(
    desk: Desk, bob: Person, anna: Person, olga: Person
) -> None:
    await desk.sql("delete from question_gaps")
    await wondered(desk, bob, "When is tea?")
    await wondered(desk, bob, "When is tea?", None)
    first = await wondered(desk, anna, KEY)
    await wondered(desk, bob, "Who has the key?", first)
    shown = await listed(olga)
    assert labels(shown)[0].startswith(f"1. {KEY}")
    assert "Спросили 2 человека, 2 раза" in shown["text"]
    assert "Name" not in (await opened(olga))["text"]


async def test_a_passage_is_told_once_to_whoever_asked(
    desk: Desk, bob: Person, anna: Person, olga: Person
) -> None:
    await desk.sql("delete from question_gaps")
    document = await Library(desk.house, desk.store).add("Keys", TEXT, owner=olga.user_id)
    first = await wondered(desk, bob, KEY)
    await wondered(desk, bob, "And who has the key?", first)
    await wondered(desk, anna, "Who has the key?", first)
    await pointed(desk, olga, await opened(olga), document)
    told = await bob.reads("you asked: “And who has the key?”", "porter keeps the key in room 3.")
    assert labels(told) == ["1"]
    await anna.reads("Who has the key?", "porter")
    await olga.reads("Ответ получили: 2.")
    await desk.house.notifier._gaps.tell_gaps()
    assert len(await bob.messages()) == len(await anna.messages()) == 2
    assert "Вопросов без ответа нет" in (await listed(olga))["text"]


async def test_where_a_group_is_told_its_settings_say(desk: Desk, olga: Person) -> None:
    await desk.appoint(olga)
    group, phrases = -1_001_000_009_001, desk.house.application.bot_data.phrases
    gaps = Gaps(desk.store, desk.house.outbox, phrases)
    quote = Citation(1, "d", "Keys", None, None, None, None, 0, quote=TEXT)
    asked = GapAnswer("g", olga.user_id, f"{group}/5", "en", KEY, datetime.now(UTC), "Olga", quote)

    async def place(policy: GroupPolicy) -> tuple[int, int | None] | None:
        assert await desk.store.preferences.set_group_policy(group, policy, actor=olga.user_id)
        to = await gaps._place_of(asked)
        return to and (to.chat_id, to.thread_id)

    assert await place(GroupPolicy()) == (group, 5)
    assert await place(GroupPolicy(answers_to="asker")) == (olga.user_id, None)
    assert await place(GroupPolicy(is_answered=False)) is None


async def test_what_is_quoted_to_whoever_asked_is_what_they_asked_by_itself(
    desk: Desk, bob: Person, anna: Person, olga: Person
) -> None:
    await desk.sql("delete from question_gaps")
    document = await Library(desk.house, desk.store).add("Keys", TEXT, owner=olga.user_id)
    first = await wondered(desk, bob, KEY)
    await wondered(desk, bob, "and on Sundays?", first, "When is tea?")
    await wondered(desk, anna, "and who has it?", first, "Where is the key?")
    card = await opened(olga)
    assert "and who has it? (после: «Where is the key?»)" in card["text"]
    await pointed(desk, olga, card, document)
    await bob.reads(f"you asked: “{KEY}”", "porter")
    await anna.reads("you asked: “and who has it? (after ‘Where is the key?’)”", "porter")


async def test_who_may_not_read_it_gets_it_once_they_may(
    desk: Desk, bob: Person, olga: Person
) -> None:
    await desk.sql("delete from question_gaps")
    library = Library(desk.house, desk.store)
    document = await library.add("Keys", TEXT, owner=olga.user_id, reader_role=None)
    await wondered(desk, bob, KEY)
    await pointed(desk, olga, await opened(olga), document)
    await olga.reads("Ответ получили: 0. Ещё 1 человек пока не может его читать")
    gaps = desk.house.notifier._gaps
    await gaps.tell_gaps()
    assert len(await bob.messages()) == 1
    assert await desk.store.administration.share_document(
        document, 1, is_on=True, actor=olga.user_id
    )
    await gaps.tell_gaps()
    await bob.reads("porter keeps the key")


async def test_a_worker_that_dies_in_between_does_not_tell_twice(
    desk: Desk, bob: Person, olga: Person, monkeypatch
) -> None:
    await desk.sql("delete from question_gaps")
    document = await Library(desk.house, desk.store).add("Keys", TEXT, owner=olga.user_id)
    known = await wondered(desk, bob, KEY)
    [passage] = await desk.store.search.document_passages(document, asker=olga.user_id)
    cited = Citation(
        *(1, document, "Keys", None, None, None, None, 0),
        quote=TEXT,
        passage_id=passage.id,
        quote_at=0,
    )
    assert (
        await desk.store.gaps.settle_gap(known, cited, actor=olga.user_id, settled_as="died")
        == "settled"
    )
    gaps, closes = desk.house.notifier._gaps, []
    with monkeypatch.context() as dying:

        async def die(_store: GapStore, gap_id: str) -> None:
            closes.append(gap_id)

        dying.setattr(GapStore, "close_gap", die)
        await gaps.tell_gaps()
    assert closes == [known]
    await gaps.tell_gaps()
    assert await desk.store.gaps.claim_gap_answers() == (), "it is claimed"
    await desk.sql("update question_gaps set claimed_at = claimed_at - interval '1 hour'")
    await gaps.tell_gaps()
    assert len(await bob.messages()) == 2
    assert await desk.store.gaps.count_gap_answers("died", actor=olga.user_id) == (1, 0)


async def test_the_first_who_settles_it_does(desk: Desk, bob: Person, olga: Person) -> None:
    await desk.sql("delete from question_gaps")
    await wondered(desk, bob, KEY)
    card, again = await opened(olga), await opened(olga)
    await olga.press(card, "Оставить без ответа")
    await olga.sees_toast("Оставлен без ответа")
    await olga.press(again, "Ответить текстом или файлом")
    await olga.sees_toast("Этот вопрос уже закрыт")
    assert len(await bob.messages()) == 1


async def test_a_name_is_shown_of_who_has_asked_the_owner(
    desk: Desk, bob: Person, olga: Person
) -> None:
    await desk.sql("delete from question_gaps")
    answering, desk.house.runs.answering = desk.house.runs.answering, _kept_in(desk)
    try:
        abstained = await unanswered(bob, KEY)
    finally:
        desk.house.runs.answering = answering
    await bob.press(abstained, "Ask the owner")
    shown = await olga.reads(KEY)
    assert "Передали владельцу" in (await opened(olga))["text"]
    await olga.say("Вахтёр.", reply_to=shown["message_id"])
    await bob.reads("Вахтёр.")
    await olga.reads("Добавить этот ответ в базу?")
    assert "Вопросов без ответа нет" in (await listed(olga))["text"], "it is settled"


async def test_it_goes_with_the_conversation_the_person_and_the_document(
    desk: Desk, bob: Person, anna: Person, olga: Person
) -> None:
    await desk.sql("delete from question_gaps")
    first = await wondered(desk, bob, KEY)
    await wondered(desk, anna, KEY, first)
    await desk.store.chats.clear_history(str(bob.user_id))
    [gap] = (await desk.store.gaps.list_gaps(olga.user_id)).clusters
    assert (gap.cluster, gap.people) == (first, 1), "it stays a cluster without its first"

    document = await Library(desk.house, desk.store).add(
        "Keys", TEXT, owner=olga.user_id, reader_role=None
    )
    [passage] = await desk.store.search.document_passages(document, asker=olga.user_id)
    cited = Citation(
        *(1, document, "Keys", None, None, None, None, 0),
        quote=TEXT,
        passage_id=passage.id,
        quote_at=0,
    )
    settle = desk.store.gaps.settle_gap
    assert await settle(first, cited, actor=anna.user_id, settled_as="x") == "gone"
    assert await settle(first, cited, actor=olga.user_id, settled_as="x") == "settled"
    assert await settle(first, cited, actor=olga.user_id, settled_as="x") == "settled"
    assert await settle(first, cited, actor=olga.user_id, settled_as="y") == "over"
    assert await desk.store.documents.delete_document(document, actor=olga.user_id)
    assert (await desk.store.gaps.list_gaps(olga.user_id)).total == 1, "nobody was told"
    async with await psycopg.AsyncConnection.connect(desk.url) as connection:
        kept = "select * from gap_answers where settled_as = 'x'"
        assert await (await connection.execute(kept)).fetchall() == []
    await desk.sql("delete from users where telegram_id = %s", anna.user_id)
    assert (await desk.store.gaps.list_gaps(olga.user_id)).total == 0


def _kept_in(desk: Desk):
    async def answer(request: AnswerRequest) -> Answer:
        answer = await desk.knows_nothing(request)
        await desk.store.gaps.log_gap(
            answer.interaction_id,
            direction(next(_axes)),
            asker=request.asker or 0,
            cluster=None,
            question=request.question,
            written=(request.question,),
            language="en",
            interface_language="en",
        )
        return answer

    return answer
