"""/as: an admin asks by somebody else's rights, and sees what is withheld from them."""

import itertools

from pipelines.answer.excerpts import Excerpts
from pipelines.models.answers import Answer, Citation, Timings
from pipelines.models.people import MACHINE
from pipelines.models.requests import AnswerRequest
from tests.integration.bot.handlers.access.test_screens import meet
from tests.support.bot.bot_harness import Person
from tests.support.bot.over_database.library_harness import Library, labels

_numbers = itertools.count(1)


async def admin_role(library: Library) -> int:
    roles = await library.store.administration.list_roles(MACHINE)
    return next(each.number for each in roles if each.name == "admin")


async def test_an_admin_is_answered_as_somebody_else_and_told_what_is_withheld(
    library: Library, bob: Person, anna: Person
) -> None:
    administration, runs = library.store.administration, library.house.runs
    role = f"payroll {next(_numbers)}"
    number = await administration.make_role(role, actor=MACHINE)
    admin = await admin_role(library)
    assert number is not None
    await meet(library, bob, admin, number)
    await meet(library, anna)
    closed = await library.add("Salaries 2025", owner=None, reader_role=role)
    own = await library.add("Anna's raise", owner=anna.user_id, reader_role="admin")
    await administration.share_document(own, admin, is_on=True, actor=MACHINE)
    asked: list[AnswerRequest] = []

    async def answer(request: AnswerRequest) -> Answer:
        asked.append(request)
        card = await library.store.documents.get_document(closed, asker=request.asker)
        text = "Nothing is open to me." if card is None else "Nine crowns."
        return Answer(text, True, "en", (), (), Timings())

    async def find(_question: str) -> Excerpts:
        cited = Citation(1, closed, "Salaries 2025", None, None, None, None, 0, "Nine crowns.")
        also = Citation(2, own, "Anna's raise", None, None, None, None, 0, "Ten crowns.")
        return Excerpts("en", None, (cited, also))

    before = runs.answering, runs.finding
    runs.answering, runs.finding = answer, find
    try:
        await bob.say(f"/as {anna.user_id} What is paid?")
        told = await bob.reads("Withheld from", f"Salaries 2025 – readable by: {role}")
        shown = (await bob.messages())[-2]
    finally:
        runs.answering, runs.finding = before
    assert "would be answered (without what is" in shown["text"]
    assert "raise" not in told["text"], "it is Anna's own, and nobody withholds it from her"
    assert "Left out here: 1 document that is " in told["text"]
    assert "Nothing is open to me." in shown["text"]
    assert labels(shown) == labels(told) == []
    (request,) = asked
    assert request.asker not in (bob.user_id, anna.user_id, None)
    assert (request.is_kept, request.user_id.startswith("as/")) == (False, True)
    entries = await library.store.administration.list_audit(MACHINE, person=anna.user_id)
    assert "looked_as" in {entry.action for entry in entries}


async def test_nobody_else_asks_as_somebody(library: Library, bob: Person, anna: Person) -> None:
    await meet(library, anna)
    await bob.say(f"/as {anna.user_id} What is paid?")
    await bob.reads("Only admins of this bot can ask as somebody else.")
    assert bob.user_id not in {each.asker for each in library.house.runs.questions.values()}


async def test_an_admin_is_told_that_somebody_is_unknown(library: Library, bob: Person) -> None:
    admin = await admin_role(library)
    await meet(library, bob, admin)
    await bob.say("/as @nobody_of_that_name What is paid?")
    await bob.reads("I know nobody of that name")
    await bob.say("/as @nobody_of_that_name")
    await bob.reads("Write whom I am to answer, and a question")


async def test_without_anything_of_their_own_the_answer_is_theirs(
    library: Library, bob: Person
) -> None:
    await meet(library, bob, await admin_role(library))
    other = next(_numbers) + 881_000
    await library.store.people.ensure_user(other, "Carl", "en", admitted_by="approval")

    async def find(_question: str) -> Excerpts:
        return Excerpts("en")

    before = library.house.runs.finding
    library.house.runs.finding = find
    try:
        await bob.say(f"/as {other} How wide is it?")
        await bob.reads("nothing that you may read is withheld from Carl")
    finally:
        library.house.runs.finding = before
    shown = (await bob.messages())[-2]
    assert shown["text"].startswith("As Carl would be answered\n\nHow wide is it?")


async def test_who_is_not_let_in_is_answered_nothing(library: Library, bob: Person) -> None:
    await meet(library, bob, await admin_role(library))
    other, store = next(_numbers) + 882_000, library.store
    await store.people.ensure_user(other, "Dora", "en", admitted_by="approval")
    assert await store.administration.set_person_active(other, is_active=False, actor=MACHINE)
    await bob.say(f"/as {other} How wide is it?")
    await bob.reads("Dora is not let in now, and is answered nothing")


async def test_somebody_is_meant_by_their_name_behind_an_at(
    library: Library, bob: Person, anna: Person
) -> None:
    await meet(library, bob, await admin_role(library))
    await meet(library, anna)
    await library.store.people.refresh_user(anna.user_id, "Zinaida Petrova", "ru")
    for whom in "@Zinaida", "@zinaida", "Zinaida":
        before = len(await bob.messages())
        await bob.say(f"/as {whom} What is paid?")
        shown = await bob.reads_count(before + 2)
        assert "Zinaida Petrova would be answered" in shown[before]["text"]
    await bob.say("/as @Zina What is paid?")
    await bob.reads("I know nobody of that name")
