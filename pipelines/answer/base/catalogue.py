"""Answer about the base itself: which documents, how many, what is new; who sent one, and when.

What is done with buttons alone, such as deleting, is told how to do.
"""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from itertools import takewhile

from pipelines.answer.state import AnswerState
from pipelines.models.answers import Choice, Exchange
from pipelines.nodes.answering.tappable import untappable
from pipelines.nodes.questions.asking import PREPOSITIONS, asking_at, words_of
from pipelines.nodes.questions.intents.intent import IntentKind
from pipelines.nodes.questions.intents.vocabulary import kind_words
from pipelines.nodes.questions.politeness import SPEAKER
from pipelines.nodes.text.glossary import meanings, meant
from pipelines.nodes.text.words import content_words, fold, romanised
from pipelines.ports import Phrasebook
from pipelines.store.documents import DocumentCard, DocumentStore, ListedDocument
from pipelines.store.originals import OriginalStore

_MOST_READ = 500  # documents that titles are looked for in
_A_PAGE = 100
_MOST_SENT = 100  # documents whose senders are looked at
_MOST_FILES = 3  # documents whose files are offered with them
_MOST_OF_IT = 0.5
_SHORT = 4  # letters of a word that are in all of its forms, when it has one more at most
_ENDING = 2  # letters behind the stem of a word
_NAMED = re.compile(r"[^\W_]+")
_WORD = re.compile(r"[^\W\d_]+")
MOST_LISTED = 20
MOST_CHOICES = 8  # buttons


