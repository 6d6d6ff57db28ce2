"""Corrections on their way to rules: proposed, shown to admins, tried, told to who gave them.

A rule is tried on other questions beside all else: it may take a while. What a restart cuts off is
tried again by a button of its card, or by /rules.
"""

import asyncio
import logging
from contextvars import Context
from dataclasses import dataclass, field
from typing import Protocol

from telegram.error import TelegramError

from bot.transport.outbox import Outbox
from bot.transport.pieces import Piece, split
from bot.transport.rate_limit import Pace
from bot.transport.reply_address import Origin
from bot.views.answers.rules import decided_text, rule_card, rule_keys, taught_text, undo_keys
from bot.views.text import Reader
from pipelines.answer.teaching import Correction, Teaching
from pipelines.errors import ParagrafError
from pipelines.models.interactions import Interaction
from pipelines.models.learning.rules import KnownRule, Proposed
from pipelines.models.requests import BatchReport
from pipelines.ports import Phrasebook
from pipelines.store.store import Store

logger = logging.getLogger(__name__)

_MOST_WAITING = 5  # drafts that are shown to an admin who decides on none


class TeachingRuns(Protocol):
    """What rules are made and tried with."""

    async def teaching(self) -> Teaching:
        """Return it, as soon as it is there."""
        ...


@dataclass(frozen=True, slots=True)
class Corrections:
    """What is done with corrections besides keeping them."""

    store: Store
    outbox: Outbox
    phrases: Phrasebook
    runs: TeachingRuns
    _trying: set[asyncio.Task[None]] = field(default_factory=set)

    async def close(self) -> None:
        """Try nothing more."""
        for task in self._trying:
            task.cancel()
        await asyncio.gather(*self._trying, return_exceptions=True)

    async def propose(
        self,
        interaction: Interaction,
        correction: Correction,
        *,
        asker: int,
        chat: str,
        opens: bool = False,
    ) -> Proposed | None:
        """Make a rule of a correction, and show it to those who decide; None: there is none."""
        teaching = await self.runs.teaching()
        proposed = await teaching.propose(
            interaction, correction, asker=asker, chat=chat, opens=opens
        )
        if proposed is not None and proposed.state == "draft" and proposed.rule_id is not None:
            await self._tell_admins(proposed.rule_id)
        return proposed

    async def learn(self, to: Origin, report: BatchReport) -> None:
        """Prefer the document that a correction has become, and say what holds from now on."""
        store, reader = self.store, Reader(to.user_id, to.language, self.phrases)
        added = next((item.document_id for item in report.items if item.document_id), None)
        seen = await store.interactions.get_interaction(
            to.corrected, asker=to.user_id, chat=to.memory
        )
        if added is None or seen is None:
            return
        passages = await store.search.document_passages(added, asker=to.user_id, limit=1)
        written = seen.feedback.correction if seen.feedback is not None else None
        if not passages or not written:
            return
        correction = Correction("prefer", written, passages[0].id)
        proposed = await self.propose(
            *(seen.interaction, correction),
            asker=to.user_id,
            chat=to.memory,
            opens=to.is_for_everyone,
        )
        await self.say(proposed, reader, reply_to=to.reply_to, is_added=True)

    async def told(
        self, proposed: Proposed | None, reader: Reader, *, is_added: bool = False
    ) -> str:
        """Say in words what comes of a correction; to an admin who decides it, that they do.

        Where there is no admin at all, it says so: nobody would ever decide.
        """
        is_theirs = is_undecidable = False
        if proposed is not None and proposed.state == "draft" and proposed.rule_id is not None:
            rule = await self.store.rules.get_rule(proposed.rule_id, actor=reader.user_id)
            is_theirs = rule is not None
            is_undecidable = not await self.store.administration.admins_to_ask()
        return taught_text(
            *(proposed, reader),
            is_added=is_added,
            is_theirs=is_theirs,
            is_undecidable=is_undecidable,
        )

    async def say(
        self,
        proposed: Proposed | None,
        reader: Reader,
        *,
        reply_to: int | None = None,
        is_added: bool = False,
    ) -> None:
        """Tell whoever gave a correction what comes of it; what holds already can be undone.

        is_added: their words are a document now.
        """
        keys, said = None, await self.told(proposed, reader, is_added=is_added)
        if proposed is not None and proposed.state == "active" and proposed.rule_id is not None:
            keys = undo_keys(proposed.rule_id, reader)
        await self.outbox.deliver(
            reader.user_id,
            split(Piece(said)),
            keyboard=keys,
            reply_to=reply_to,
            pace=Pace.REPORT if is_added else Pace.REPLY,
        )

    async def tell_supporters(self, rule: KnownRule, *, decided_by: int) -> None:
        """Tell everybody else who asked for a rule what was decided on it."""
        number = rule.rule.id
        for person in await self.store.rules.supporters_to_tell(number, actor=decided_by):
            reader = Reader(person.telegram_id, person.language, self.phrases)
            said = split(decided_text(rule, reader))
            await self.outbox.deliver(reader.user_id, said, pace=Pace.REPORT)

    def try_out(
        self, rule: KnownRule, reader: Reader, shown_at: int, *, in_list: bool = False
    ) -> None:
        """Try a rule, and then show what it would change, with the buttons."""
        trying = self._try_out(rule, reader, shown_at, in_list=in_list)
        task = asyncio.create_task(trying, context=Context())  # it is no part of what began it
        self._trying.add(task)
        task.add_done_callback(self._trying.discard)

    async def _tell_admins(self, rule_id: int) -> None:
        """Show a new draft to every admin who may decide on it; who asks for it again counts.

        Of those who let some wait, none is shown more: they are told once that there are more.
        """
        for admin in await self.store.administration.admins_to_ask():
            reader = Reader(admin.telegram_id, admin.language, self.phrases)
            rule = await self.store.rules.get_rule(rule_id, actor=reader.user_id)
            if rule is None or rule.people > 1:
                continue
            waiting = await self.store.rules.list_rules(
                reader.user_id, state="draft", limit=_MOST_WAITING + 2
            )
            if len(waiting) > _MOST_WAITING:
                if len(waiting) == _MOST_WAITING + 1:
                    more = Piece(reader.say("rules-more"))
                    await self.outbox.send(reader.user_id, more, pace=Pace.REPORT)
                continue
            trying = rule_card(rule, reader, said=reader.say("rule-being-tried"))
            keys = rule_keys(rule, reader)  # for when a restart cuts it off
            shown_at = await self.outbox.send(
                reader.user_id, trying, keyboard=keys, pace=Pace.REPORT
            )
            if shown_at:
                self.try_out(rule, reader, shown_at)

    async def _try_out(
        self, rule: KnownRule, reader: Reader, shown_at: int, *, in_list: bool
    ) -> None:
        replay = None
        try:
            teaching = await self.runs.teaching()
            replay = await teaching.replay(rule, actor=reader.user_id)
            card = rule_card(rule, reader, replay)
        except ParagrafError as error:
            logger.warning("a rule could not be tried: %s", type(error).__name__)
            card = rule_card(rule, reader, said=reader.say("rule-untried"))
        try:
            keys = rule_keys(rule, reader, replay, in_list=in_list)
            await self.outbox.edit(reader.user_id, shown_at, card, keyboard=keys)
        except (ParagrafError, TelegramError) as error:
            logger.warning("a rule could not be shown: %s", type(error).__name__)
