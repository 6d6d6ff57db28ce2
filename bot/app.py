"""The bot, put together: the only place where handlers are added."""

from collections import defaultdict
from collections.abc import Callable, Coroutine
from typing import Any

from telegram import Message, Update
from telegram.ext import (
    Application,
    CallbackQueryHandler,
    ChatMemberHandler,
    CommandHandler,
    ContextTypes,
    ExtBot,
    InlineQueryHandler,
    MessageHandler,
    MessageReactionHandler,
    TypeHandler,
    filters,
)
from telegram.request import HTTPXRequest

from bot.access import Access
from bot.context import (
    BotApplication,
    BotContext,
    Limits,
    Listening,
    NoPages,
    Pages,
    Runs,
    Services,
)
from bot.handlers import (
    awaited,
    clear,
    errors,
    gate,
    mode,
    rich_trial,
    settings,
    start,
    usage,
)
from bot.handlers.access import command as access_command
from bot.handlers.access import screen as access_screen
from bot.handlers.access import viewpoint
from bot.handlers.answers import ask, citations, feedback, reactions, rules, stop, teaching
from bot.handlers.elsewhere import guest, inline
from bot.handlers.groups import membership, policy
from bot.handlers.groups import receive as group_messages
from bot.handlers.library import browse, change, clean, watch
from bot.handlers.owners import conflicts, gaps, passing, replying, weak_answers
from bot.handlers.people import audit, invitations, joining, people, requests, roles
from bot.handlers.presses import Presses
from bot.handlers.tour import tour
from bot.handlers.upload import batches, documents, offers, receive
from bot.menus import set_menus
from bot.messages.debounce import Debouncer
from bot.preferences import Preferences
from bot.reporting.access_requests import AccessRequests
from bot.reporting.corrections import Corrections
from bot.reporting.draft_board import Answering, DraftBoard
from bot.reporting.gaps import Gaps
from bot.reporting.owner_questions import OwnerQuestions
from bot.transport.attempt import TaskTrackingApplication
from bot.transport.buttons import Action, OnceGuard
from bot.transport.outbox import Outbox
from bot.transport.prompts import LibraryState, PromptFilter
from bot.transport.send_once import CONNECTIONS, SendOnce
from pipelines.concurrency import LatestTasks, Turns
from pipelines.ports import Phrasebook
from pipelines.store.store import Store
from pipelines.tls import trusted_roots

TELEGRAM = "https://api.telegram.org"

_RECORDED = filters.VOICE | filters.AUDIO | filters.VIDEO | filters.VIDEO_NOTE
_READABLE = (filters.TEXT | filters.Document.ALL | filters.PHOTO | _RECORDED) & ~filters.ANIMATION

Handling = Coroutine[Any, Any, None]
MessageCallback = Callable[[Message, BotContext], Handling]


class _Called(filters.UpdateFilter):
    """Lets through what calls the bot in a chat that it is no member of."""

    def filter(self, update: Update) -> bool:
        return update.guest_message is not None


def build_bot(token: str, *, base_url: str = TELEGRAM, read_timeout: float = 30.0) -> ExtBot[int]:
    """Make the Bot API client; `base_url` may name any other Bot API server."""
    trusting = {"verify": trusted_roots(trust_env=True)}
    return ExtBot(
        token,
        base_url=f"{base_url.rstrip('/')}/bot",
        base_file_url=f"{base_url.rstrip('/')}/file/bot",
        request=HTTPXRequest(
            read_timeout=read_timeout,
            pool_timeout=10,
            httpx_kwargs={**trusting, "limits": CONNECTIONS},
        ),
        get_updates_request=HTTPXRequest(read_timeout=40, httpx_kwargs=trusting),
        rate_limiter=SendOnce(),
    )


