"""Under an answer: ratings, corrections, another answer, further questions."""

from collections.abc import AsyncIterator

import pytest
from telegram.ext import ExtBot

from bot.phrasebook import FluentPhrasebook
from bot.reporting.notifier import TelegramNotifier
from bot.reporting.progress_board import ProgressBoard
from bot.transport import buttons
from bot.transport.buttons import Action, keyboard
from bot.transport.outbox import Outbox
from bot.transport.reply_address import Origin
from pipelines.answer.teaching import Correction
from pipelines.models.answers import Answer, Timings
from pipelines.models.documents import Span
from pipelines.models.interactions import Feedback, Interaction, Offer, Rating, interaction_id_of
from pipelines.models.requests import AnswerRequest
from pipelines.nodes.answering.cite import Quote
from tests.support.bot.bot_harness import House, Person, Shown
from tests.support.bot.recorded_answers import labels, named, rated, recorded_answers
from tests.support.eventually import eventually
from tests.support.nodes.passage_maker import make_passage

QUESTIONS = ("Who has the lock of the hall?", "What of the door?")


@pytest.fixture(autouse=True)
async def recorded(house: House, anna: Person, bob: Person) -> AsyncIterator[None]:
    async with recorded_answers(house, anna.user_id, bob.user_id):
        yield


async def asked(person: Person, *more: str) -> Shown:
    await person.say("Who keeps the key?")
    return await person.reads("The porter keeps it", *more)


async def said(house: House, person: Person, shown: Shown) -> Feedback | None:
    seen = await house.store.interactions.get_interaction(
        named(shown), asker=person.user_id, chat=str(person.user_id)
    )
    assert seen is not None
    return seen.feedback


async def offered(
    person: Person,
    house: House,
    notifier: TelegramNotifier,
    shown: Shown,
    rating: Rating | None,
) -> None:
    known = named(shown)
    await house.store.interactions.offer_questions(known, QUESTIONS)
    to = Origin(person.user_id, person.user_id, "en").encode()
    offer = Offer(shown["message_id"], QUESTIONS, rating)
    await notifier.offered(to, rated(known), offer)


async def test_one_row_stands_under_an_answer_and_none_under_small_talk(
    bob: Person, house: House
) -> None:
    assert labels(await asked(bob)) == [["👍", "👎", "🔁"]]

    async def talk(request: AnswerRequest) -> Answer:
        return Answer("You are welcome.", False, "en", (), (), Timings())

    house.runs.answering = talk
    await bob.say("Thanks")
    assert (await bob.reads("You are welcome"))["buttons"] == []


async def test_what_comes_closest_is_shown_under_a_refusal(bob: Person, house: House) -> None:
    """The one that answers can be pointed at, as from under a thumb down."""
    text = "Keys. The porter keeps the key."

    async def refuse(request: AnswerRequest) -> Answer:
        known = interaction_id_of(request.origin)
        said = known, request.question, "Nothing.", request.user_id, request.asker
        await house.store.interactions.log_interaction(Interaction(*said, is_single=True))
        nothing = "Nothing.", True, "en", (), (), Timings()
        return Answer(*nothing, interaction_id=known, has_nearest=True)

    house.runs.answering = refuse
    house.runs.taught.others = (Quote(make_passage(text, id=7), Span(6, len(text))),)
    await bob.say("Who has the lock?")
    await bob.press(await bob.reads("Nothing."), "What comes closest")
    near = await bob.reads("none of it surely answers", "The porter keeps the key.")
    assert labels(near) == [["1"], ["None of these"]]
    await bob.press(near, "1")
    await bob.reads("An admin will decide")
    ((_, correction),) = house.runs.taught.proposed
    assert (correction.kind, correction.right) == ("prefer", 7)


async def test_a_rating_is_marked_changed_and_taken_back(anna: Person, house: House) -> None:
    shown = await asked(anna)
    await anna.press(shown, "👍")
    await anna.sees_toast("рад, что помогло")
    shown = await anna.changed(shown, "👍 ✓")
    assert await said(house, anna, shown) == Feedback("positive")
    await anna.press(shown, "👎")
    shown = await anna.changed(shown, "👎 ✓")
    assert labels(shown)[0] == ["👍", "👎 ✓", "🔁"]
    assert await said(house, anna, shown) == Feedback("negative")
    await anna.press(shown, "👎 ✓")
    await anna.sees_toast("Оценка снята")
    shown = await anna.changed(shown, "👎")
    assert labels(shown) == [["👍", "👎", "🔁"]]
    assert await said(house, anna, shown) is None


