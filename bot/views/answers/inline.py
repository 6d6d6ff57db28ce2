"""What is sent into other chats: the list under `@bot question`, and a guest's answer.

A quote goes out with its source below, so that whoever reads it there knows where it stands.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from telegram import (
    InlineQueryResultArticle,
    InlineQueryResultsButton,
    InputTextMessageContent,
    MessageEntity,
)

from bot.transport.outbox import NO_PREVIEW
from bot.transport.pieces import Piece, join, split
from bot.views.answers.answer import render_answer
from bot.views.answers.sources import source_line
from bot.views.text import Reader, shortened, styled
from pipelines.answer.excerpts import Excerpts
from pipelines.models.answers import Answer, Citation
from pipelines.nodes.answering.citation_marks import strip_marks

_TITLE, _DESCRIPTION = 64, 180  # characters that a list holds
_SEEN = 30  # of a title, on a phone
_LONGEST_QUOTE = 3000  # UTF-16 units
START = "inline"  # what /start is given by whoever comes from the list


@dataclass(frozen=True, slots=True)
class InlineList:
    """Results, and the button above them that leads to the bot."""

    results: tuple[InlineQueryResultArticle, ...] = ()
    button: InlineQueryResultsButton | None = None


def hint(key: str, reader: Reader) -> InlineList:
    """Show no results but a button that says why, and leads to the bot."""
    return InlineList(button=InlineQueryResultsButton(reader.say(key), start_parameter=START))


def inline_list(found: Excerpts, reader: Reader) -> InlineList:
    """List the answer, if there is one, and the quotes."""
    results = [_quote_result(str(n), one, found, reader) for n, one in enumerate(found.quotes)]
    if found.answer is not None:
        results.insert(0, _answer_result(found.answer, reader))
    return InlineList(tuple(results)) if results else hint("inline-nothing", reader)


def guest_result(found: Excerpts, reader: Reader) -> InlineQueryResultArticle:
    """Return the one message that is said to a call: an answer, a quote, or that there is none."""
    if found.answer is not None:
        return _answer_result(found.answer, reader)
    if found.quotes:
        speech = reader.phrases.spoken(found.language, reader.language)
        nearest = Piece(f"{reader.phrases.say('answer-nearest', speech)}\n")
        return _quote_result("quote", found.quotes[0], found, reader, lead=nearest)
    return notice_result("guest-nothing", reader)


def notice_result(key: str, reader: Reader) -> InlineQueryResultArticle:
    """Return a message that quotes nothing."""
    text = reader.say(key)
    return _article("notice", shortened(text, _TITLE), "", [Piece(text)])


def _answer_result(answer: Answer, reader: Reader) -> InlineQueryResultArticle:
    speech = reader.phrases.spoken(answer.language, reader.language)
    answer = replace(answer, language=speech or "und")
    bare = " ".join(strip_marks(answer.text).split())
    title = reader.phrases.say("inline-answer", answer.language, text=shortened(bare, _TITLE))
    sources = dict.fromkeys(_title(one, reader) for one in answer.citations)
    more = bare if len(bare) > _SEEN else ", ".join(sources)
    return _article("answer", title, more, render_answer(answer, reader.phrases)[:1])


def _quote_result(
    name: str, citation: Citation, found: Excerpts, reader: Reader, *, lead: Piece | None = None
) -> InlineQueryResultArticle:
    language = reader.phrases.spoken(found.language, reader.language)
    quote = split(Piece(" ".join(citation.quote.split())), _LONGEST_QUOTE)[0]
    _, *source = source_line(citation, language, reader.phrases)  # without its number
    shown = [styled(quote.text, MessageEntity.BLOCKQUOTE), Piece("\n"), *source]
    shown = [lead, *shown] if lead is not None else shown
    return _article(name, _title(citation, reader), quote.text, [join(shown)])


def _article(
    name: str, title: str, description: str, shown: Sequence[Piece]
) -> InlineQueryResultArticle:
    (piece,) = shown
    content = InputTextMessageContent(
        piece.text, entities=piece.entities or None, link_preview_options=NO_PREVIEW
    )
    return InlineQueryResultArticle(
        name, title, content, description=shortened(description, _DESCRIPTION) or None
    )


def _title(citation: Citation, reader: Reader) -> str:
    title = citation.title or citation.file_name or reader.say("source-untitled")
    return shortened(title, _TITLE)