def build_application(
    bot: ExtBot[int],
    *,
    store: Store,
    runs: Runs,
    phrases: Phrasebook,
    access: Access,
    outbox: Outbox | None = None,
    drafts: DraftBoard | None = None,
    corrections: Corrections | None = None,
    limits: Limits | None = None,
    pages: Pages | None = None,
    readable_by_everyone: bool = True,
    quiet_seconds: float = 1.0,
    listening: Listening | None = None,
) -> BotApplication:
    """Put the bot together.

    Args:
        quiet_seconds: how long nothing comes after an album or a long paste.
        listening: hears spoken questions; None: recordings are sources, if anything.
    """
    outbox = outbox or Outbox(bot)
    services = Services(
        store=store,
        runs=runs,
        phrases=phrases,
        access=access,
        limits=limits or Limits(),
        pages=pages or NoPages(),
        readable_by_everyone=readable_by_everyone,
        preferences=Preferences(store),
        presses=OnceGuard(),
        debouncer=Debouncer(quiet_seconds),
        outbox=outbox,
        drafts=drafts or DraftBoard(outbox, phrases),
        answering=Answering(),
        library=LibraryState(),
        owners=OwnerQuestions(store, outbox, phrases),
        corrections=corrections or Corrections(store, outbox, phrases, runs),
        gaps=Gaps(store, outbox, phrases),
        access_requests=AccessRequests(store, outbox, phrases),
        warned_owners=defaultdict(set),
        offering=Turns(),
        inline=LatestTasks(),
        listening=listening,
    )
    application = _application(bot, services)
    _add_handlers(application)
    return application


def _application(bot: ExtBot[int], services: Services) -> BotApplication:
    bot_data: Any = lambda: services  # noqa: E731 - the library is typed for a class here
    return (
        Application.builder()
        .application_class(TaskTrackingApplication)
        .bot(bot)
        .context_types(ContextTypes(context=BotContext, bot_data=bot_data))
        .updater(None)  # updates come through the inbox
        .job_queue(None)
        .post_init(set_menus)
        .build()
    )


def _add_handlers(app: BotApplication) -> None:
    app.add_handler(TypeHandler(Update, stop.take_native), group=-4)
    app.add_handler(TypeHandler(Update, awaited.forget_prompt), group=-3)
    app.add_handler(TypeHandler(Update, gate.admit), group=-2)
    talks = filters.ChatType.PRIVATE | filters.ChatType.GROUPS
    said = filters.UpdateType.MESSAGE & talks & _READABLE
    app.add_handler(MessageHandler(said, _with_message(awaited.take)), group=-1)

    _add_group_handlers(app)

    _add_command(app, "start", joining.start)
    _add_command(app, "help", start.explain)
    _add_command(app, "mode", mode.show)
    _add_command(app, "clear", clear.ask)
    _add_command(app, "stop", stop.stop)
    _add_command(app, "docs", browse.show_documents)
    _add_command(app, "watch", watch.watch)
    _add_command(app, "clean", clean.ask)
    _add_command(app, "settings", settings.show)
    _add_command(app, "lang", settings.show_languages)
    _add_command(app, "usage", usage.show)
    _add_command(app, "access", access_command.access)
    _add_command(app, "as", viewpoint.ask_as)
    _add_people_commands(app)
    new = filters.UpdateType.MESSAGE
    _add_message(app, new & filters.COMMAND, start.refuse_command)
    _add_message(app, new & PromptFilter(app.bot_data.library), browse.take_text)

    _add_message(app, new & _READABLE, receive.receive)
    _add_message(app, new & ~filters.StatusUpdate.ALL, receive.refuse_kind)
    edited = filters.UpdateType.EDITED_MESSAGE & (filters.TEXT | filters.CAPTION)
    _add_message(app, edited & ~filters.COMMAND, receive.take_edited)

    presses = Presses()
    _add_chat_presses(presses)
    _add_feedback_presses(presses)
    _add_owner_presses(presses)
    _add_library_presses(presses)
    _add_settings_presses(presses)
    _add_access_presses(presses)
    _add_people_presses(presses)
    app.add_handler(CallbackQueryHandler(presses.handle))
    app.add_handler(
        MessageReactionHandler(
            reactions.take, message_reaction_types=MessageReactionHandler.MESSAGE_REACTION_UPDATED
        )
    )
    app.add_handler(InlineQueryHandler(inline.take))
    app.add_handler(MessageHandler(_Called(), guest.take))
    app.add_error_handler(errors.report)


