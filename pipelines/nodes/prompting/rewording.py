"""Rewording: have a language model say what to search for when a question found nothing."""

import re
from collections.abc import Sequence

from pipelines.models.chat import Turn
from pipelines.nodes.answering.citation_marks import strip_marks
from pipelines.nodes.answering.tappable import held_words, places_to_break
from pipelines.nodes.checking.contradictions import lacks_number
from pipelines.nodes.prompting.prompt import Prompt, declines
from pipelines.nodes.text.words import content_words, fold

MOST_WORDINGS = 2
_LONGEST = 300  # characters
_SHORTEST_STEM = 4  # letters of a word that is known by its beginning
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


def read_wordings(written: str, known: Sequence[str], said: str) -> tuple[str, ...]:
    """Return the questions out of what a model wrote, without those that were searched for.

    Without those, too, in which there is anything to tap that stood in none of these: what a
    message was taken to mean is shown, and an address could carry away what was said before.
    One with a number that stood neither there nor in what was said asks for something else.
    """
    searched, held = {_letters(one) for one in known}, held_words(known)
    whole = "\n".join((*known, said))
    wordings: list[str] = []
    for line in written.splitlines():
        words = _BULLET.sub("", line).strip().strip("\"'«»“”`*").strip()
        is_new = _letters(words) and _letters(words) not in searched and not declines(words)
        is_theirs = not places_to_break(words, held) and not lacks_number(words, whole)
        if is_new and is_theirs and len(words) <= _LONGEST:
            searched.add(_letters(words))
            wordings.append(words)
    return tuple(wordings[:MOST_WORDINGS])


def is_of_words_said(wording: str, said: str) -> bool:
    """Say whether a wording puts together what was said; one with words of its own is a guess.

    Nothing holds those: a model may state what it likes in them. "Cost" is said by "costs".
    """
    there = content_words(said)
    inflected = tuple(one for one in there if len(one) >= _SHORTEST_STEM)

    def is_said(stem: str) -> bool:
        is_long = len(stem) >= _SHORTEST_STEM
        return is_long and any(one.startswith(stem) or stem.startswith(one) for one in inflected)

    return all(stem in there or is_said(stem) for stem in content_words(wording))


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, fold(text)))
