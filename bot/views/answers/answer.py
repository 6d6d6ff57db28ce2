"""An answer as Telegram messages: formatted text, then its sources."""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from telegram import InlineKeyboardButton, MessageEntity
from telegramify_markdown import RenderConfig, convert

from bot.transport.buttons import Action, button, fits
from bot.transport.pieces import Piece, join, split, stretched, units
from bot.views.answers.sources import source_lines
from bot.views.secrets import kinds_text
from bot.views.text import Reader, shortened, styled, untappable
from pipelines.answer.base.catalogue import MOST_CHOICES
from pipelines.models.answers import Answer
from pipelines.nodes.answering.tappable import (
    CODE,
    broken,
    held_words,
    places_to_break,
)
from pipelines.nodes.questions.asking import asks
from pipelines.ports import Phrasebook

_QUESTION = 3  # words, from which on what was asked reads as one: «вторая?» does not
_OPAQUE = frozenset({MessageEntity.CODE, MessageEntity.PRE})
_LABEL = 32  # characters of a title on a button
_NOT_MARKUP = re.compile(r"\$|\|(?=\|)|(?<=\d)\*(?=\d)")  # prices, pipes, multiplication
_SIGN = re.compile(r"[!-/:-@\[-`{-~]")  # what Markdown lets a backslash escape
_ESCAPED = r"\\\g<0>"
_TARGET = re.compile(r"(?<=\])\([^()\s]*\)")  # the address of a link
_LONGEST = 12_000  # characters
_NESTED = re.compile(r"^[ \t]*(?:(?:[-*+>]|\d+[.)])[ \t]*){6}", re.MULTILINE)  # takes for ever


def choice_rows(answer: Answer, reader: Reader) -> list[list[InlineKeyboardButton]]:
    """Lay out a button for each document that an answer offers to open.

    Where it offers as many as it can there may be more: the last one lists them all.
    """
    user_id = reader.user_id
    rows = []
    for one in answer.choices:
        if not fits(Action.OPEN_DOCUMENT, user_id, one.document_id):
            continue
        label = shortened(one.title, _LABEL)
        rows.append([button(label, Action.OPEN_DOCUMENT, user_id, one.document_id)])
        if one.has_file:
            key = reader.key("button-file", Action.SEND_FILE, one.document_id)
            if len(answer.choices) == 1:  # there is room below
                rows.append([key])
            else:
                rows[-1].append(key)
    if len(answer.choices) >= MOST_CHOICES:
        rows.append([reader.key("button-all-documents", Action.ALL_DOCUMENTS)])
    return rows


def brief(answer: Answer) -> Answer:
    """Leave out of an answer what is folded, and the sources that only it cites."""
    if not answer.aside:
        return answer
    cited = tuple(one for one in answer.citations if f"[{one.n}]" in answer.text)
    return replace(answer, aside="", citations=cited or answer.citations)


def render_answer(
    answer: Answer, phrases: Phrasebook, *, folds_sources: bool = False
) -> tuple[Piece, ...]:
    """Lay out an answer and its sources in as many messages as it takes."""
    return split(answer_piece(answer, phrases, folds_sources=folds_sources))


def answer_piece(answer: Answer, phrases: Phrasebook, *, folds_sources: bool = False) -> Piece:
    """Lay out an answer and its sources, in the language of the question.

    What is longer than four messages is cut: a model that says so much answers nothing.
    """
    quotes = [citation.quote for citation in answer.citations]
    parts = [_understood(answer, phrases), _body(answer.text, quotes)]
    if answer.is_partial or answer.is_replaced:
        key = "answer-partial" if answer.is_partial else "answer-replaced"
        said = phrases.say(key, answer.language)
        parts += [Piece("\n\n"), styled(said, MessageEntity.ITALIC)]
    if answer.aside:
        parts += [Piece("\n\n"), _folded(_body(answer.aside, quotes))]
    if answer.citations:
        heading = phrases.say("sources-heading", answer.language)
        parts += [Piece("\n\n"), styled(heading, MessageEntity.BOLD)]
        lines = source_lines(answer, phrases)
        parts += [Piece("\n"), _folded(lines) if folds_sources else lines]
    if answer.removed:
        kinds = kinds_text(answer.removed, answer.language, phrases)
        parts += [Piece("\n\n"), Piece(phrases.say("question-bared", answer.language, kinds=kinds))]
    return join(parts)