def _add_people_commands(app: BotApplication) -> None:
    _add_command(app, "invite", invitations.invite)
    _add_command(app, "people", people.show_people)
    _add_command(app, "roles", roles.show_roles)
    _add_command(app, "audit", audit.show_audit)
    _add_command(app, "rules", rules.show_rules)
    _add_command(app, "gaps", gaps.show_gaps)
    _add_command(app, "why", rules.explain)


def _add_group_handlers(app: BotApplication) -> None:
    """Add what takes all messages of groups, so that none comes to what is for private chats."""
    app.add_handler(ChatMemberHandler(membership.change, ChatMemberHandler.MY_CHAT_MEMBER))
    app.add_handler(ChatMemberHandler(membership.note, ChatMemberHandler.CHAT_MEMBER))
    in_group = filters.ChatType.GROUPS
    _add_message(app, in_group & filters.StatusUpdate.MIGRATE, membership.move)
    come_or_gone = filters.StatusUpdate.NEW_CHAT_MEMBERS | filters.StatusUpdate.LEFT_CHAT_MEMBER
    _add_message(app, in_group & come_or_gone, membership.come_or_go)
    _add_message(app, in_group & filters.UpdateType.MESSAGE, group_messages.receive)
    _add_message(app, in_group & filters.UpdateType.EDITED_MESSAGE, group_messages.take_edited)


def _add_command(app: BotApplication, name: str, handler: MessageCallback) -> None:
    app.add_handler(CommandHandler(name, _with_message(handler), filters.UpdateType.MESSAGE))


def _add_message(app: BotApplication, which: filters.BaseFilter, handler: MessageCallback) -> None:
    app.add_handler(MessageHandler(which, _with_message(handler)))


def _with_message(
    handler: MessageCallback,
) -> Callable[[Update, BotContext], Handling]:
    async def handle(update: Update, context: BotContext) -> None:
        assert update.effective_message is not None  # the filters let no other update in
        await handler(update.effective_message, context)

    return handle


def _add_chat_presses(presses: Presses) -> None:
    presses.add(mode.switch_on_greeting, Action.GREET_CHAT, Action.GREET_DOCUMENTS)
    presses.add(mode.switch, Action.CHAT, Action.DOCUMENTS)
    presses.add(mode.switch_and_go_on, Action.GO_CHAT, once="button")
    presses.add(mode.switch_to_add_source, Action.GO_DOCUMENTS, once="button")
    presses.add(clear.ask_in_place, Action.ASK_CLEAR)
    presses.add(clear.clear, Action.CLEAR, once="message")
    presses.add(clear.clear_and_delete, Action.CLEAR_AND_DELETE, once="message")
    presses.add(clear.keep, Action.KEEP, once="message")
    presses.add(stop.press, Action.STOP_ANSWER, by_others=True)
    presses.add(ask.ask, Action.ASK, once="message")
    presses.add(ask.ask_as_written, Action.ASK_AS_WRITTEN, once="button")
    presses.add(
        citations.open_citation,
        Action.OPEN_CITATION,
        once="button",
        seconds=citations.SECONDS_OPEN,
        repeated="citation-open",
    )
    presses.add(ask.answer_edited, Action.ANSWER_EDITED, once="message")
    presses.add(
        citations.show_text,
        Action.CITATION_TEXT,
        once="button",
        seconds=citations.SECONDS_OPEN,
        repeated="citation-open",
    )
    presses.add(citations.read_on, Action.READ_ON)
    presses.add(citations.turn_page, Action.TURN_PAGE)
    presses.add(documents.add, Action.ADD, Action.SAVE_NOTE, once="message")
    presses.add(documents.add_asked, Action.SAVE_ASKED, once="button")
    presses.add(offers.add_all, Action.ADD_ALL, once="message")
    presses.add(offers.decline, Action.DECLINE_OFFER, once="message")
    presses.add(batches.cancel, Action.CANCEL_BATCH)
    presses.add(batches.retry, Action.RETRY_BATCH, once="button")
    presses.add(batches.add_masked, Action.ADD_MASKED, once="button")
    presses.add(batches.ask_delete, Action.ASK_DELETE_BATCH, once="button")
    presses.add(batches.delete, Action.DELETE_BATCH, once="message")
    presses.add(batches.keep, Action.KEEP_BATCH, once="message")
    presses.add(batches.show_documents, Action.BATCH_DOCUMENTS)
    presses.add(batches.unfold, Action.UNFOLD_BATCH)
    presses.add(batches.fold, Action.FOLD_BATCH)