async def test_what_is_wrong_with_an_answer_is_asked_and_kept(bob: Person, house: House) -> None:
    shown = await asked(bob)
    await bob.press(shown, "👎")
    asking = await bob.changed(shown, "Outdated")
    assert labels(asking)[1:] == [
        ["Wrong", "Off topic"],
        ["Outdated", "Hard to read"],
        ["Show others", "Write my own"],
        ["Why this answer?", "Close"],
    ]
    await bob.press(asking, "Outdated")
    await bob.sees_toast("noted")
    shown = (await bob.messages())[-1]
    assert labels(shown) == [
        ["👍", "👎 ✓", "🔁"],
        ["Show others", "Write my own"],
        ["The whole document", "Close"],
    ]
    assert await said(house, bob, shown) == Feedback("negative", "outdated")
    await bob.press(shown, "Write my own")
    await bob.reads("Write the right answer")

    async def nothing_is_asked() -> bool:
        return labels((await bob.messages())[-2]) == [["👍", "👎 ✓", "🔁"]]

    assert await eventually(nothing_is_asked)


async def test_all_of_a_document_may_be_outdated(bob: Person, house: House) -> None:
    shown = await asked(bob)
    await bob.press(shown, "👎")
    await bob.press(await bob.changed(shown, "Outdated"), "Outdated")
    further = await bob.changed(shown, "The whole document")
    await bob.press(further, "The whole document")
    await bob.sees_toasts(3)
    assert labels((await bob.messages())[-1]) == [["👍", "👎 ✓", "🔁"]]
    assert (named(shown), Correction("retire", "outdated")) in house.runs.taught.proposed
    assert await said(house, bob, shown) == Feedback("negative", "outdated")


async def test_only_what_is_outdated_may_be_all_of_a_document(bob: Person) -> None:
    shown = await asked(bob)
    await bob.press(shown, "👎")
    await bob.press(await bob.changed(shown, "Wrong"), "Wrong")
    await bob.sees_toast("noted")
    shown = (await bob.messages())[-1]
    assert labels(shown)[1:] == [["Show others", "Write my own"], ["Close"]]


async def test_a_reason_that_is_no_longer_offered_is_still_taken(bob: Person, house: House) -> None:
    shown = await asked(bob)
    old = Action.REASON, bob.user_id, f"{named(shown)}_l"
    made = keyboard([buttons.button("Too little", *old)])
    await house.outbox.change_buttons(bob.user_id, shown["message_id"], made)
    await bob.press(await bob.changed(shown, "Too little"), "Too little")
    await bob.sees_toast("noted")
    assert await said(house, bob, shown) == Feedback("negative", "too_little")


async def test_words_of_a_document_are_pinned(bob: Person, house: House) -> None:
    words, place = "The porter has it until noon.", (7, Span(4, 33))
    house.runs.taught.places[words] = place
    shown = await asked(bob)
    await bob.press(shown, "👎")
    await bob.press(await bob.changed(shown, "Write my own"), "Write my own")
    await bob.reads("Write the right answer")
    batches = house.batches_of(bob)
    await bob.say(words)
    await bob.reads("An admin")
    assert (named(shown), Correction("pin", "pointed", *place)) in house.runs.taught.proposed
    assert house.batches_of(bob) == batches, "they are no document of their own"


async def test_who_is_asked_what_is_wrong_can_ask_why(bob: Person) -> None:
    shown = await asked(bob)
    await bob.press(shown, "👎")
    await bob.press(await bob.changed(shown, "Why this answer?"), "Why this answer?")
    why = await bob.reads("how this answer came about")
    assert why["reply_to"] == shown["message_id"]
    assert "Why this answer?" in str(labels(await bob.changed(shown, "Close"))), "it still asks"


async def test_what_is_written_right_after_a_bad_rating_may_be_a_correction(
    bob: Person, house: House
) -> None:
    shown = await asked(bob)
    await bob.press(shown, "👎")
    await bob.sees_toast("just write the right answer")
    before = len(house.runs.questions)
    await bob.say("The janitor keeps the key")
    hint = await bob.reads("Is this the right answer to your last question")
    assert labels(hint) == [["That is the right answer"], ["Ask in chat"]]
    assert len(house.runs.questions) == before, "nothing is done before it is said"
    await bob.press(hint, "That is the right answer")
    await bob.reads("in the base")
    [added] = house.batches_of(bob)
    assert "The janitor keeps the key" in house.post_of(added.message.files[0]).text


async def questions(house: House, count: int) -> None:
    async def are_asked() -> bool:
        return len(house.runs.questions) >= count

    assert await eventually(are_asked)