def answer_body(text: str, quotes: Sequence[str] = ()) -> Piece:
    """Lay out the text of an answer that is not finished, as it will look when it is."""
    return _body(text, quotes)


def _folded(piece: Piece) -> Piece:
    fold = MessageEntity(MessageEntity.EXPANDABLE_BLOCKQUOTE, offset=0, length=units(piece.text))
    return Piece(piece.text, (fold, *piece.entities))


def _understood(answer: Answer, phrases: Phrasebook) -> Piece:
    """Say in small what a message was taken to be about, where it did not say so itself."""
    if not answer.understood:
        return Piece("")
    text = untappable(answer.understood.rstrip(" ?!."))  # a model may have worded it
    is_question = asks(answer.understood) and len(text.split()) >= _QUESTION
    key = "understood-after" if is_question else "understood-as"
    text = text if is_question else f"{text[:1].upper()}{text[1:]}"
    said = phrases.say(key, answer.language, text=text)
    return join([styled(said, MessageEntity.ITALIC), Piece("\n")])


def _body(text: str, quotes: Sequence[str]) -> Piece:
    text = text.strip()
    text = text if len(text) <= _LONGEST else f"{text[:_LONGEST].rstrip()}…"
    piece = Piece(text) if _NESTED.search(text) else _formatted(text, quotes)
    return _harmless(piece, text)


def _harmless(piece: Piece, markdown: str) -> Piece:
    """Break what can be tapped only since Markdown was read: put together, or written in entities.

    What stands in the text as it is was held against the cited sources. In code nothing is tapped.
    """
    places = places_to_break(piece.text, _words_of(markdown))
    code = [(one.offset, one.offset + one.length) for one in piece.entities if one.type in _OPAQUE]
    places = [at for at in places if not _is_within(units(piece.text[:at]), code)]
    if not places:
        return piece
    offsets = [units(piece.text[:at]) for at in places]
    marked = tuple(stretched(entity, offsets) for entity in piece.entities)
    return Piece(broken(piece.text, places), marked)


def _words_of(markdown: str) -> Collection[str]:
    return held_words([CODE.sub(" ", markdown)])


def _is_within(offset: int, ranges: Sequence[tuple[int, int]]) -> bool:
    return any(start <= offset <= end for start, end in ranges)


def _formatted(markdown: str, quotes: Sequence[str]) -> Piece:
    """Read Markdown, but never at the price of a letter: where any is lost, stay plain."""
    config = RenderConfig.isolated()
    for level in range(1, 5):
        setattr(config.markdown_symbol, f"heading_level_{level}", "")
    config.markdown_symbol.unordered_list_item = "•"
    try:
        text, entities = convert(_guarded(markdown, quotes), latex_escape=False, config=config)
    except (ValueError, LookupError, TypeError, AttributeError):  # its parser met something odd
        return Piece(markdown)
    if not text.strip() or _letters(text) != _letters(_TARGET.sub("", markdown)):
        return Piece(markdown)
    held = _words_of(markdown)
    marked = tuple(
        MessageEntity(
            entity.type, entity.offset, entity.length, entity.url, language=entity.language
        )
        for entity in entities
        if entity.url is None or entity.url in held
    )
    return Piece(text.rstrip(), marked)


def _guarded(markdown: str, quotes: Sequence[str]) -> str:
    """Escape what is no markup: all of a source's own words, prices and the like elsewhere."""
    held = sorted({quote for quote in quotes if quote.strip()}, key=len, reverse=True)
    pattern = "|".join(map(re.escape, held)) or r"(?!)"
    parts = re.split(f"({pattern})", markdown)
    parts[1::2] = [_SIGN.sub(_ESCAPED, quote) for quote in parts[1::2]]
    for at in range(0, len(parts), 2):
        words = CODE.split(parts[at])
        words[::2] = [_NOT_MARKUP.sub(_ESCAPED, word) for word in words[::2]]
        parts[at] = "".join(words)
    return "".join(parts)


def _letters(text: str) -> str:
    return "".join(char for char in text if char.isalnum())