def _add_feedback_presses(presses: Presses) -> None:
    presses.add(feedback.praise, Action.RATE_UP)
    presses.add(feedback.complain, Action.RATE_DOWN)
    presses.add(feedback.explain, Action.REASON)
    presses.add(feedback.close_reasons, Action.CLOSE_REASONS)
    presses.add(feedback.ask_correction, Action.WRITE_CORRECTION, once="button", seconds=3)
    presses.add(feedback.stop_writing, Action.STOP_WRITING)
    presses.add(feedback.accept_correction, Action.TAKE_CORRECTION, once="message")
    seconds = feedback.SECONDS_AGAIN
    presses.add(feedback.answer_again, Action.ANSWER_AGAIN, once="button", seconds=seconds)
    presses.add(feedback.ask_next, Action.FOLLOW_UP, once="button", seconds=seconds)
    presses.add(rules.explain_pressed, Action.EXPLAIN_ANSWER, once="button", seconds=seconds)
    presses.add(teaching.show_others, Action.SHOW_OTHERS, once="button", seconds=seconds)
    presses.add(teaching.prefer, Action.PREFER_PASSAGE, once="message")
    presses.add(rules.back, Action.RULES)
    presses.add(rules.open_rule, Action.RULE)
    presses.add(rules.withdraw, Action.WITHDRAW_RULE)
    presses.add(
        rules.decide,
        *(Action.ACCEPT_RULE, Action.REJECT_RULE, Action.UNDO_RULE, Action.RENEW_RULE),
    )


def _add_owner_presses(presses: Presses) -> None:
    presses.add(passing.pass_on, Action.ASK_OWNER, once="button")
    presses.add(replying.ask_answer, Action.WRITE_OWNER_ANSWER, once="button", seconds=3)
    presses.add(replying.decline, Action.DECLINE_OWNER_QUESTION)
    presses.add(replying.add_to_base, Action.OWNER_ANSWER_TO_BASE, once="message")
    presses.add(replying.keep_out, Action.KEEP_OWNER_ANSWER, once="message")
    presses.add(gaps.turn_page, Action.GAPS)
    presses.add(gaps.open_gap, Action.GAP)
    presses.add(gaps.ask_answer, Action.WRITE_GAP_ANSWER, once="button", seconds=3)
    presses.add(gaps.ask_words, Action.SEARCH_GAP_ANSWER, once="button", seconds=3)
    presses.add(gaps.point, Action.POINT_GAP_ANSWER, once="message")
    presses.add(gaps.dismiss, Action.DISMISS_GAP)
    holds = Action.FIRST_HOLDS, Action.SECOND_HOLDS, Action.NO_CONFLICT
    presses.add(conflicts.decide, *holds, once="message")
    presses.add(weak_answers.show, Action.SHOW_WEAK_ANSWER, once="button", seconds=3)
    presses.add(weak_answers.show_golden, Action.SHOW_GOLDEN, once="button", seconds=3)