@dataclass(frozen=True, slots=True)
class Catalogue:
    """What the list of documents is asked with."""

    documents: DocumentStore
    phrases: Phrasebook
    originals: OriginalStore | None = None  # whose files can be sent

    async def tell(self, state: AnswerState, speech: str | None) -> AnswerState | None:
        """Answer from the list; None when the message asks for something that is not a document."""
        if state.intent.wants_command:
            text = self.phrases.say(f"catalogue-{state.intent.kind}", speech)
            return _about(replace(state, text=text), [])
        listed, total = await self._listed(state.request.asker)
        if not total:
            text = self.phrases.say("smalltalk-base-empty", speech)
            return replace(state, text=text, is_base_empty=True)
        match state.intent.kind:
            case "document_count" if state.intent.rest and _listed_before(state):
                count = len(_listed_before(state))
                text = self.phrases.say("catalogue-count-listed", speech, count=count)
                return replace(state, text=text, exchange=state.earlier)
            case "document_count":
                return replace(state, text=self.phrases.say("catalogue-count", speech, count=total))
            case "recent_documents":
                return self._recent(state, listed, speech)
            case "has_document" | "open_document" | "send_document":
                return await self._those_called(state, listed, speech)
            case "documents_from":
                return await self._those_from(state, listed, speech)
            case "document_sender" | "document_date" | "document_pages":
                return await self._of_one(state, listed, speech)
            case "clean_base":
                return _about(replace(state, text=self.phrases.say("catalogue-clean", speech)), [])
            case "delete_document" | "rename_document":
                return self._by_buttons(state, listed, speech)
            case "documents" if state.intent.section:
                return await self._in_language(state, speech)
            case _:
                heading = self.phrases.say("catalogue-list-heading", speech, count=total)
                return self._listing(state, heading, listed, total, speech)

    async def find(self, asker: int | None, words: str) -> tuple[ListedDocument, ...]:
        """Return the documents whose names hold these words, the closest first."""
        listed, _ = await self._listed(asker)
        return called(words, listed)

    async def newest(self, asker: int | None) -> ListedDocument | None:
        """Return the document that was added last."""
        page = await self.documents.list_documents(asker=asker, limit=1)
        return page.documents[0] if page.documents else None

    async def _listed(self, asker: int | None) -> tuple[list[ListedDocument], int]:
        listed: list[ListedDocument] = []
        while True:
            page = await self.documents.list_documents(asker=asker, skip=len(listed), limit=_A_PAGE)
            listed += page.documents
            if not page.documents or len(listed) >= min(page.total, _MOST_READ):
                return listed, page.total

    def _recent(
        self, state: AnswerState, listed: Sequence[ListedDocument], speech: str | None
    ) -> AnswerState:
        period = state.intent.period
        if period is None:
            newest = listed[:1] if state.intent.is_newest else _of_last_day(listed)
            heading = self.phrases.say("catalogue-newest-heading", speech)
            return self._listing(state, heading, newest, len(newest), speech)
        since, until = period.bounds(datetime.now(UTC).date())
        within = [one for one in listed if since <= one.added_at.date() <= until]
        span = "day" if since == until else "days"
        named: dict[str, str | date] = {"span": span, "since": since, "until": until}
        if not within:
            text = self.phrases.say("catalogue-none-in-period", speech, **named)
            return replace(state, text=text)
        heading = self.phrases.say("catalogue-recent-heading", speech, count=len(within), **named)
        return self._listing(state, heading, within, len(within), speech)

    async def _in_language(self, state: AnswerState, speech: str | None) -> AnswerState:
        """List the documents in a language that is asked for."""
        page = await self.documents.list_documents(
            asker=state.request.asker, limit=_A_PAGE, language=state.intent.section
        )
        code, key = state.intent.section, "catalogue-in-language"
        heading = self.phrases.say(key, speech, count=page.total, language_code=code)
        return self._listing(state, heading, page.documents, page.total, speech)

    async def tell_of(
        self, state: AnswerState, documents: Sequence[str], speech: str | None
    ) -> AnswerState | None:
        """List what is called as what is asked about, then these documents, which tell of it."""
        listed, _ = await self._listed(state.request.asker)
        by_id = {one.document_id: one for one in listed}
        named = [one.document_id for one in called(state.intent.rest, listed)]
        told = [by_id[one] for one in dict.fromkeys((*named, *documents)) if one in by_id]
        if not told:
            return None
        heading = self.phrases.say("catalogue-about", speech, count=len(told))
        return self._listing(state, heading, told, len(told), speech)

    async def _those_called(
        self, state: AnswerState, listed: Sequence[ListedDocument], speech: str | None
    ) -> AnswerState | None:
        """List what is called so, with its files; what is to be opened, only if all words fit."""
        rest, kind = state.intent.rest, state.intent.kind
        found: Sequence[ListedDocument] = called(rest, listed)
        if kind == "open_document":
            found = [one for one in found if _is_called(rest, one)]
        if kind == "send_document" and not rest:
            found = self._at_hand(state, listed)
        if not found:
            return None
        key = "catalogue-has" if kind == "has_document" else "catalogue-here"
        heading = self.phrases.say(key, speech, count=len(found))
        told = self._listing(state, heading, found, len(found), speech)
        return await self._with_files(told)

    async def tell_of_none(self, state: AnswerState, speech: str | None) -> AnswerState | None:
        """Say that no document is called as one that is asked for, and list what there is.

        None: more is said of it than its kind, so that it may be a question after all, but where
        nothing but a document is to be sent.
        """
        rest = state.intent.rest
        wanted = content_words(rest)
        is_bare = wanted <= content_words(" ".join(kind_words(rest)))
        if not wanted or not (is_bare or state.intent.kind == "send_document"):
            return None
        listed, total = await self._listed(state.request.asker)
        if not total:
            return None
        name = untappable(rest)
        heading = self.phrases.say("catalogue-none-called", speech, name=name)
        return self._listing(state, heading, listed[:MOST_CHOICES], total, speech)

    async def _those_from(
        self, state: AnswerState, listed: Sequence[ListedDocument], speech: str | None
    ) -> AnswerState | None:
        """List what somebody sent, or what is by its name from somebody.

        None where "what did she send?" may be asked of what documents tell.
        """
        who, asker = state.intent.rest, state.request.asker
        wanted = content_words(who)
        is_reader = {word.word for word in words_of(who)} <= SPEAKER
        if not wanted and not is_reader:
            return None
        cards = await asyncio.gather(
            *(
                self.documents.get_document(one.document_id, asker=asker)
                for one in listed[:_MOST_SENT]
            )
        )
        owners = {card.document_id: card for card in cards if card is not None}
        found = [
            one
            for one in listed
            if _is_from(wanted, who, owners.get(one.document_id), one)
            if not is_reader or owners[one.document_id].owner_telegram_id == asker
        ]
        if not found and not (kind_words(state.request.question) or who[:1].isupper()):
            return None
        if not found:
            text = self.phrases.say("catalogue-none-from", speech, name=untappable(who))
            return _about(replace(state, text=text), [])
        heading = self.phrases.say("catalogue-here", speech, count=len(found))
        return await self._with_files(self._listing(state, heading, found, len(found), speech))

    async def _with_files(self, state: AnswerState) -> AnswerState:
        """Offer the files of the few documents that are listed."""
        if self.originals is None or len(state.choices) > _MOST_FILES:
            return state
        asker = state.request.asker
        files = await asyncio.gather(
            *(self.originals.get_original(one.document_id, asker=asker) for one in state.choices)
        )
        choices = tuple(
            replace(one, has_file=file is not None and file.place == "telegram")
            for one, file in zip(state.choices, files, strict=True)
        )
        return replace(state, choices=choices)

    async def _of_one(
        self, state: AnswerState, listed: Sequence[ListedDocument], speech: str | None
    ) -> AnswerState | None:
        """Tell who sent a document, when it was added, or how many pages it has."""
        asker = state.request.asker
        meant = called(state.intent.rest, listed)[:1] if state.intent.rest else ()
        documents = [one.document_id for one in meant]
        if state.intent.is_newest:
            documents = [one.document_id for one in listed[:1]]
        elif not state.intent.rest and state.earlier is not None:
            documents = list(state.earlier.documents[:1])
        card = await self.documents.get_document(documents[0], asker=asker) if documents else None
        if card is None or (state.intent.kind == "document_pages" and not card.pages):
            return None
        text = self._fact(state.intent.kind, card, asker, speech)
        return _about(replace(state, text=text), [Choice(card.document_id, card.title)])

    def _fact(
        self, kind: IntentKind, card: DocumentCard, asker: int | None, speech: str | None
    ) -> str:
        title, local = untappable(card.title), card.added_at.astimezone()
        if kind == "document_pages":
            pages = card.pages or 0
            return self.phrases.say("catalogue-pages", speech, title=title, pages=pages)
        if kind == "document_date":
            day, time = local.date(), f"{local:%H:%M}"
            return self.phrases.say("catalogue-added-on", speech, title=title, date=day, time=time)
        is_reader = asker is not None and card.owner_telegram_id == asker
        return self.phrases.say(
            "catalogue-sent-by",
            speech,
            whose="reader" if is_reader else "known" if card.owner_name else "unknown",
            title=title,
            name=untappable(card.owner_name or ""),
            date=card.added_at.date(),
        )

    def _by_buttons(
        self, state: AnswerState, listed: Sequence[ListedDocument], speech: str | None
    ) -> AnswerState | None:
        """Say with which button it is done, and offer the documents that may be meant.

        Asked how to do it with what is no document here, the base may have the answer.
        """
        rest, asked = state.intent.rest, words_of(state.request.question)
        meant = called(rest, listed) if rest else self._at_hand(state, listed)
        if rest and not meant and asking_at(asked, 0) is not None:
            return None
        text = self.phrases.say(
            "catalogue-delete" if state.intent.kind == "delete_document" else "catalogue-rename",
            speech,
            count=len(meant),
            title=untappable(meant[0].title) if meant else "",
        )
        choices = [Choice(one.document_id, one.title) for one in meant]
        return _about(replace(state, text=text), choices)

    def _at_hand(
        self, state: AnswerState, listed: Sequence[ListedDocument]
    ) -> Sequence[ListedDocument]:
        """Return the newest document or the only one that was cited or named before."""
        if state.intent.is_newest:
            return listed[:1]
        before = state.earlier.documents if state.earlier is not None else ()
        return [one for one in listed if (one.document_id,) == before]

    def _listing(
        self,
        state: AnswerState,
        heading: str,
        listed: Sequence[ListedDocument],
        total: int,
        speech: str | None,
    ) -> AnswerState:
        lines = [
            self.phrases.say(
                "catalogue-line",
                speech,
                n=n,
                title=untappable(one.title),
                date=one.added_at.date(),
            )
            for n, one in enumerate(listed[:MOST_LISTED], start=1)
        ]
        if total > len(lines):
            lines.append(self.phrases.say("catalogue-more", speech, count=total - len(lines)))
        elif len(lines) > MOST_CHOICES:
            lines.append(self.phrases.say("catalogue-buttons", speech))
        choices = [Choice(one.document_id, one.title) for one in listed[:_A_PAGE]]
        return _about(replace(state, text="\n".join([heading, *lines])), choices)


