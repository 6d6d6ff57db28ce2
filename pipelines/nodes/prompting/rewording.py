"""Rewording: have a language model say what to search for when a question found nothing."""

import re
from collections.abc import Sequence

from pipelines.models.chat import Turn
from pipelines.nodes.answering.citation_marks import strip_marks
from pipelines.nodes.answering.tappable import held_words, places_to_break
from pipelines.nodes.prompting.prompt import Prompt
from pipelines.nodes.text.words import fold

MOST_WORDINGS = 2
_LONGEST = 300  # characters
_LONGEST_TURN = 400  # characters of an earlier turn
_BULLET = re.compile(r"^\s*(?:[-–—*•]|\d{1,2}[.)]|(?:query|запрос)\s*\d*:)\s*", re.IGNORECASE)
_SYSTEM = """\
You prepare searches in a private knowledge base. The search for the last message found nothing. \
Write what it asks as a question that stands by itself: put in what "it", "there" or "and in \
2023?" refer to in the conversation, correct misspelt words, and use the words that a document \
would use. Write at most two such questions, each on a line of its own, in the language of the \
message. Do not answer it, and write nothing else.
"""


def rewording_prompt(question: str, history: Sequence[Turn]) -> Prompt:
    """Ask for other wordings of a question, after what was said before."""
    said = "\n".join(
        f"{turn.role}: {strip_marks(turn.message)[:_LONGEST_TURN]}" for turn in history
    )
    conversation = f"Conversation:\n{said}\n\n" if said else ""
    return Prompt(_SYSTEM, (Turn("user", f"{conversation}Last message: {question}"),))


def read_wordings(written: str, known: Sequence[str]) -> tuple[str, ...]:
    """Return the questions out of what a model wrote, without those that were searched for.

    Without those, too, in which there is anything to tap that stood in none of these: what a
    message was taken to mean is shown, and an address could carry away what was said before.
    """
    searched, held = {_letters(one) for one in known}, held_words(known)
    wordings: list[str] = []
    for line in written.splitlines():
        words = _BULLET.sub("", line).strip().strip("\"'«»“”`*").strip()
        is_new = _letters(words) and _letters(words) not in searched
        if is_new and len(words) <= _LONGEST and not places_to_break(words, held):
            searched.add(_letters(words))
            wordings.append(words)
    return tuple(wordings[:MOST_WORDINGS])


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, fold(text)))
