"""A library for `speed`: who works there, which documents there are, and who may read which.

100 users, 12 roles and one open share, `everyone`. Documents have 20 to 200 chunks, mostly of one
topic and all of one language, in passages of 1 to 6; each is owned by a user and granted to any
number of roles. Four askers are set apart: one with no role, who reads what everyone may and what
is theirs (about 2%), one with a role that holds an eighth of the library, one with two that hold
half, and one whose role holds all of it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

import numpy as np

from benchmarks.speed.sentences import Frame, Sentence, fill
from benchmarks.speed.topics import TOPICS, Language

USERS = 100
ROLES = (1.0, 0.35, 0.2, 0.12, 0.08, 0.06, 0.05, 0.04, 0.03, 0.02, 0.01, 0.01)  # shares granted
OPEN_SHARE = 0.01
ASKERS = {"full": 0, "large": 1, "medium": 2, "small": 3}  # numbers of users
_ROLES_OF_ASKERS = {0: (0,), 1: (1, 2), 2: (3,), 3: ()}
_STRAYS = 0.15  # of the passages: of another topic than their document


@dataclass(frozen=True, slots=True)
class Document:
    """A document without its text. `passages`: how many chunks each has."""

    number: int
    id: UUID
    language: Language
    topic: int
    owner: int
    roles: tuple[int, ...]
    is_open: bool
    passages: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DraftChunk:
    """A chunk before it is embedded: its sentences, and the numbers of their frames."""

    passage_idx: int
    lead: str
    frames: tuple[int, ...]
    sentences: tuple[Sentence, ...]

    @property
    def text(self) -> str:
        """Write it down."""
        return " ".join(sentence.text for sentence in self.sentences)


def roles_of(user: int, random: np.random.Generator) -> tuple[int, ...]:
    """Name the roles of a user; never the one that reads everything, but for one."""
    if user in _ROLES_OF_ASKERS:
        return _ROLES_OF_ASKERS[user]
    drawn = 1 + random.permutation(len(ROLES) - 1)[: random.integers(1, 4)]
    return tuple(sorted(drawn.tolist()))


def plan_documents(chunks: int, random: np.random.Generator) -> tuple[Document, ...]:
    """Plan documents of so many chunks together."""
    documents: list[Document] = []
    left = chunks
    while left:
        size = min(left, int(random.integers(20, 201)))
        documents.append(
            Document(
                number=len(documents),
                id=UUID(bytes=random.bytes(16), version=4),
                language="en" if random.random() < 0.5 else "ru",
                topic=int(random.integers(len(TOPICS))),
                owner=int(random.integers(USERS)),
                roles=tuple(np.flatnonzero(random.random(len(ROLES)) < ROLES).tolist()),
                is_open=bool(random.random() < OPEN_SHARE),
                passages=tuple(_passages(size, random)),
            )
        )
        left -= size
    return tuple(documents)


class Writer:
    """Writes documents of the sentences that a few frames allow."""

    def __init__(self, frames: Sequence[Frame], random: np.random.Generator) -> None:
        self._random = random
        self._frames = frames
        self._groups: dict[tuple[Language, int], list[int]] = {}
        for number, frame in enumerate(frames):
            self._groups.setdefault((frame.language, frame.topic), []).append(number)

    def write(self, document: Document) -> list[list[DraftChunk]]:
        """Write the chunks of a document, by passage."""
        return [
            list(self._passage(document, idx, size)) for idx, size in enumerate(document.passages)
        ]

    def _passage(self, document: Document, idx: int, size: int) -> Iterator[DraftChunk]:
        random = self._random
        strays = random.random() < _STRAYS
        topic = int(random.integers(len(TOPICS))) if strays else document.topic
        group = self._groups[(document.language, topic)]
        for place in range(size):
            count = 1 + int(random.random() < 0.6)
            frames = tuple(group[each] for each in random.integers(len(group), size=count))
            sentences = tuple(fill(self._frames[number], random) for number in frames)
            yield DraftChunk(idx, " " if place else "", frames, sentences)


def _passages(size: int, random: np.random.Generator) -> Iterator[int]:
    """Divide so many chunks into passages."""
    while size:
        taken = min(size, int(random.integers(1, 7)))
        yield taken
        size -= taken
