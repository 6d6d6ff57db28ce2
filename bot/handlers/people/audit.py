"""/audit: what was done, of everything, of somebody, or of a document."""

from telegram import Message

from bot.context import BotContext
from bot.handlers.people.screen import check_admin, show
from bot.handlers.presses import Press
from bot.views.people.audit import PER_PAGE, Subject, audit_view
from bot.views.people.people import name_of
from bot.views.text import shortened, untappable
from pipelines.errors import UserError
from pipelines.models.people import Person

LONGEST_QUERY = 200  # characters
_TITLE = 100
_LOOKED_AT = 20  # people of a name


async def show_audit(_message: Message, context: BotContext) -> None:
    """Show what was done, newest first.

    Raises:
        UserError: nobody and nothing is called so, or whoever asks is no admin.
    """
    await check_admin(context)
    query = " ".join(context.args or [])[:LONGEST_QUERY]
    subject, about = await _find(query, context) if query else (Subject(), "")
    await _show(subject, context, about=about)


async def turn_page(press: Press, context: BotContext) -> None:
    """Show older entries, or the newest again."""
    await check_admin(context)
    carried, _, before = press.argument.partition("_")
    subject = Subject.decode(carried)
    about = await _name(subject, context)
    await _show(subject, context, press, about=about, before=int(before) if before else None)


async def _show(
    subject: Subject,
    context: BotContext,
    press: Press | None = None,
    *,
    about: str,
    before: int | None = None,
) -> None:
    entries = await context.services.store.administration.list_audit(
        context.user_id,
        before=before,
        limit=PER_PAGE + 1,
        person=subject.person,
        document_id=subject.document_id,
    )
    is_first = before is None
    view = audit_view(entries, subject, context.reader, about=about, is_first=is_first)
    await show(view, context, press)


async def _find(query: str, context: BotContext) -> tuple[Subject, str]:
    """Return whom or what the words name.

    An @username, an id or a whole name goes before part of a title, and that before part of a name.
    """
    steps = (_find_named, _find_document, _find_person)
    for step in steps:
        if found := await step(query, context):
            return found
    raise UserError("audit-nothing-called-so", query=shortened(query, _TITLE))


async def _find_named(query: str, context: BotContext) -> tuple[Subject, str] | None:
    """Return the person with this @username, id, name or part of a name that is a whole word."""
    store = context.services.store.administration
    bare = query.removeprefix("@").casefold()
    for person in (await store.list_people(context.user_id, query, limit=_LOOKED_AT)).shown:
        name = (person.name or "").casefold()
        names = {name, *name.split(), str(person.telegram_id), (person.username or "").casefold()}
        if bare in names:
            return _of_person(person, context)
    return None


async def _find_person(query: str, context: BotContext) -> tuple[Subject, str] | None:
    store = context.services.store.administration
    found = (await store.list_people(context.user_id, query.removeprefix("@"), limit=1)).shown
    if not found:
        return None
    return _of_person(found[0], context)


def _of_person(person: Person, context: BotContext) -> tuple[Subject, str]:
    name = name_of(person.name, person.telegram_id, context.reader)
    return Subject(person=person.telegram_id), name


async def _find_document(query: str, context: BotContext) -> tuple[Subject, str] | None:
    documents = context.services.store.documents
    found = (await documents.list_documents(asker=context.user_id, query=query, limit=1)).documents
    if not found:
        return None
    return Subject(document_id=found[0].document_id), _titled(found[0].title)


async def _name(subject: Subject, context: BotContext) -> str:
    """Return what a subject is called, as far as the reader may know."""
    if subject.person is not None:
        found = await _find_person(str(subject.person), context)
        return found[1] if found is not None else str(subject.person)
    if subject.document_id is not None:
        documents = context.services.store.documents
        card = await documents.get_document(subject.document_id, asker=context.user_id)
        return _titled(card.title) if card is not None else context.say("audit-a-document")
    return ""


def _titled(title: str) -> str:
    return untappable(shortened(title, _TITLE))
