"""Find what could be asked next, and keep what the base answers.

Candidates are topics beside what was cited; with a language model, questions it writes from the
same passages. Each is searched and answered as if it had been asked, by its asker's rights.
"""

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from pipelines.answer.state import QUESTION, AnswerState, Reading
from pipelines.answer.writing.metering import Metering
from pipelines.errors import ParagrafError
from pipelines.models.answers import Passage
from pipelines.nodes.answering.citation_marks import strip_marks
from pipelines.nodes.prompting.following import following_prompt
from pipelines.nodes.questions.follow_up.leaning import asks
from pipelines.nodes.questions.next_questions import LONGEST, next_questions
from pipelines.nodes.text.words import content_words
from pipelines.settings import FollowUpSettings
from pipelines.store.search import SearchStore

_DOCUMENTS = 2  # whose surroundings are looked at
_BEFORE, _AROUND = 12, 40  # passages
_MOST_TRIED = 8
_LONGEST_S, _LOOK_UP_S = 30.0, 0.2  # of a model's writing; after which it is seen who waits
_BULLET = re.compile(r"^\s*(?:[-*•]|[0-9]+[.)])\s*")

logger = logging.getLogger(__name__)

Trial = Callable[[AnswerState], Awaitable[AnswerState]]


@dataclass(frozen=True, slots=True)
class Offering:
    """What questions to offer are found with.

    answered: answers one, in the base's own words.
    is_busy: tells whether there is something better to do.
    """

    search: SearchStore
    model: Metering | None
    answered: Trial
    is_busy: Callable[[], bool] = lambda: False

    async def find(
        self, state: AnswerState, limits: FollowUpSettings, asked: Sequence[str] = ()
    ) -> tuple[str, ...]:
        """Return questions that the base answers; what is found in time, else none. Never fails.

        Args:
            asked: what was asked in this conversation, and is not offered again.
        """
        kept: list[str] = []
        try:
            passages = await self._surroundings(state)
            written = await self._written(state, passages, limits.seconds, asked)
            async with asyncio.timeout(limits.seconds):
                beside = _beside(state, passages)
                new = [one for one in written if not _was_asked(one, asked)]
                new += [one for one in beside if not _is_topic_of(one, asked)]
                for candidate in new[:_MOST_TRIED]:
                    if len(kept) == limits.most or self.is_busy():
                        break
                    about = content_words(candidate) if candidate in beside else frozenset()
                    if not _is_alike(candidate, kept) and await self._holds(
                        candidate, state, about
                    ):
                        kept.append(candidate)
        except TimeoutError:
            logger.info("no time to look for further questions; %s found", len(kept))
        except ParagrafError as error:
            logger.info("no further questions are offered: %s", type(error).__name__)
        return tuple(kept)

    async def _surroundings(self, state: AnswerState) -> tuple[Passage, ...]:
        asker = state.request.asker
        ids = [c.passage_id for c in state.citations if c.passage_id is not None]
        cited = await self.search.get_passages(list(dict.fromkeys(ids)), asker=asker)
        first = {one.document_id: one.passage_idx for one in reversed(cited)}
        found = await asyncio.gather(
            *(
                self.search.document_passages(
                    document, asker=asker, first=at - _BEFORE, limit=_AROUND
                )
                for document, at in list(reversed(first.items()))[:_DOCUMENTS]
            )
        )
        return tuple(passage for passages in found for passage in passages)

    async def _written(
        self, state: AnswerState, passages: Sequence[Passage], seconds: float, before: Sequence[str]
    ) -> list[str]:
        """Have the model write questions; none when it takes too long or there is none.

        It may take as long as the answer took it: nobody waits. Whoever asks meanwhile goes before.
        """
        if self.model is None or not state.has_model or not passages:
            return []
        cited = {citation.passage_id for citation in state.citations}
        shown = sorted(passages, key=lambda passage: passage.id not in cited)
        prompt = following_prompt(_asked(state), shown, state.language, before)
        writing = asyncio.ensure_future(
            self.model.complete(state.request.billed_to, prompt.system, prompt.turns)
        )
        try:
            async with asyncio.timeout(max(seconds, min(_LONGEST_S, _generating_s(state)))):
                while not writing.done() and not self.is_busy():
                    await asyncio.wait({writing}, timeout=_LOOK_UP_S)
                if not writing.done():
                    return []
                written = await writing
        except (TimeoutError, ParagrafError) as error:
            logger.info("a model wrote no further questions: %s", type(error).__name__)
            return []
        finally:
            writing.cancel()
        lines = [_BULLET.sub("", line).strip() for line in written.text.splitlines()]
        asked = content_words(_asked(state))
        return [
            line
            for line in lines
            if line.endswith("?") and len(line) <= LONGEST and not content_words(line) <= asked
        ]

    async def _holds(self, candidate: str, state: AnswerState, about: frozenset[str]) -> bool:
        """Say whether the base answers a question, with something that was not said just now.

        Args:
            about: words of it, most of which what is cited must have, or stand under.
        """
        request = replace(state.request, question=candidate, is_literal=True)
        asked = AnswerState(
            replace(request, is_again=False, left_out=(), replied_to=""),
            state.language,
            intent=QUESTION,
            readings=(Reading(candidate),),
        )
        told = await self.answered(asked)
        if told.abstained or told.is_nearest or not told.citations:
            return False
        cited = (f"{c.quote}\n{c.heading or ''}" for c in told.citations)
        if 2 * len(about & content_words("\n".join(cited))) <= len(about) > 0:
            return False
        said = strip_marks(state.text)
        return any(line.strip() not in said for line in strip_marks(told.text).splitlines())


def _beside(state: AnswerState, passages: Sequence[Passage]) -> tuple[str, ...]:
    return next_questions(_asked(state), state.text, state.citations, passages)


def _asked(state: AnswerState) -> str:
    return state.exchange.question if state.exchange else state.request.question


def _generating_s(state: AnswerState) -> float:
    """Return the seconds that an answer took to be written."""
    return state.timings.generate / 1000


def _was_asked(candidate: str, asked: Sequence[str]) -> bool:
    """Say whether a question says nothing that one before did not say."""
    words = content_words(candidate)
    return any(words <= content_words(one) for one in asked)


def _is_topic_of(topic: str, asked: Sequence[str]) -> bool:
    """Say whether a topic was asked for by itself; to what a question was about there is more."""
    return _was_asked(topic, [one for one in asked if not asks(one)])


def _is_alike(candidate: str, kept: Sequence[str]) -> bool:
    words = content_words(candidate)
    return any(words <= content_words(one) or content_words(one) <= words for one in kept)
