"""A question that is passed on to owners, and what one of them says to it, in words."""

import datetime as dt
import re

from telegram import InlineKeyboardMarkup, MessageEntity

from bot.transport.buttons import Action, keyboard
from bot.transport.pieces import Piece, join
from bot.views.text import Reader, day, shortened, styled, untappable
from pipelines.models.owner_questions import OwnerQuestion
from pipelines.models.posts import Post
from pipelines.nodes.answering.quotable import answers_alone, is_item, quotable_spans
from pipelines.nodes.secrets.find import kinds_removed
from pipelines.ports import Phrasebook

LONGEST_TITLE = 150  # characters
_ENDINGS = " ?!.…"
_STOPS = (".", "!", "?", "…")
_FEWEST_WORDS = 4  # of a sentence that somebody has only not ended
_REPLIES = re.compile(  # what begins so answers somebody, and says little to who reads it alone
    r"\W*(?:no|nope|nah|not|yes|yep|yeah|wrong|actually|нет|неа|не|да|неверно|неправильно|"
    r"на самом деле|nein|doch|ja|sí|si)\b",
    re.IGNORECASE,
)


def asked_text(question: OwnerQuestion, reader: Reader) -> Piece:
    """Show a question to an owner."""
    where = "group" if question.is_group else "private"
    who = reader.say("owner-question", name=question.asker_name, where=where)
    hint = reader.say("owner-question-hint", where=where)
    return join(
        [
            styled(who, MessageEntity.BOLD),
            Piece("\n\n"),
            styled(untappable(question.question), MessageEntity.BLOCKQUOTE),
            Piece(f"\n\n{hint}"),
        ]
    )


def asked_keys(question: OwnerQuestion, reader: Reader) -> InlineKeyboardMarkup:
    """Lay out what an owner can do about a question."""
    write = reader.key("button-answer-question", Action.WRITE_OWNER_ANSWER, question.id)
    decline = reader.key("button-decline-question", Action.DECLINE_OWNER_QUESTION, question.id)
    return keyboard([write, decline])


def settled_text(question: OwnerQuestion, reader: Reader) -> Piece:
    """Show a question to an owner, and who has settled it."""
    name, state = question.settled_name, question.state
    who = reader.say("owner-question", name=question.asker_name, where="private")
    said = reader.say("owner-question-settled", name=name, state=state)
    return join(
        [
            styled(who, MessageEntity.BOLD),
            Piece("\n\n"),
            styled(untappable(question.question), MessageEntity.BLOCKQUOTE),
            Piece(f"\n\n{said}"),
        ]
    )


def ending_text(question: OwnerQuestion, phrases: Phrasebook, files: str = "") -> Piece:
    """Tell whoever asked what an owner says; `files` names those that are the answer."""
    language, name = question.language, untappable(question.settled_name)
    if question.state == "declined":
        return Piece(phrases.say("owner-declined", language, name=name))
    if question.answer is None:
        return Piece(
            phrases.say("owner-answered-with-files", language, name=name, files=untappable(files))
        )
    said = styled(phrases.say("owner-answered", language, name=name), MessageEntity.BOLD)
    return join([said, Piece(f"\n\n{question.answer}")])


def base_keys(question: OwnerQuestion, reader: Reader) -> InlineKeyboardMarkup:
    """Lay out whether an answer goes into the base."""
    add = reader.key("button-add-to-base", Action.OWNER_ANSWER_TO_BASE, question.id)
    keep = reader.key("button-not-to-base", Action.KEEP_OWNER_ANSWER, question.id)
    return keyboard([add, keep])


def answer_as_post(question: OwnerQuestion, phrases: Phrasebook) -> Post:
    """Make a document of a question with its answer, in the language of whoever asked."""
    at = question.settled_at or dt.datetime.now(dt.UTC)
    return said_as_post(
        *(question.question, question.answer or "", question.settled_name, at),
        language=question.language,
        phrases=phrases,
    )


def said_as_post(
    asked: str,
    said: str,
    name: str,
    at: dt.datetime,
    *,
    language: str | None,
    phrases: Phrasebook,
) -> Post:
    """Make a document of a question and what somebody says to it.

    Who said it, and when, stands in its title: in the text it would be quoted.
    """
    named = shortened(asked, LONGEST_TITLE)
    if kinds_removed(named):  # which would be taken for a secret that is still there
        named = phrases.say("owner-answer-untitled", language)
    who = {"name": name, "date": day(at, language)}
    title = phrases.say("owner-answer-title", language, question=named, **who)
    answer = _quotable(said, asked)
    question = f"{asked.rstrip(_ENDINGS)}?"  # else it would be quoted as a statement of its own
    text = phrases.say("owner-answer-document", language, question=question, answer=answer)
    return Post(text, title, author=name or None, published=at.date().isoformat())


def _quotable(answer: str, asked: str) -> str:
    """Return an answer of which a sentence can be quoted: "yes" alone says nothing."""
    stop = "" if answer.endswith(_STOPS) else "."
    is_sentence = "\n" not in answer and len(answer.split()) >= _FEWEST_WORDS
    whole = answer + stop * is_sentence
    if not _REPLIES.match(whole) and any(
        answers_alone(whole[s.start : s.end], item=is_item(whole, s)) for s in quotable_spans(whole)
    ):
        return whole
    return f"{asked.rstrip(_ENDINGS)}: {answer}{stop}"
