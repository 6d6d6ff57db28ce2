"""Random worlds: people, roles, documents, and who may read which.

Texts are made of few words, so that chunks share them, tie, and are the same now and then; an
embedding is the sum of directions of its words. Documents of others use words of the asker's, make
them common, and bring languages that the asker's have not.
"""

import random
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

import numpy as np

from pipelines.models.documents import EMBEDDING_DIM, FloatArray

EVERYONE = "everyone"
_WORDS = {
    "en": "pump valve boiler invoice salary contract harbour keeper ladder engine the of is",
    "ru": "насос клапан котёл счёт зарплата договор гавань смотритель лестница двигатель и на",
    "de": "Pumpe Ventil Kessel Rechnung Gehalt Vertrag Hafen Wärter Leiter Motor und die",
    "fr": "pompe vanne facture salaire contrat port gardien échelle moteur et les",
}
_CODES = ("ISO 9001", "34.602-2020", "8K0-959-802-B", "ORA-01555", "p. 4.2.1")


@dataclass(frozen=True, slots=True)
class Chunk:
    """A chunk, by its place in the document."""

    passage_idx: int
    paragraph_idx: int
    text: str
    language: str


@dataclass(frozen=True, slots=True)
class Document:
    """A document; `roles` may read it. A former version or a staged one nobody finds."""

    id: UUID
    number: int
    owner: int
    roles: frozenset[str]
    title: str
    language: str
    chunks: tuple[Chunk, ...]
    is_published: bool = True
    is_current: bool = True


@dataclass(frozen=True, slots=True)
class World:
    """people: the roles of each by Telegram id. documents: in the order they came in."""

    people: dict[int, frozenset[str]]
    roles: tuple[str, ...]
    documents: tuple[Document, ...]

    def may_read(self, asker: int, document: Document) -> bool:
        """Say whether an asker finds a document: the rule, written down a second time."""
        if not (document.is_published and document.is_current):
            return False
        return document.owner == asker or bool(self._held_by(asker) & document.roles)

    def readable_by(self, asker: int) -> tuple[Document, ...]:
        """Return what an asker finds, in the order it came in."""
        return tuple(each for each in self.documents if self.may_read(asker, each))

    def _held_by(self, asker: int) -> frozenset[str]:
        return self.people[asker] | {EVERYONE}


def draw_world(seed: int) -> World:
    """Draw a world of a few people; the same seed gives the same."""
    draw = random.Random(seed)  # noqa: S311 - to be repeated, not to be secret
    roles = tuple(f"role {number}" for number in range(draw.randint(1, 4)))
    people = {
        100 + number: frozenset(role for role in roles if draw.random() < 0.4)
        for number in range(draw.randint(2, 5))
    }
    documents = tuple(
        draw_document(draw, number, list(people), roles) for number in range(draw.randint(3, 14))
    )
    return World(people, roles, documents)


def draw_document(
    draw: random.Random,
    number: int,
    people: Sequence[int],
    roles: Sequence[str],
    *,
    chunks: int | None = None,
) -> Document:
    """Draw a document; most are of one language and readable by few."""
    language = draw.choice(list(_WORDS))
    granted = {role for role in roles if draw.random() < 0.25}
    if draw.random() < 0.1:
        granted.add(EVERYONE)
    passages = draw.randint(1, 8) if chunks is None else chunks
    return Document(
        id=UUID(int=draw.getrandbits(128), version=4),
        number=number,
        owner=draw.choice(people),
        roles=frozenset(granted),
        title=draw.choice(("Rules", "Правила", f"Report {number}")),
        language=language,
        chunks=tuple(_chunks(draw, language, passages, 3 if chunks is None else 1)),
        is_published=chunks is not None or draw.random() > 0.08,
        is_current=chunks is not None or draw.random() > 0.08,
    )


def draw_question(draw: random.Random) -> str:
    """Draw a question: words of one language, a code now and then."""
    return _text(draw, draw.choice(list(_WORDS)), draw.randint(1, 5))


def embed(text: str) -> FloatArray:
    """Embed a text: float32 [768], unit length. Texts of the same words are near each other."""
    words = text.casefold().split() or [""]
    total = np.sum([_direction(word) for word in words], axis=0)
    return np.asarray(total / np.linalg.norm(total), dtype=np.float32)


def _direction(word: str) -> FloatArray:
    drawn = np.random.default_rng(zlib.crc32(word.encode())).standard_normal(EMBEDDING_DIM)
    return np.asarray(drawn, dtype=np.float32)


def _chunks(draw: random.Random, language: str, passages: int, longest: int) -> list[Chunk]:
    chunks: list[Chunk] = []
    for passage in range(passages):
        for _ in range(draw.randint(1, longest)):
            spoken = language if draw.random() < 0.9 else draw.choice(list(_WORDS))
            text = _text(draw, spoken, draw.randint(2, 9))
            chunks.append(Chunk(passage, len(chunks), text, spoken))
    return chunks


def _text(draw: random.Random, language: str, words: int) -> str:
    drawn = [draw.choice(_WORDS[language].split()) for _ in range(words)]
    if draw.random() < 0.2:
        drawn.append(draw.choice(_CODES))
    return " ".join(drawn)
