"""Corrections as rules: who may make them act, for which questions, and that they can be undone."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from pipelines.answer.teaching import Correction
from pipelines.models.answers import Answer
from pipelines.models.interactions import Rating, interaction_id_of
from pipelines.models.learning.rules import Proposal, Proposed, RuleKind
from pipelines.models.requests import AnswerRequest
from pipelines.services import Models
from tests.support.pipelines.pipeline_harness import ReadingRoom, new_id, open_room

OWNER, ANNA, BORIS, CLARA = 901, 902, 903, 904
HOUSE = (
    "house.md",
    b"# The house\n\n## Office\n\nThe office is open from nine until five on weekdays.\n\n"
    b"## Warehouse\n\nThe warehouse is open from six in the morning until noon.\n",
)
NOTICE = ("notice.md", b"# Notice\n\nSince May it opens at eleven, and not before.\n")
DIARY = ("diary.md", b"# Diary\n\nThe spare key hangs behind the green shutter.\n")
ASKED, ASKED_IN_RUSSIAN = "When is the office open?", "Когда открыт офис?"
OTHERS = ("When is the warehouse open?", "Когда открыт склад?")
ASKED_IN_RUSSIAN_OF = {
    "When is the warehouse open?": "Когда открыт склад?",
    "How much is a skate?": "Сколько стоит skate?",
}
OTHERS_OF = {
    "When is the warehouse open?": "When is the office open?",
    "How much is a skate?": "How much is a rope?",
}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def room(shared_database_url: str, packed_models: Models) -> AsyncIterator[ReadingRoom]:
    models = packed_models.embedder, packed_models.reranker
    async with open_room(shared_database_url, *models) as opened:
        for person in OWNER, ANNA, BORIS, CLARA:
            await opened.store.people.ensure_user(person, None, "en")
        await opened.store.people.appoint_owners((OWNER,))
        await opened.ingest(HOUSE, NOTICE, owner=OWNER)
        await opened.ingest(DIARY, owner=ANNA, reader_role=None)
        yield opened


async def ask(
    room: ReadingRoom, question: str, asker: int = ANNA, **more: object
) -> tuple[AnswerRequest, Answer]:
    """Ask in a chat of its own: no question follows another."""
    run_id = new_id("asked")
    request = AnswerRequest(question, run_id, asker, run_id, **more)  # type: ignore[arg-type]
    await room.runs.answer(request, run_id=run_id)
    (told,) = room.mailbox.answers[run_id]
    return request, told


async def said(room: ReadingRoom, question: str, asker: int = ANNA, **more: object) -> str:
    return (await ask(room, question, asker, **more))[1].text


async def propose(
    room: ReadingRoom,
    asked: tuple[AnswerRequest, Answer],
    kind: RuleKind = "suppress",
    *,
    right: int | None = None,
    by: int = ANNA,
    opens: bool = False,
) -> Proposed:
    request, told = asked
    query = await room.embedder.embed_query(request.question)
    shown = told.citations[0].passage_id
    proposal = Proposal(kind, request.question, told.language, "wrong", shown, right)
    return await room.store.rules.propose_rule(
        *(interaction_id_of(request.origin), proposal, query.embedding),
        asker=by,
        chat=request.user_id,
        opens=opens,
    )


async def may_read(room: ReadingRoom, passage_id: int, person: int) -> bool:
    return bool(await room.store.search.get_passages((passage_id,), asker=person))


async def passage(room: ReadingRoom, words: str) -> int:
    """The id of the passage that answers these words, as Anna finds it."""
    return (await room.search(words, asker=ANNA))[0].id


async def test_a_correction_holds_in_both_languages_and_can_be_undone(room: ReadingRoom) -> None:
    first = await ask(room, ASKED)
    assert "nine until five" in first[1].text
    before = [await said(room, other) for other in OTHERS]
    right = await passage(room, "Since May it opens at eleven")

    draft = await propose(room, first, "prefer", right=right)
    assert draft.state == "draft"
    assert draft.rule_id is not None
    assert await said(room, ASKED) == first[1].text, "nothing counts before it is accepted"
    tried = await said(room, ASKED, trial_rules=(draft.rule_id,), is_kept=False)
    assert "eleven" in tried

    rules = room.store.rules
    assert await rules.decide_rule(draft.rule_id, "accept", actor=ANNA) is None, "no admin"
    assert await rules.decide_rule(draft.rule_id, "accept", actor=OWNER) == "active"
    for question in ASKED, "When does the office open?", ASKED_IN_RUSSIAN:
        for person in ANNA, BORIS:
            assert "eleven" in await said(room, question, person), question
    assert [await said(room, other) for other in OTHERS] == before

    assert await rules.decide_rule(draft.rule_id, "undo", actor=OWNER) == "undone"
    assert await said(room, ASKED) == first[1].text
    actions = await room.admin.execute(
        "select action, user_id from feedback_audit_log where constraint_id = %s order by id",
        (draft.rule_id,),
    )
    assert [tuple(row.values()) for row in await actions.fetchall()] == [
        ("modified", str(ANNA)),
        ("accepted", str(OWNER)),
        ("rejected", str(OWNER)),
    ]


async def test_what_is_not_for_a_question_is_not_shown_to_it(room: ReadingRoom) -> None:
    first = await ask(room, "When can I come to the warehouse?")
    assert "six in the morning" in first[1].text
    draft = await propose(room, first)
    assert draft.rule_id is not None
    await room.store.rules.decide_rule(draft.rule_id, "accept", actor=OWNER)
    assert "six in the morning" not in await said(room, "When can I come to the warehouse?")
    await room.store.rules.decide_rule(draft.rule_id, "undo", actor=OWNER)


async def test_with_nobody_to_decide_it_holds_at_once_for_whoever_sent_the_documents(
    room: ReadingRoom,
) -> None:
    mill = b"# The mill\n\nThe mill grinds rye from eight until dusk.\n"
    await room.ingest(("mill.md", mill), owner=ANNA)
    admins = await room.store.administration.admins_to_ask()
    ids = [admin.telegram_id for admin in admins]
    leave = "update users set is_active = %s where telegram_id = any(%s)"
    await room.admin.execute(leave, (False, ids))
    try:
        asked = "When does the mill grind rye?"
        first = await ask(room, asked)
        made = await propose(room, first)
        assert made.state == "active"
        assert "until dusk" not in await said(room, asked)
        assert "until dusk" in await said(room, asked, BORIS)
        assert (await propose(room, await ask(room, asked, CLARA), by=CLARA)).state == "draft"
    finally:
        await room.admin.execute(leave, (True, ids))
    assert await room.store.rules.decide_rule(made.rule_id or 0, "undo", actor=ANNA) == "undone"


async def test_of_what_is_ones_own_alone_it_holds_at_once_and_for_nobody_else(
    room: ReadingRoom,
) -> None:
    asked = "Where does the spare key hang?"
    first = await ask(room, asked)
    assert "green shutter" in first[1].text
    made = await propose(room, first)
    assert made.state == "active"
    assert made.rule_id is not None
    assert "green shutter" not in await said(room, asked)
    assert await room.store.rules.get_rule(made.rule_id, actor=OWNER) is None
    assert await room.store.rules.decide_rule(made.rule_id, "undo", actor=OWNER) is None
    assert await room.store.rules.decide_rule(made.rule_id, "undo", actor=ANNA) == "undone"


async def test_words_of_a_document_may_be_pinned(room: ReadingRoom) -> None:
    first = await ask(room, "What are the hours of the warehouse?")
    teaching = await room.runs.teaching()
    quoted = "«open  from six in the MORNING»"
    place = await teaching.place_of(quoted, "en", asker=ANNA)
    assert place is not None
    assert await teaching.place_of("from six", "en", asker=ANNA) is None, "it may stand anywhere"
    hidden = "The spare key hangs behind the green shutter."
    assert await teaching.place_of(hidden, "en", asker=ANNA) is not None
    assert await teaching.place_of(hidden, "en", asker=BORIS) is None

    seen = await room.store.interactions.get_interaction(
        interaction_id_of(first[0].origin), asker=ANNA, chat=first[0].user_id
    )
    assert seen is not None
    correction = Correction("pin", "pointed", *place)
    draft = await teaching.propose(seen.interaction, correction, asker=ANNA, chat=first[0].user_id)
    assert draft is not None
    assert draft.rule_id is not None
    await room.store.rules.decide_rule(draft.rule_id, "accept", actor=OWNER)
    assert (await said(room, first[0].question, BORIS)).startswith("open from six in the morning")
    await room.store.rules.decide_rule(draft.rule_id, "undo", actor=OWNER)
    assert await said(room, first[0].question, BORIS) == first[1].text


async def test_what_comes_closest_to_a_question_without_an_answer_can_be_preferred(
    room: ReadingRoom,
) -> None:
    asked = "Where does the plumber get in?"
    request, told = await ask(room, asked)
    assert told.abstained
    assert told.has_nearest
    seen = await room.store.interactions.get_interaction(
        interaction_id_of(request.origin), asker=ANNA, chat=request.user_id
    )
    assert seen is not None
    teaching = await room.runs.teaching()
    near = await teaching.other_passages(seen.interaction, asker=ANNA)
    key = next(one for one in near if "green shutter" in one.text)
    assert key.text.endswith("The spare key hangs behind the green shutter.")
    hidden = await teaching.other_passages(seen.interaction, asker=BORIS)
    assert hidden
    assert not any("green shutter" in one.text for one in hidden)

    correction = Correction("prefer", "pointed", key.passage.id)
    made = await teaching.propose(seen.interaction, correction, asker=ANNA, chat=request.user_id)
    assert made is not None
    assert made.state == "active"
    assert made.rule_id is not None
    assert "green shutter" in await said(room, asked)
    await room.store.rules.decide_rule(made.rule_id, "undo", actor=ANNA)
    assert "green shutter" not in await said(room, asked)


async def test_what_would_leave_no_answer_does_not_hold_at_once(room: ReadingRoom) -> None:
    asked = "Where does the spare key hang?"
    teaching = await room.runs.teaching()
    for reason, state in ("wrong", "empties"), ("off_topic", "active"):
        request, told = await ask(room, asked)
        assert "shutter" in told.text
        seen = await room.store.interactions.get_interaction(
            interaction_id_of(request.origin), asker=ANNA, chat=request.user_id
        )
        assert seen is not None
        proposed = await teaching.propose(
            seen.interaction, Correction("suppress", reason), asker=ANNA, chat=request.user_id
        )
        assert proposed is not None
        assert proposed.state == state
        assert ("shutter" in await said(room, asked)) == (state == "empties")
    assert proposed.rule_id is not None
    await room.store.rules.decide_rule(proposed.rule_id, "undo", actor=ANNA)


async def test_why_there_is_no_answer_is_known_to_who_asked(room: ReadingRoom) -> None:
    request, told = await ask(room, "Which opera did Verdi write last?")
    assert not told.citations
    assert told.has_nearest
    answer = interaction_id_of(request.origin)
    for person, is_refusal in (ANNA, True), (BORIS, False):
        explained = await room.store.rules.explain_answer(
            answer, asker=person, chat=request.user_id
        )
        assert not explained.passages
        assert explained.is_refusal == is_refusal


async def test_a_new_version_keeps_what_was_learned_of_what_it_leaves(room: ReadingRoom) -> None:
    def manual(*paragraphs: str) -> tuple[str, bytes]:
        return "manual.md", "\n\n".join(["# The lathe manual", *paragraphs]).encode()

    screws = " ".join(f"Screw {n} of the cover is tightened by hand." for n in range(60))
    oil = f"## Oil\n\nThe lathe is oiled once a week with mineral oil.\n\n{screws}"
    belt = f"## Belt\n\n{screws}\n\nThe belt of the lathe is replaced every two years."
    await room.ingest(manual(oil, belt), owner=ANNA)
    asked = "How often is the lathe oiled?"
    first = await ask(room, asked)
    other = await ask(room, "How often is the belt replaced?")
    drafts = [await propose(room, each) for each in (first, other)]
    for draft in drafts:
        assert draft.rule_id is not None
        await room.store.rules.decide_rule(draft.rule_id, "accept", actor=OWNER)
    assert "once a week" not in await said(room, asked, BORIS)

    await room.ingest(manual(oil, belt.replace("two", "three")), owner=ANNA)
    assert "once a week" not in await said(room, asked, BORIS)
    assert "three years" in await said(room, "How often is the belt replaced?", BORIS)
    await room.store.rules.decide_rule(drafts[0].rule_id, "undo", actor=OWNER)  # type: ignore[arg-type]
    assert "once a week" in await said(room, asked, BORIS)


async def test_pinned_words_are_found_again_in_a_short_document_that_was_changed(
    room: ReadingRoom,
) -> None:
    asked, words = "When can one hire a punt?", "Punts are hired out from ten to four."
    await room.ingest(("punts.md", f"Punts are fun. {words}".encode()), owner=ANNA)
    first, teaching = await ask(room, asked), await room.runs.teaching()
    place = await teaching.place_of(words, "en", asker=ANNA)
    assert place is not None
    seen = await room.store.interactions.get_interaction(
        interaction_id_of(first[0].origin), asker=ANNA, chat=first[0].user_id
    )
    assert seen is not None
    pinned, suppressed = Correction("pin", "pointed", *place), Correction("suppress", "wrong")
    ids: list[int] = []
    for correction in pinned, suppressed:
        draft = await teaching.propose(
            seen.interaction, correction, asker=ANNA, chat=first[0].user_id
        )
        assert draft is not None
        assert draft.rule_id is not None
        await room.store.rules.decide_rule(draft.rule_id, "accept", actor=OWNER)
        ids.append(draft.rule_id)

    changed = f"Bring a coat. {words} A punt costs nine pounds."
    await room.ingest(("punts.md", changed.encode()), owner=ANNA)
    assert (await said(room, asked, BORIS)).startswith(words.rstrip("."))
    known = {
        rule.rule.id: rule
        for rule in await room.store.rules.list_rules(actor=OWNER, state="active")
    }
    assert [known[each].is_outdated for each in ids] == [False, True]
    for each in ids:
        await room.store.rules.decide_rule(each, "undo", actor=OWNER)


async def test_words_put_in_are_for_others_once_an_admin_has_agreed(room: ReadingRoom) -> None:
    asked, rules = "When is the warehouse closed?", room.store.rules
    first = await ask(room, asked)
    words = ("said.md", b"# Said by Anna\n\nThe warehouse is closed on the longest day of June.\n")
    await room.ingest(words, owner=ANNA, reader_role=None)
    right = await passage(room, "longest day of June")

    async def found_by(person: int) -> bool:
        found = await room.search("longest day of June", asker=person)
        return right in [each.id for each in found]

    draft = await propose(room, first, "prefer", right=right, opens=True)
    assert draft.state == "draft", "they are not for Anna alone"
    assert draft.rule_id is not None
    assert [await found_by(each) for each in (ANNA, OWNER, BORIS)] == [True, False, False]
    assert await may_read(room, right, OWNER), "an admin decides on it"
    for person in OWNER, BORIS:
        assert "June" not in await said(room, asked, person), "nothing counts before it is accepted"
    tried = await said(room, asked, OWNER, trial_rules=(draft.rule_id,), is_kept=False)
    assert "June" in tried

    await rules.decide_rule(draft.rule_id, "accept", actor=OWNER)
    for person in OWNER, BORIS:
        assert "June" in await said(room, asked, person)
    told = await rules.supporters_to_tell(draft.rule_id, actor=OWNER)
    assert [each.telegram_id for each in told] == [ANNA]
    await rules.decide_rule(draft.rule_id, "accept", actor=OWNER)
    assert await rules.supporters_to_tell(draft.rule_id, actor=OWNER) == ()
    await rules.decide_rule(draft.rule_id, "undo", actor=OWNER)
    assert [await found_by(each) for each in (ANNA, OWNER, BORIS)] == [True, False, False]
    assert "June" not in await said(room, asked, OWNER)

    again = await ask(room, asked)
    other = await propose(room, again, "prefer", right=right, opens=True)
    assert other.state == "draft"


@pytest.mark.parametrize(
    ("asked", "kept"),
    [("When is the warehouse open?", "six in the morning"), ("How much is a skate?", "£44")],
)
async def test_who_wrote_what_is_right_reads_it_again_until_that_is_decided(
    room: ReadingRoom, asked: str, kept: str
) -> None:
    prices = ("prices.csv", "Item,Price\nSkate,£44\nRope,£12\nMop,£9\n".encode())
    await room.ingest(prices, owner=OWNER)
    request, first = await ask(room, asked)
    assert kept in first.text
    seen = await room.store.interactions.get_interaction(
        interaction_id_of(request.origin), asker=ANNA, chat=request.user_id
    )
    assert seen is not None
    words = (f"said-{len(asked)}.md", f"{asked}\n\n{asked.rstrip('?')}: 46.\n".encode())
    await room.ingest(words, owner=ANNA, reader_role=None)
    [right, *_] = [p for p in await room.search(asked, asker=ANNA) if "46" in p.text]
    draft = await (await room.runs.teaching()).propose(
        *(seen.interaction, Correction("prefer", "46", right.id)),
        asker=ANNA,
        chat=request.user_id,
        opens=True,
    )
    assert draft is not None
    assert draft.rule_id is not None
    assert draft.state == "draft"

    _, told = await ask(room, asked)
    answer, _, own = told.text.partition("Said by you on")
    assert kept in answer
    assert "46" not in answer, "it answers nothing before it is accepted"
    assert own.rstrip(" [2]").endswith("46")
    assert "not yet confirmed" in own
    assert "was added on" in own
    assert told.citations[0].passage_id != right.id, "what is wrong next is what was answered"
    assert "Так сказали вы" in await said(room, ASKED_IN_RUSSIAN_OF[asked])
    for person in OWNER, BORIS:
        assert "46" not in await said(room, asked, person)
    assert "46" not in await said(room, OTHERS_OF[asked])

    await room.store.rules.decide_rule(draft.rule_id, "reject", actor=OWNER)
    assert "Said by you" not in await said(room, asked)
    await room.store.documents.delete_document(right.document_id, actor=ANNA)


async def test_what_one_wrote_takes_no_place_of_a_rule_that_holds(
    room: ReadingRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pipelines.store.learning.rules._NEAREST", 1)
    holds = await propose(room, await ask(room, OTHERS[0], OWNER), by=OWNER)
    draft = await propose(room, await ask(room, ASKED))
    assert holds.rule_id is not None
    assert draft.rule_id is not None
    await room.store.rules.decide_rule(holds.rule_id, "accept", actor=OWNER)
    query = (await room.embedder.embed_query(ASKED)).embedding

    async def found(**drafts: tuple[int, ...]) -> list[int]:
        near = await room.store.rules.rules_for(query, least=-1.0, asker=ANNA, **drafts)
        return [one.rule.id for one in near]

    assert await found(beside=(draft.rule_id,)) == [draft.rule_id, holds.rule_id]
    assert await found(drafts=(draft.rule_id,)) == [draft.rule_id]
    await room.store.rules.decide_rule(draft.rule_id, "reject", actor=OWNER)
    assert await found(beside=(draft.rule_id,)) == [holds.rule_id]
    await room.store.rules.decide_rule(holds.rule_id, "undo", actor=OWNER)


async def test_words_put_in_are_ones_own_again_when_they_are_rejected(room: ReadingRoom) -> None:
    first = await ask(room, "When does the warehouse open?")
    await room.ingest(
        ("paint.md", b"# Paint\n\nThe warehouse is painted in a leap year.\n"),
        owner=ANNA,
        reader_role=None,
    )
    right = await passage(room, "painted in a leap year")
    for way in "reject", "take back":
        draft = await propose(room, first, "prefer", right=right, opens=True)
        assert draft.rule_id is not None
        assert await may_read(room, right, OWNER)
        if way == "reject":
            await room.store.rules.decide_rule(draft.rule_id, "reject", actor=OWNER)
            assert await room.store.rules.supporters_to_tell(draft.rule_id, actor=BORIS) == ()
            told = await room.store.rules.supporters_to_tell(draft.rule_id, actor=OWNER)
            assert [each.telegram_id for each in told] == [ANNA], "whoever decided tells it"
        else:
            answer, chat = interaction_id_of(first[0].origin), first[0].user_id
            for rating in ("negative", None):
                await room.store.interactions.rate_interaction(
                    answer, asker=ANNA, chat=chat, rating=rating
                )
        assert not await may_read(room, right, OWNER)


async def test_words_put_in_hold_no_longer_than_their_rule(room: ReadingRoom) -> None:
    asked = "Who sweeps the warehouse?"
    first = await ask(room, asked)
    words = ("sweeper.md", b"# Said by Anna\n\nThe warehouse is swept by Hortense every Friday.\n")
    await room.ingest(words, owner=ANNA, reader_role=None)
    right = await passage(room, "swept by Hortense")
    draft = await propose(room, first, "prefer", right=right, opens=True)
    assert draft.rule_id is not None
    await room.store.rules.decide_rule(draft.rule_id, "accept", actor=OWNER)
    assert "Hortense" in await said(room, asked, BORIS)

    await room.admin.execute(
        "update learned_constraints set expires_at = now() - interval '1 s' where id = %s",
        (draft.rule_id,),
    )
    for _ in "expired", "cleaned":
        for person in OWNER, BORIS:
            assert "Hortense" not in await said(room, asked, person)
        await room.store.rules.clean_rules()
    assert [await may_read(room, right, each) for each in (ANNA, BORIS)] == [True, False]
    steps = await room.admin.execute(
        "select user_id, action, reason from feedback_audit_log"
        " where review_comment_id = %s order by id",
        (f"rule:{draft.rule_id}",),
    )
    assert [tuple(row.values()) for row in await steps.fetchall()] == [  # type: ignore[attr-defined]
        (str(OWNER), "accepted", None),
        ("-1", "rejected", "expired"),
    ]


async def test_nobody_corrects_what_they_may_not_read_or_were_not_told(room: ReadingRoom) -> None:
    first = await ask(room, ASKED, BORIS)
    secret = await passage(room, "The spare key hangs behind the green shutter.")
    assert (await propose(room, first, "prefer", right=secret, by=BORIS)).state == "forgotten"
    assert (await propose(room, first)).state == "forgotten", "it is another's answer"


async def test_who_asks_for_too_much_in_a_day_is_told(room: ReadingRoom) -> None:
    first = await ask(room, ASKED, BORIS)
    states = []
    for number in range(21):
        request = AnswerRequest(f"{ASKED} {number}", first[0].user_id, BORIS, first[0].origin)
        states.append((await propose(room, (request, first[1]), by=BORIS)).state)
    assert states == ["draft"] * 20 + ["too_many"]


async def test_the_same_correction_by_another_is_the_same_rule(room: ReadingRoom) -> None:
    asked = "Until when is it open?"
    rules = [
        await propose(room, await ask(room, asked, person), by=person) for person in (ANNA, OWNER)
    ]
    assert rules[0].rule_id == rules[1].rule_id is not None
    known = await room.store.rules.get_rule(rules[0].rule_id, actor=OWNER)
    assert known is not None
    assert (known.people, round(known.confidence, 2)) == (2, 0.67)


async def test_a_draft_is_tried_on_self_tests_of_what_its_judge_may_read(
    room: ReadingRoom,
) -> None:
    draft = await propose(room, await ask(room, "What opens from six until noon?"))
    assert draft.rule_id is not None
    replayed = await room.store.rules.questions_to_replay(draft.rule_id, actor=OWNER)
    tests = await room.rows(
        "select question, title from self_test_questions join documents on id = document_id"
    )
    [house, diary] = (
        {row["question"] for row in tests if row["title"] == title}
        for title in ("The house", "Diary")
    )
    assert house
    assert diary, "which only Anna may read"
    assert house <= {one.question for one in replayed if one.is_own}
    assert diary.isdisjoint(one.question for one in replayed)


async def test_what_has_expired_acts_no_more_and_is_cleaned(room: ReadingRoom) -> None:
    first = await ask(room, ASKED, OWNER)
    draft = await propose(room, first, by=OWNER)
    assert draft.rule_id is not None
    await room.store.rules.decide_rule(draft.rule_id, "accept", actor=OWNER)
    assert "nine until five" not in await said(room, ASKED)
    await room.admin.execute(
        "update learned_constraints set expires_at = now() - interval '1 s' where id = %s",
        (draft.rule_id,),
    )
    assert "nine until five" in await said(room, ASKED)
    assert await room.store.rules.clean_rules() == 1
    kept = await room.admin.execute(
        "select count(*) from feedback_audit_log where constraint_id is null"
    )
    assert (await kept.fetchone())["count"] >= 2  # type: ignore[index]


@pytest.mark.parametrize(
    ("instead", "question"),
    [
        (None, "May I come to the office at five?"),
        ("positive", "May I come into the office at five?"),
    ],
)
async def test_who_takes_a_complaint_back_asks_for_its_rule_no_longer(
    room: ReadingRoom, instead: Rating | None, question: str
) -> None:
    asked = await ask(room, question)
    request, chat = asked[0], asked[0].user_id
    interactions, rules = room.store.interactions, room.store.rules
    answer = interaction_id_of(request.origin)
    await interactions.rate_interaction(answer, asker=ANNA, chat=chat, rating="negative")
    draft = await propose(room, asked)
    assert draft.rule_id is not None
    await interactions.rate_interaction(answer, asker=ANNA, chat=chat, rating=instead)
    known = await rules.get_rule(draft.rule_id, actor=OWNER)
    assert known is not None
    assert (known.state, known.people) == ("rejected", 0)
    for decision in "accept", "renew":
        assert await rules.decide_rule(draft.rule_id, decision, actor=OWNER) is None
    await interactions.rate_interaction(answer, asker=ANNA, chat=chat, rating=None)


async def test_an_undone_rule_is_renewed_by_its_own_button_alone(room: ReadingRoom) -> None:
    draft = await propose(room, await ask(room, "Is the office open at noon?"))
    assert draft.rule_id is not None
    states = [
        await room.store.rules.decide_rule(draft.rule_id, decision, actor=OWNER)
        for decision in ("accept", "accept", "undo", "accept", "renew", "undo")
    ]
    assert states == ["active", "active", "undone", None, "active", "undone"]


async def test_whoever_proposed_a_draft_sees_it_and_takes_it_back(room: ReadingRoom) -> None:
    rules = room.store.rules
    draft = await propose(room, await ask(room, "Is the office open on Mondays?"))
    assert draft.rule_id is not None
    assert draft.rule_id not in {each.rule.id for each in await rules.list_rules(ANNA)}
    mine = {each.rule.id: each for each in await rules.list_rules(ANNA, with_asked=True)}
    assert not mine[draft.rule_id].is_to_decide
    assert draft.rule_id not in {
        each.rule.id for each in await rules.list_rules(BORIS, with_asked=True)
    }
    assert not await rules.withdraw_rule(draft.rule_id, actor=BORIS)
    assert await rules.withdraw_rule(draft.rule_id, actor=ANNA)
    assert not await rules.withdraw_rule(draft.rule_id, actor=ANNA)
    known = await rules.get_rule(draft.rule_id, actor=OWNER)
    assert known is not None
    assert (known.state, known.people) == ("rejected", 0)


async def modifiers(room: ReadingRoom) -> set[float]:
    """What votes have made of the passages' scores; 1 stands for nothing."""
    rows = await room.admin.execute(
        "select distinct (metadata ->> 'retrieval_score_modifier')::float8 as modifier"
        " from documents_paragraphs where metadata ? 'retrieval_score_modifier'"
    )
    return {round(row["modifier"], 3) for row in await rows.fetchall()}


async def vote(room: ReadingRoom, voters: range, rating: Rating | None, question: str) -> None:
    for voter in voters:
        await room.store.people.ensure_user(voter, None, "en")
        request, _ = await ask(room, question, voter)
        assert await room.store.interactions.rate_interaction(
            interaction_id_of(request.origin), asker=voter, chat=request.user_id, rating=rating
        )


async def test_votes_weigh_when_more_than_five_agree_and_each_person_has_one(
    room: ReadingRoom,
) -> None:
    asked = "How long is the warehouse open?"
    for _ in range(2):
        await vote(room, range(911, 916), "negative", asked)
    assert await modifiers(room) == set(), "a flood by five accounts changes nothing"
    await vote(room, range(916, 919), "negative", asked)
    assert await modifiers(room) == {round(2 ** (-3 / 13), 3)}
    [hit, *_] = await room.search("warehouse open", asker=ANNA)
    [passage] = await room.store.search.get_passages([hit.id], asker=ANNA)
    assert passage.score_modifier == pytest.approx(2 ** (-3 / 13))
    await vote(room, range(911, 919), "positive", asked)
    assert await modifiers(room) == {round(2 ** (3 / 13), 3)}, "whoever changes their mind"