@pytest.mark.parametrize("written", ["What of the door?", "thanks x"])
async def test_what_asks_right_after_a_bad_rating_is_a_question(
    bob: Person, house: House, written: str
) -> None:
    shown, before = await asked(bob), len(house.runs.questions)
    await bob.press(shown, "👎")
    await bob.sees_toast("just write the right answer")
    await bob.say(written)
    await questions(house, before + 1)
    await bob.say("The janitor keeps the key")  # only the next message may be one
    await questions(house, before + 2)


async def test_a_bad_rating_that_is_taken_back_waits_for_nothing(bob: Person, house: House) -> None:
    shown, before = await asked(bob), len(house.runs.questions)
    await bob.press(shown, "👎")
    await bob.press(await bob.changed(shown, "Outdated"), "👎 ✓")
    await bob.sees_toast("withdrawn")
    await bob.say("The janitor keeps the key")
    await questions(house, before + 1)


async def test_a_correction_is_the_next_text(bob: Person, house: House) -> None:
    shown = await asked(bob)
    await bob.press(shown, "👎")
    await bob.press(await bob.changed(shown, "Write my own"), "Write my own")
    prompt = await bob.reads("Write the right answer")
    assert prompt["reply_to"] == shown["message_id"]
    before = len(house.runs.questions)
    await bob.say("The janitor does. The code is AKIAIOSFODNN7EXAMQLE")
    await bob.reads("in the base")
    [added] = house.batches_of(bob)
    origin = Origin.decode(added.origin)
    assert origin is not None
    assert origin.corrected == named(shown)
    post = house.post_of(added.message.files[0])
    assert "The janitor does." in post.text
    assert "AKIAIOSFODNN7EXAMQLE" not in post.text
    assert f"(User {bob.user_id}, " in post.title
    assert len(house.runs.questions) == before, "it was not taken for a question"
    feedback = await said(house, bob, shown)
    assert feedback is not None
    assert feedback.correction is not None
    assert feedback.correction.startswith("The janitor does.")
    assert "AKIAIOSFODNN7EXAMQLE" not in feedback.correction
    await asked(bob)  # what comes after is a question again


@pytest.mark.parametrize("way", ["Cancel", "/mode"])
async def test_there_is_a_way_back_from_writing_a_correction(
    bob: Person, house: House, way: str
) -> None:
    shown = await asked(bob)
    await bob.press(shown, "👎")
    await bob.press(await bob.changed(shown, "Write my own"), "Write my own")
    prompt = await bob.reads("Write the right answer")
    if way == "Cancel":
        await bob.press(prompt, "Cancel")
        await bob.reads("nothing changed")
    else:
        await bob.say(way)
        await bob.reads("Choose a mode")
    before = len(house.runs.questions)
    await asked(bob)
    assert len(house.runs.questions) == before + 1
    assert await said(house, bob, shown) == Feedback("negative")


async def test_another_answer_is_wanted(bob: Person, house: House) -> None:
    shown = await asked(bob)
    await bob.tap(shown, "🔁", times=3)
    again = (await bob.reads_count(2))[-1]
    assert again["reply_to"] == shown["message_id"]
    await bob.press(again, "🔁")
    await bob.reads_count(3)
    own = [each for each in house.runs.questions.values() if each.asker == bob.user_id]
    assert [each.is_again for each in own] == [False, True, True], "three taps are one wish"
    first = own[1]
    assert first.question == "Who keeps the key? (as understood)"
    assert first.is_literal
    assert first.left_out == ("The porter keeps it.",)


async def test_a_question_that_was_offered_is_asked(bob: Person, house: House) -> None:
    shown = await asked(bob)
    await bob.press(shown, "👍")
    await bob.changed(shown, "👍 ✓")
    known, questions = named(shown), ("Who has the lock?", "What of the door?")
    rating = await house.store.interactions.offer_questions(known, questions)
    to = Origin(bob.user_id, bob.user_id, "en").encode()
    await house.notifier.offered(to, rated(known), Offer(shown["message_id"], questions, rating))
    shown = await bob.changed(shown, "What of the door?")
    assert labels(shown) == [["👍 ✓", "👎", "🔁"], ["Who has the lock?"], ["What of the door?"]]
    await bob.press(shown, "What of the door?")
    _, echo, answer = await bob.reads_count(3)
    assert echo["text"] == "What of the door?"
    assert [entity["type"] for entity in echo["entities"]] == ["italic"]
    assert "The porter" in answer["text"]
    request = [each for each in house.runs.questions.values() if each.asker == bob.user_id][-1]
    assert (request.question, request.is_literal) == ("What of the door?", True)


