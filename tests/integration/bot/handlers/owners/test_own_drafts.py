"""Whoever proposed a correction finds it in /rules while it waits, and may take it back."""

from tests.integration.bot.handlers.owners.conftest import Desk
from tests.support.bot.bot_harness import Person
from tests.support.bot.over_database.library_harness import Library, labels

_DRAFT = """
with draft as (
    insert into learned_constraints (
        repo_id, code_pattern, user_reason, embedding, state, question, shown_document_id,
        shown_passage_idx
    ) values (
        'paragraf/base', '', 'wrong', array_fill(0.1::real, array[768])::extensions.vector,
        'draft', 'Who keeps the key?', %s, 0
    ) returning id
)
insert into rule_supporters (constraint_id, user_id)
select d.id, u.id from draft as d join users as u on u.telegram_id = %s
"""


async def test_a_draft_is_taken_back_by_whoever_proposed_it(
    desk: Desk, bob: Person, anna: Person, oscar: Person
) -> None:
    for person in bob, anna:
        await person.say("/mode")
        await person.reads_count(1)
    document = await Library(desk.house, desk.store).add("Keys", owner=oscar.user_id)
    await desk.sql("delete from learned_constraints")
    await desk.sql(_DRAFT, document, bob.user_id)
    await anna.say("/rules")
    assert labels(await anna.reads("Поправок нет")) == []
    await bob.say("/rules")
    shown = await bob.reads("1 correction", "waits for a decision")
    await bob.press(shown, "❔ Who keeps the key?")
    card = await bob.reads("A correction is proposed", "It waits for an admin")
    assert labels(card) == ["Take it back", "« All corrections"]
    await bob.press(card, "Take it back")
    await bob.sees_toast("Taken back")
    assert labels(await bob.reads("There are no corrections")) == []
    [rule] = await desk.store.rules.list_rules(oscar.user_id)
    assert (rule.state, rule.people) == ("rejected", 0)
    await desk.store.documents.delete_document(document, actor=oscar.user_id)
