"""A set of conversations: a folder of documents, and `conversations.json`.

The file holds `documents`, names of files beside it, and `conversations`, each with an `id`, a
`language` and its `turns`: `text`, `kind`, `expect`, and `language` where it changes. What `expect`
may hold is the fields of `Expectation`; which of them a kind needs, `scoring.py` tells.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, TypeAlias

from benchmarks.refused import CannotMeasure

FILE = "conversations.json"
Values: TypeAlias = tuple[str, ...]  # spellings of one thing: any of them will do

ANSWERS = ("fact", "cell", "cross", "misspelt", "followup", "pronoun", "date")
TO_ABSTAIN = ("missing", "offtopic")
ANSWERABLE = (*ANSWERS, "multi", "list", "conflict")
KINDS = (*ANSWERABLE, "about", "meta", *TO_ABSTAIN, "smalltalk")


@dataclass(frozen=True, slots=True)
class Expectation:
    """What is expected of an answer; empty where a kind has no use for it.

    any_of, none_of: right values; wrong ones, which must not come first.
    all_of, items, titles: things that have to be there, all or `at_least` so many.
    terms: words, of which `at_least` so many have to be there.
    older, newer, newer_date: what two documents that disagree say, and since when.
    """

    any_of: Values = ()
    none_of: Values = ()
    all_of: tuple[Values, ...] = ()
    items: tuple[Values, ...] = ()
    titles: tuple[Values, ...] = ()
    terms: tuple[Values, ...] = ()
    at_least: int = 2
    older: Values = ()
    newer: Values = ()
    newer_date: Values = ()


@dataclass(frozen=True, slots=True)
class Turn:
    """What somebody writes to the bot; `id` is the conversation's and the turn's number."""

    id: str
    text: str
    kind: str
    language: str
    expect: Expectation


@dataclass(frozen=True, slots=True)
class Conversation:
    """What one person writes, one after the other."""

    id: str
    language: str
    turns: Sequence[Turn]


@dataclass(frozen=True, slots=True)
class Script:
    """Documents to take in, and what is then said."""

    documents: Sequence[Path]
    conversations: Sequence[Conversation]

    def only(self, wanted: Sequence[str]) -> "Script":
        """Keep the conversations of these ids; all, when there are none.

        Raises:
            CannotMeasure: there is no such conversation.
        """
        known = {each.id for each in self.conversations}
        if unknown := [name for name in wanted if name not in known]:
            raise CannotMeasure(f"no such conversation: {', '.join(unknown)}")
        kept = [each for each in self.conversations if not wanted or each.id in wanted]
        return Script(self.documents, kept)

    def among(self, others: Iterable["Script"]) -> "Script":
        """Keep the conversations, in a base that holds the documents of other scripts besides."""
        documents = (*self.documents, *(one for other in others for one in other.documents))
        return Script(list(dict.fromkeys(documents)), self.conversations)


def load(folder: Path) -> Script:
    """Read a set.

    Raises:
        CannotMeasure: it cannot be read, or a document, a kind or a field is not what it should be.
    """
    path = folder / FILE
    try:
        held = json.loads(path.read_text(encoding="utf-8"))
        documents = [folder / name for name in held["documents"]]
        conversations = list(map(_conversation, held["conversations"]))
    except OSError as error:
        raise CannotMeasure(f"{path}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise CannotMeasure(f"{path}: {error}") from error
    for document in documents:
        if not document.is_file():
            raise CannotMeasure(f"{document}: no such file")
    return Script(documents, conversations)


def _conversation(held: Mapping[str, Any]) -> Conversation:
    name, language = held["id"], held["language"]
    return Conversation(name, language, tuple(_turns(name, language, held["turns"])))


def _turns(name: str, language: str, held: Sequence[Mapping[str, Any]]) -> Iterator[Turn]:
    for number, turn in enumerate(held, 1):
        if turn["kind"] not in KINDS:
            raise ValueError(f"{name}.{number}: no such kind: {turn['kind']}")
        yield Turn(
            f"{name}.{number}",
            turn["text"],
            turn["kind"],
            turn.get("language", language),
            _expectation(turn["expect"]),
        )


def _expectation(held: Mapping[str, Any]) -> Expectation:
    if unknown := held.keys() - {field.name for field in fields(Expectation)}:
        raise ValueError(f"nobody knows what to expect of {', '.join(sorted(unknown))}")
    read: dict[str, Any] = {}
    for name, value in held.items():
        if name == "at_least":
            read[name] = int(value)
        elif name in ("all_of", "items", "titles", "terms"):
            read[name] = tuple((g,) if isinstance(g, str) else tuple(g) for g in value)
        else:
            read[name] = tuple(value)
    return Expectation(**read)