@pytest.mark.parametrize("known", ["negative", None], ids=["known", "read before the press"])
async def test_the_reasons_stay_when_questions_are_offered_late(
    bob: Person, house: House, known: Rating | None
) -> None:
    shown = await asked(bob)
    await bob.press(shown, "👎")
    asking = await bob.changed(shown, "Close")
    await offered(bob, house, house.notifier, asking, known)
    assert labels((await bob.messages())[-1]) == labels(asking)
    await bob.press(asking, "Close")
    shown = await bob.changed(shown, QUESTIONS[0])
    assert labels(shown) == [["👍", "👎 ✓", "🔁"], *([each] for each in QUESTIONS)]


async def test_reasons_that_another_process_asks_for_stay(bob: Person, house: House) -> None:
    shown = await asked(bob)
    await bob.press(shown, "👎")
    asking = await bob.changed(shown, "Close")
    outbox = Outbox(house.application.bot)
    other = TelegramNotifier(outbox, FluentPhrasebook(), board=ProgressBoard(outbox))
    await offered(bob, house, other, asking, "negative")
    assert labels((await bob.messages())[-1]) == labels(asking)
    await bob.press(asking, "Hard to read")
    shown = await bob.changed(shown, QUESTIONS[1])
    assert labels(shown) == [["👍", "👎 ✓", "🔁"], *([each] for each in QUESTIONS)]


async def test_questions_come_when_the_reasons_are_closed_already(
    bob: Person, house: House
) -> None:
    shown = await asked(bob)
    await bob.press(shown, "👎")
    await bob.press(await bob.changed(shown, "Close"), "Close")
    await bob.sees_toasts(2)
    await offered(bob, house, house.notifier, shown, None)
    shown = (await bob.messages())[-1]
    assert labels(shown) == [["👍", "👎 ✓", "🔁"], *([each] for each in QUESTIONS)]


async def test_a_marked_thumb_down_asks_for_the_reason_again(bob: Person, house: House) -> None:
    shown = await asked(bob)
    await bob.press(shown, "👎")
    asking = await bob.changed(shown, "Outdated")
    await bob.press(asking, "Outdated")
    await bob.sees_toast("noted")
    await bob.press((await bob.messages())[-1], "👎 ✓")
    again = await bob.changed(shown, "Hard to read")
    assert labels(again) == labels(asking)
    assert await said(house, bob, again) == Feedback("negative", "outdated")
    await bob.press(again, "👎 ✓")
    await bob.sees_toast("withdrawn")
    assert labels((await bob.messages())[-1]) == [["👍", "👎", "🔁"]]
    assert await said(house, bob, again) is None


async def test_an_answer_that_was_forgotten_says_so(bob: Person, house: House) -> None:
    shown = await asked(bob)
    await house.store.real.chats.clear_history(str(bob.user_id))
    for button in ("👍", "👎", "🔁"):
        await bob.press(shown, button)
    await bob.sees_toasts(3)
    assert all("no longer remember this answer" in toast for toast in bob.toasts)


async def test_nobody_elses_answer_is_rated(anna: Person, bob: Person, house: House) -> None:
    shown = await asked(bob)
    assert not await house.store.interactions.rate_interaction(
        named(shown), asker=anna.user_id, chat=str(anna.user_id), rating="negative"
    )
    assert await said(house, bob, shown) is None


async def test_offering_never_fails(house: House, bot: ExtBot[int]) -> None:
    unreachable = Origin(1, 1, "en").encode()
    notifier: TelegramNotifier = house.notifier
    await notifier.offered(unreachable, rated(interaction_id_of("x")), Offer(9, ("Why?",)))


@pytest.mark.parametrize("is_asked", [True, False])
async def test_a_correction_is_called_off_in_words(
    bob: Person, house: House, *, is_asked: bool
) -> None:
    shown = await asked(bob)
    await bob.press(shown, "👎")
    asking = await bob.changed(shown, "Write my own")
    if is_asked:
        await bob.press(asking, "Write my own")
        await bob.reads("Write the right answer")
    await bob.say("Never mind!")
    await bob.reads("nothing changed")
    assert await said(house, bob, shown) == Feedback("negative")
    await asked(bob)  # what comes after is a question again


async def test_a_question_where_a_correction_is_asked_for_is_not_taken_for_one(
    bob: Person, house: House
) -> None:
    shown = await asked(bob)
    await bob.press(shown, "👎")
    await bob.press(await bob.changed(shown, "Write my own"), "Write my own")
    await bob.reads("Write the right answer")
    await bob.say("How long is a badge valid?")
    hint = await bob.reads("Is this the right answer to your last question, or a new question?")
    assert await said(house, bob, shown) == Feedback("negative")
    await bob.press(hint, "That is the right answer")
    await bob.reads("Thanks")
    corrected = await said(house, bob, shown)
    assert corrected is not None
    assert corrected.correction == "How long is a badge valid?"
