"""Tables as extractors store them, and token vectors in which chosen words mean the same."""

import re
import zlib
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from pipelines.extractors.tables import describe_row, table_blocks
from pipelines.models.answers import Passage, QueryEmbedding
from pipelines.models.documents import Anchor, FloatArray, TokenVectors
from pipelines.nodes.chunking.embedding_layout import quantize_rows
from pipelines.nodes.tables.matching.reading import Reading, read_question
from pipelines.nodes.tables.rows import Table, TableRow, read_rows, same_table
from tests.support.nodes.passage_maker import make_passage

_WORD = re.compile(r"\w+")


def row_texts(*rows: Sequence[str]) -> list[str]:
    """The first row is that of the columns' names."""
    names, *others = rows
    return [describe_row(names, cells) for cells in others]


def passage_of(
    texts: Sequence[str], *, above: str = "", first: int = 2, heading: str = "H", **changes: object
) -> Passage:
    """A passage of rows, numbered from `first` on, each on a line of its own."""
    text, anchors = above, [Anchor(0, heading=heading)] if above else []
    for number, row in enumerate(texts, start=first):
        text += "\n" if text else ""
        anchors.append(Anchor(len(text), heading=heading, row=number))
        text += row
    return make_passage(text, anchors=tuple(anchors), **changes)


def all_rows(passages: Iterable[Passage]) -> list[TableRow]:
    """The rows of several passages."""
    return [row for passage in passages for row in read_rows(passage)]


def table_of(*rows: Sequence[str], heading: str = "H", **changes: object) -> Table:
    """One table in one passage, named by its heading and by nothing else."""
    named = {"title": None, "file_name": None, **changes}
    passage = passage_of(row_texts(*rows), heading=heading, **named)
    (table,) = same_table(all_rows([passage]))
    return table


def sheet_of(*rows: Sequence[str], heading: str = "H", **changes: object) -> Table:
    """One table as an extractor reads a sheet: with groups of rows, or names in two rows."""
    blocks = table_blocks(enumerate(rows, start=1))
    named = {"title": None, "file_name": None, **changes}
    passage = passage_of([block.text for block in blocks], heading=heading, **named)
    (table,) = same_table(all_rows([passage]))
    return table


def vectors_of(table: Table, meanings: Mapping[str, str] | None = None) -> dict[int, TokenVectors]:
    """Token vectors of the passages of a table; words of one meaning get one vector."""
    passages = {row.passage.id: row.passage for row in table.rows}
    return {number: _stored(passage.text, meanings or {}) for number, passage in passages.items()}


def query_of(question: str, meanings: Mapping[str, str] | None = None) -> QueryEmbedding:
    """A question as an embedder gives it, with the offsets of its tokens."""
    rows, offsets = _embedded(question, meanings or {})
    weights = np.full(len(rows), 1 / max(len(rows), 1), dtype=np.float32)
    return QueryEmbedding(np.ones(768, dtype=np.float32), rows, weights, offsets)


def _stored(text: str, meanings: Mapping[str, str]) -> TokenVectors:
    rows, offsets = _embedded(text, meanings)
    return TokenVectors(quantize_rows(rows), offsets)


def _embedded(text: str, meanings: Mapping[str, str]) -> "tuple[FloatArray, np.ndarray]":
    matches = list(_WORD.finditer(text))
    rows = [_vector(match[0].casefold(), meanings) for match in matches]
    offsets = np.array([match.span() for match in matches], dtype=np.int32).reshape(-1, 2)
    return np.array(rows, dtype=np.float32).reshape(len(rows), 64), offsets


def _vector(word: str, meanings: Mapping[str, str]) -> FloatArray:
    seed = zlib.crc32(meanings.get(word, word).encode())
    row = np.random.default_rng(seed).standard_normal(64).astype(np.float32)
    return np.asarray(row / np.linalg.norm(row), dtype=np.float32)


RATES = table_of(
    ("Город", "2023", "2024"),
    ("Пермь", "710", "820"),
    ("Омск", "640", "700"),
    ("Тверь", "655", "730"),
    heading="Нормы расхода",
    language="ru",
)
STAFF = table_of(
    ("Отдел", "Начальник", "Телефон", "Комната"),
    ("Сбыт", "Глеб Анисимов", "201", "14"),
    ("Склад", "Римма Жукова", "207", "3"),
    ("Охрана", "Фёдор Лыков", "219", "1"),
    language="ru",
)
SENSORS = table_of(
    ("sensor", "place", "limit"),
    ("TMP-01", "boiler room", "80 °C"),
    ("TMP-04", "cold room", "5 °C"),
    ("HUM-02", "archive", "55 %"),
)


def read_of(
    question: str, table: Table, language: str = "ru", meanings: Mapping[str, str] | None = None
) -> Reading:
    """Read a question before a table; words of one meaning are near each other."""
    stored = {} if meanings is None else vectors_of(table, meanings)
    return read_question(question, query_of(question, meanings), table, stored, language=language)