def called(words: str, listed: Sequence[ListedDocument]) -> tuple[ListedDocument, ...]:
    """Return the documents that are called so: all words of the name given, or most of them.

    What kind of document it is ("the article about …") counts only among those that fit else, and
    "the contract" is one before "Estimate for the contract".
    What was written beneath a file is called by that file; the file itself is meant.
    """
    wanted = content_words(words)
    if not wanted:
        return ()
    kinds = content_words(" ".join(kind_words(words)))
    topic = wanted - kinds or wanted
    names = [f"{one.title} {one.file_name or ''}" for one in listed]
    shares = [(_share(topic, words, name), _share(wanted, words, name)) for name in names]
    best = max(shares, default=(0.0, 0.0))
    if best[0] < _MOST_OF_IT:
        return _meant_so(wanted, listed) if len(wanted) > 1 or kinds else ()
    closest = [one for share, one in zip(shares, listed, strict=True) if share == best]
    closest.sort(key=lambda one: not _is_head(topic, words, one))
    files = {one.file_name for one in closest if one.file_name}
    return tuple(one for one in closest if not _is_about_other(one, files)) or tuple(closest)


def _meant_so(
    wanted: frozenset[str], listed: Sequence[ListedDocument]
) -> tuple[ListedDocument, ...]:
    """Return the documents that are called by words which mean all of these, in either language."""
    return tuple(one for one in listed if means(wanted, one.title))


