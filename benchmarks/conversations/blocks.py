"""A source of a document: headings, paragraphs, formulas and tables, in a little Markdown."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; the title of the document has level 1."""

    level: int
    text: str


@dataclass(frozen=True, slots=True)
class Prose:
    """A paragraph, or a formula on a line of its own."""

    text: str
    is_formula: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells; the first row is the head."""

    rows: Sequence[Sequence[str]]


Block: TypeAlias = Heading | Prose | Table


def blocks(source: str) -> Iterator[Block]:
    """Divide a source at its blank lines."""
    for text in re.split(r"\n\s*\n", source.strip()):
        if marks := re.match(r"(#+) ", text):
            yield Heading(len(marks[1]), text[marks.end() :])
        elif text.startswith("|"):
            lines = text.splitlines()
            yield Table([[c.strip() for c in line.strip("|").split("|")] for line in lines])
        else:
            yield Prose(text.removeprefix("$ "), text.startswith("$ "))


def title_of(content: Sequence[Block]) -> str:
    """Return the first heading."""
    return next(block.text for block in content if isinstance(block, Heading))