def _add_library_presses(presses: Presses) -> None:
    presses.add(browse.open_document, Action.OPEN_DOCUMENT)
    presses.add(browse.turn_page, Action.DOCUMENTS_PAGE)
    presses.add(browse.show_all, Action.ALL_DOCUMENTS)
    presses.add(browse.ask_what_to_search, Action.SEARCH_DOCUMENTS)
    presses.add(browse.show_text, Action.DOCUMENT_TEXT)
    presses.add(browse.send_file, Action.SEND_FILE, once="button", seconds=browse.SECONDS_SENT)
    presses.add(browse.show_versions, Action.DOCUMENT_VERSIONS)
    presses.add(change.ask_name, Action.RENAME_DOCUMENT)
    presses.add(change.ask_delete, Action.ASK_DELETE_DOCUMENT)
    presses.add(change.delete, Action.DELETE_DOCUMENT, once="button")
    presses.add(change.fetch_again, Action.FETCH_AGAIN, once="button")
    presses.add(watch.offer, Action.OFFER_WATCH)
    presses.add(watch.start_from_card, Action.WATCH_DAILY, Action.WATCH_WEEKLY)
    presses.add(watch.stop, Action.STOP_WATCH)
    presses.add(tour.begin, Action.TOUR, once="button")
    presses.add(tour.ask, Action.TOUR_ASK, once="button")
    presses.add(tour.remove, Action.TOUR_REMOVE, once="message")
    presses.add(clean.ask_in_place, Action.ASK_CLEAN)
    presses.add(clean.ask_word, Action.CLEAN_OWN, Action.CLEAN_ALL)


def _add_settings_presses(presses: Presses) -> None:
    presses.add(settings.back, Action.SETTINGS)
    presses.add(settings.open_setting, Action.SETTING)
    presses.add(settings.choose, Action.SET)
    presses.add(rich_trial.keep, Action.RICH_READABLE, once="message")
    presses.add(rich_trial.decline, Action.RICH_UNREADABLE, once="message")
    presses.add(policy.back, Action.POLICY)
    presses.add(policy.open_setting, Action.POLICY_SETTING)
    presses.add(policy.choose, Action.POLICY_SET)


def _add_access_presses(presses: Presses) -> None:
    presses.add(access_screen.open_document, Action.DOCUMENT_ACCESS)
    presses.add(access_screen.share_document, Action.SHARE_DOCUMENT)
    presses.add(access_screen.open_batch, Action.BATCH_ACCESS)
    presses.add(access_screen.share_batch, Action.SHARE_BATCH)
    presses.add(policy.open_role, Action.GROUP_ROLE)
    presses.add(policy.choose_role, Action.SET_GROUP_ROLE)


def _add_people_presses(presses: Presses) -> None:
    presses.add(requests.greet, Action.REQUEST_ACCESS, once="message")
    presses.add(requests.approve, Action.APPROVE_PERSON, once="message")
    presses.add(requests.decline, Action.DECLINE_PERSON, once="message")
    presses.add(invitations.show_list, Action.INVITATIONS)
    presses.add(invitations.revoke, Action.REVOKE_INVITATION, once="button")
    presses.add(invitations.revoke_listed, Action.REVOKE_LISTED)
    presses.add(people.turn_page, Action.PEOPLE)
    presses.add(people.open_person, Action.PERSON)
    presses.add(people.change_role, Action.PERSON_ROLE)
    presses.add(people.suspend, Action.SUSPEND_PERSON, Action.RESTORE_PERSON)
    presses.add(people.ask_remove, Action.ASK_REMOVE_PERSON)
    presses.add(people.remove, Action.REMOVE_PERSON, once="button")
    presses.add(roles.show_list, Action.ROLES)
    presses.add(roles.open_role, Action.ROLE)
    presses.add(roles.change_right, Action.ROLE_RIGHT)
    presses.add(roles.ask_delete, Action.ASK_DELETE_ROLE)
    presses.add(roles.delete, Action.DELETE_ROLE, once="button")
    presses.add(audit.turn_page, Action.AUDIT)
