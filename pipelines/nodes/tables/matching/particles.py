"""Particles: small words of a verb, which choose no row by themselves: "a tooth out", "pick up"."""

from collections.abc import Sequence
from dataclasses import replace

from pipelines.models.documents import FloatArray
from pipelines.nodes.tables.rows import Table
from pipelines.nodes.tables.words.evidence import HELD, Word, letter_strength, terms_of
from pipelines.nodes.tables.words.lexicon import PARTICLES
from pipelines.nodes.text.words import content_words

_MOSTLY = 0.9  # of the rows; a title may stand in the first


def drop_particles(
    words: Sequence[Word], headers: FloatArray, values: FloatArray, table: Table
) -> tuple[Word, ...]:
    """Take a particle for no name of which nothing else is said; then it asks, and names nothing.

    "Out of hours" is none for "a tooth out", but for "out of hours". A value that is no more than
    the particle is meant by it, as is one of another column than that of the names: "off sick".

    Args:
        headers: float32 [words, C].
        values: float32 [words, R, C], changed in place.
    """
    particles = [at for at, word in enumerate(words) if PARTICLES.holds(word.folded)]
    said = [word for word in words if not PARTICLES.holds(word.folded)]
    said = [word for word in said if word.unit or content_words(word.folded)]
    kept = list(words)
    column = first_of_names(table)
    name = table.columns[column] if particles else ""
    for at in particles:
        for index, row in enumerate(table.rows):
            cell = row.cell(name)
            terms = terms_of(cell.value) if cell else ()
            if len(terms) > 1 and not any(_stands(word, terms) for word in said):
                values[at, index, column] = 0.0
        if max(values[at].max(initial=0.0), headers[at].max(initial=0.0)) < HELD:
            kept[at] = replace(words[at], asks=True)
    return tuple(kept)


def first_of_names(table: Table) -> int:
    """Return the first column that has a value of its own for most rows."""
    for column, name in enumerate(table.columns):
        if len({cell.value for _, cell in table.cells(name)}) >= _MOSTLY * len(table.rows):
            return column
    return 0


def _stands(word: Word, terms: Sequence[str]) -> bool:
    return any(letter_strength(word, term) >= HELD for term in terms)
