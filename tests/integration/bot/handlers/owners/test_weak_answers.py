"""Owners hear that answers have become worse, and look at the weakest ones."""

import uuid

from bot.reporting.alerts import OwnerAlerts
from pipelines.models.interactions import Interaction
from pipelines.models.learning.evaluations import (
    Alert,
    AnswerLog,
    Drop,
    Evaluation,
    EvaluationReport,
    GoldenFigures,
    SelfTest,
    WeakAnswer,
)
from tests.integration.bot.handlers.owners.conftest import Desk
from tests.support.bot.bot_harness import Person, Shown
from tests.support.bot.over_database.library_harness import labels
from tests.support.gateways.sample_documents import direction, document, publish

POOR = Evaluation(0.9, 0.25, 0.5)
DROP = Drop("groundedness", 0.87, 0.9)


async def alerted(desk: Desk, owner: Person, *, documents: tuple[str, ...] = ()) -> Shown:
    """Log an answer of somebody's, and have the owners told of it."""
    known = str(uuid.uuid4())
    await desk.store.interactions.log_interaction(
        Interaction(known, "Who keeps the key?", "The porter.", "77", 77, documents=documents),
        AnswerLog(evaluation=POOR),
    )
    services = desk.house.application.bot_data
    alerts = OwnerAlerts(desk.store, desk.house.outbox, services.phrases)
    await alerts.alerted(Alert((DROP,), (WeakAnswer(known, POOR),)))
    return await owner.reads("87 %", "90 %")


async def test_each_owner_gets_one_message_in_their_language(
    desk: Desk, olga: Person, oscar: Person
) -> None:
    shown = await alerted(desk, oscar)
    assert "Answers have become worse" in shown["text"]
    assert labels(shown) == ["Answer 1"]
    assert "Ответы стали хуже" in (await olga.reads("87 %"))["text"]


async def test_the_button_shows_the_answer_with_its_scores(desk: Desk, oscar: Person) -> None:
    await oscar.press(await alerted(desk, oscar), "Answer 1")
    await oscar.reads("Who keeps the key?", "The porter.", "in the documents: 25 %")


async def test_of_what_an_owner_may_not_read_there_are_scores_alone(
    desk: Desk, oscar: Person
) -> None:
    await oscar.press(await alerted(desk, oscar, documents=(str(uuid.uuid4()),)), "Answer 1")
    shown = await oscar.reads("You may not read", "in the documents: 25 %")
    assert "porter" not in shown["text"]


async def test_whoever_is_no_owner_any_more_sees_nothing(desk: Desk, oscar: Person) -> None:
    shown = await alerted(desk, oscar)
    await desk.sql("delete from user_roles")
    before = len(await oscar.messages())
    await oscar.press(shown, "Answer 1")
    assert len(await oscar.messages()) == before


async def worse_overnight(desk: Desk, owner: Person, *, is_open: bool) -> Shown:
    """Keep a self-test of a document, and have the owners told that it is not found any more."""
    name = str(uuid.uuid4())
    new = document(name)
    document_id = await publish(desk.store, new, [direction(0)])
    if not is_open:
        await desk.sql("delete from role_document_access where document_id = %s", document_id)
    await desk.store.evaluations.keep_self_tests(document_id, [SelfTest(f"heron {name}", 0)])
    key = f"test_{document_id.replace('-', '')}_0"
    services = desk.house.application.bot_data
    now, before = (GoldenFigures(40, right, None, None, None) for right in (38, 39))
    report = EvaluationReport("night", True, (), now, before, worse=(key,))
    await OwnerAlerts(desk.store, desk.house.outbox, services.phrases).got_worse(report)
    return await owner.reads("38 of 40", "before: 39")


async def test_owners_hear_which_questions_are_answered_worse(
    desk: Desk, olga: Person, oscar: Person
) -> None:
    shown = await worse_overnight(desk, oscar, is_open=True)
    assert "1. heron" in shown["text"]
    assert labels(shown) == ["Question 1"]
    assert "1. heron" in (await olga.reads("38 из 40"))["text"]


async def test_the_question_is_shown_with_its_passage_and_what_is_answered_now(
    desk: Desk, oscar: Person
) -> None:
    await oscar.press(await worse_overnight(desk, oscar, is_open=True), "Question 1")
    await oscar.reads("heron", "The right place", "Now there is no answer.")
    desk.house.runs.taught.answers_now = {"heron": "It stands in the reeds."}
    await oscar.press(await worse_overnight(desk, oscar, is_open=True), "Question 1")
    await oscar.reads("The answer now", "It stands in the reeds.")


async def test_a_question_of_what_an_owner_may_not_read_is_not_shown(
    desk: Desk, oscar: Person
) -> None:
    shown = await worse_overnight(desk, oscar, is_open=False)
    assert "heron" not in shown["text"]
    await oscar.press(shown, "Question 1")
    assert "heron" not in (await oscar.reads("You may not read"))["text"]
