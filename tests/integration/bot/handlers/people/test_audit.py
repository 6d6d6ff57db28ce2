"""/audit: what was done, in sentences."""

import re

from bot.views.people.audit import _SENTENCES
from pipelines.models.interactions import Interaction, interaction_id_of
from pipelines.models.people import MACHINE
from tests.support import ROOT
from tests.support.bot.bot_harness import Person
from tests.support.bot.over_database.library_harness import Library, labels, opened
from tests.support.bot.over_database.people_harness import Office


async def test_newest_first_and_page_by_page(office: Office, owner: Person) -> None:
    await office.name(owner, "Anna")
    person = await office.admit()
    await office.name(person, "Boris")
    for one in owner, person:
        await one.say("/mode")
        await one.reads("Choose a mode")
    number = await office.role("accounting")
    for _ in range(6):
        await office.administration.give_role(number, person.user_id, actor=owner.user_id)
        await office.administration.take_role(number, person.user_id, actor=owner.user_id)
    await owner.say("/audit")
    first = await owner.reads("What was done, newest first", "Anna gave Boris the role")
    lines = [line for line in first["text"].splitlines() if "accounting" in line]
    assert len(lines) == 10
    assert lines[0].endswith("Anna took the role “accounting” from Boris")
    assert lines[1].endswith("Anna gave Boris the role “accounting”")
    await owner.press(first, "Older ›")
    second = await owner.reads("let Boris in")
    assert second["message_id"] == first["message_id"]
    assert "Whoever is at the machine let Boris in" in second["text"]
    assert "« Newest" in labels(second)
    await owner.press(second, "« Newest")
    assert (await owner.changed(second, "Older ›"))["text"] == first["text"]


async def test_of_somebody_and_of_a_document(office: Office, owner: Person) -> None:
    library = Library(office.house, office.store)
    clara = await office.admit()
    await office.name(clara, "Clara Zetkin")
    await clara.say("/mode")
    await clara.reads("Choose a mode")
    document = await library.add("Budget of the choir", owner=clara.user_id)
    choir = await office.role("choir")
    await office.administration.give_role(choir, clara.user_id, actor=-1)
    for is_on in (True, False):
        assert await office.administration.share_document(
            document, choir, is_on=is_on, actor=clara.user_id
        )
    await owner.say("/audit budget choir")
    shown = await owner.reads("What was done about “Budget of the choir”")
    for verb in "opened", "closed":
        said = f"Clara Zetkin {verb} “Budget of the choir” to the role “choir”"
        assert said in shown["text"]
    assert "Clara Zetkin added “Budget of the choir”, open to the role “everyone”" in shown["text"]
    await owner.say(f"/audit {clara.user_id}")
    shown = await owner.reads("What was done about “Clara Zetkin”", "let Clara Zetkin in")
    await owner.say("/audit zetkin")
    await owner.reads("What was done about “Clara Zetkin”")
    await owner.say("/audit @nobody")
    await owner.reads("Nobody and nothing is called “@\u2060nobody”")


async def test_what_an_admin_may_not_read_has_no_name(office: Office, owner: Person) -> None:
    library = Library(office.house, office.store)
    dora = await office.admit()
    document = await library.add("Dora and the doctor", owner=dora.user_id, reader_role=None)
    everyone = await office.role("everyone")
    for is_on in (True, False):
        assert await office.administration.share_document(
            document, everyone, is_on=is_on, actor=dora.user_id
        )
    await owner.say(f"/audit {dora.user_id}")
    shown = await owner.reads("closed a document to the role “everyone”")
    assert "doctor" not in shown["text"]
    await office.store.documents.delete_document(document, actor=dora.user_id)
    await owner.say(f"/audit {dora.user_id}")
    shown = await owner.reads("deleted a document")
    assert "doctor" not in shown["text"]


async def test_in_russian(office: Office) -> None:
    admin = await office.admit("admin", language="ru")
    await office.name(admin, "Анна")
    await admin.say("/mode")
    await admin.reads("Выберите режим")
    await office.administration.make_role("склад", actor=admin.user_id)
    await admin.say("/audit")
    await admin.reads("Что происходило, сначала новое", "Анна создаёт роль «склад»")


def test_every_action_has_its_sentence() -> None:
    migrations = sorted((ROOT / "supabase" / "migrations").glob("*.sql"))
    sql = "\n".join(file.read_text() for file in migrations)
    calls = re.findall(
        r"(?:perform|select)[^;]{0,40}public\.audit\((.*?)(?:p_details|;)", sql, re.DOTALL
    )
    actions = {word for call in calls for word in re.findall(r"'([a-z]+(?:_[a-z]+)+)'", call)}
    assert actions == set(_SENTENCES)


async def test_a_whole_name_goes_before_part_of_a_title(office: Office, owner: Person) -> None:
    library = Library(office.house, office.store)
    await library.add("Benches of the choir", owner=owner.user_id)
    ben = await office.admit()
    await office.name(ben, "Ben Larch")
    await ben.say("/mode")
    await ben.reads("Choose a mode")
    await owner.say("/audit ben")
    await owner.reads("What was done about “Ben Larch”")
    await owner.say("/audit bench")
    await owner.reads("What was done about “Benches of the choir”")


async def test_who_read_what_is_named_for_those_who_may_read_it(
    office: Office, owner: Person
) -> None:
    library = Library(office.house, office.store)
    emil = await office.admit()
    await office.name(emil, "Emil")
    await emil.say("/mode")
    await emil.reads("Choose a mode")
    shared = await library.add("Hours of the ferry", "It runs at nine.", owner=owner.user_id)
    own = await library.add("Emil at sea", owner=emil.user_id, reader_role=None)
    answer = Interaction(
        interaction_id_of("read-by-emil"),
        *("When?", "At nine.", str(emil.user_id), emil.user_id),
        documents=(shared, own),
    )
    await office.store.interactions.log_interaction(answer)
    await owner.say(f"/audit {emil.user_id}")
    shown = await owner.reads("Emil read 2 documents through an answer: Hours of the ferry")
    assert "at sea" not in shown["text"]
    (entry, *_) = await office.administration.list_audit(MACHINE, person=emil.user_id, limit=1)
    assert entry.title == "Emil at sea, Hours of the ferry"
    assert entry.details == {"answer": answer.id, "documents": [shared, own]}

    card = await opened(emil, "Hours of the ferry")
    await owner.say("/audit hours of the ferry")
    await owner.reads("Emil read 1 document: Hours of the ferry")
    await emil.press(card, "Text")
    await emil.reads("It runs at nine.")
    entries = await office.administration.list_audit(MACHINE, document_id=shared)
    reads = [each for each in entries if each.action == "documents_read"]
    assert len(reads) == 2, "looked at again within the hour"


async def test_a_group_in_whose_name_somebody_asked(office: Office, owner: Person) -> None:
    library = Library(office.house, office.store)
    shared = await library.add("Fares of the ferry", owner=owner.user_id)
    answer = Interaction(
        interaction_id_of("read-by-group"),
        *("How much?", "Two.", "-5012", -5012),
        documents=(shared,),
    )
    await office.store.interactions.log_interaction(answer)
    await owner.say("/audit fares of the ferry")
    await owner.reads("The group -5012 read 1 document through an answer: Fares of the ferry")