def means(wanted: frozenset[str], text: str) -> bool:
    """Say whether a text, a title for instance, has words that mean all of these."""
    held = content_words(text)
    known = [meanings(wanted, language) for language in ("en", "ru")]
    return bool(held) and wanted <= held.union(*(meant(each, held) for each in known))


def _is_from(
    wanted: frozenset[str], who: str, card: DocumentCard | None, one: ListedDocument
) -> bool:
    """Say whether somebody, by these words of their name, sent a document or is in its title."""
    if not wanted:  # whoever asks
        return card is not None
    sender = card.owner_name if card is not None else None
    return _share(wanted, who, sender or "") == 1.0 or _share(wanted, who, one.title) == 1.0


def _is_called(words: str, one: ListedDocument) -> bool:
    """Say whether all words of a name are in what a document is called, or mean what is."""
    wanted, name = content_words(words), f"{one.title} {one.file_name or ''}"
    return _share(wanted, words, name) == 1.0 or means(wanted, one.title)


def _is_about_other(one: ListedDocument, files: set[str]) -> bool:
    """Say whether a document, a caption for instance, is called by another one's file."""
    return any(file in one.title for file in files if file != one.file_name)


def _is_head(stems: frozenset[str], words: str, one: ListedDocument) -> bool:
    """Say whether words stand before the first preposition of what a document is called."""
    names = (one.title, one.file_name or "")
    heads = (
        takewhile(lambda word: fold(word) not in PREPOSITIONS, _NAMED.findall(n)) for n in names
    )
    return any(_share(stems, words, " ".join(head)) for head in heads)


def _share(stems: frozenset[str], words: str, name: str) -> float:
    """Return how many of some words' stems a name holds, whatever their endings or letters."""
    held, short = content_words(name), _short_stems(words) & _short_stems(name)
    sounds = [romanised(fold(word)) for word in _WORD.findall(name)]
    return sum(
        stem in held or stem[:_SHORT] in short or _is_spelled(stem, sounds) for stem in stems
    ) / len(stems)


def _is_spelled(stem: str, sounds: Sequence[str]) -> bool:
    """Say whether a name is of a word in the letters of another alphabet: "otchet.xlsx"."""
    heard = romanised(stem)
    return len(stem) >= _SHORT and any(
        sound.startswith(heard) and len(sound) - len(heard) <= _ENDING for sound in sounds
    )


def _short_stems(text: str) -> frozenset[str]:
    """Return what short words have in common in all forms: «смету» and «смета»."""
    words = _WORD.findall(fold(text))
    return frozenset(word[:_SHORT] for word in words if _SHORT <= len(word) <= _SHORT + 1)


def _of_last_day(listed: Sequence[ListedDocument]) -> Sequence[ListedDocument]:
    """Return what was added on the last day on which anything was, of a list newest first."""
    return [one for one in listed if one.added_at.date() == listed[0].added_at.date()]


def _listed_before(state: AnswerState) -> tuple[str, ...]:
    """Return the documents of the list that was just shown, if it was not one of all."""
    earlier = state.earlier
    is_some = earlier is not None and earlier.kind in ("has_document", "recent_documents")
    return earlier.documents if earlier is not None and is_some else ()


def _about(state: AnswerState, named: Sequence[Choice]) -> AnswerState:
    documents = tuple(choice.document_id for choice in named)
    choices = named[:MOST_CHOICES]
    exchange = Exchange("", state.text, documents=documents, kind=state.intent.kind)
    return replace(state, choices=tuple(choices), exchange=exchange)
