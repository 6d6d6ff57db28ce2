"""What a language is made of: its function words, and which letter follows which.

Enough to say whether a string could be a word of it, with no dictionary at all.
"""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import resources
from itertools import pairwise

from pipelines.nodes.text.words import without_marks

_UNLIKELY = 9  # the table's largest figure: rarer than one in 350


@dataclass(frozen=True, slots=True)
class Language:
    """The words and letters of one language.

    function_words: folded.
    costs: by pair of letters (a blank is either end of a word), -log2 of how often the second one
        follows the first, rounded, 0..9.
    """

    code: str
    function_words: frozenset[str]
    costs: dict[str, int]

    def word_cost(self, word: str) -> float:
        """Return the mean cost of a folded word's letter pairs, 0..9: about 4 for real words."""
        if not word:
            return float(_UNLIKELY)
        pairs = pairwise(f" {word} ")
        return sum(self.costs.get(a + b, _UNLIKELY) for a, b in pairs) / (len(word) + 1)


def latin_cost(word: str) -> float:
    """Return the cost of a word in that language of Latin letters which it is most likely of."""
    plain = without_marks(word)
    return min(language.word_cost(plain) for language in LATIN)


def mean_cost(costs: Iterable[tuple[str, float]]) -> float:
    """Return the mean of words' costs, each by its length; 9 of none."""
    weighed = [(len(word) + 1, cost) for word, cost in costs]
    total = sum(weight for weight, _ in weighed)
    return sum(weight * cost for weight, cost in weighed) / total if total else float(_UNLIKELY)


def _load(code: str, table: dict[str, object]) -> Language:
    alphabet, rows = table.get("alphabet", ""), table.get("rows", [])
    assert isinstance(alphabet, str)
    assert isinstance(rows, list)
    costs = {
        first + second: int(cost)
        for first, row in zip(alphabet, rows, strict=True)
        for second, cost in zip(alphabet, row, strict=True)
    }
    return Language(code, frozenset(str(table["function_words"]).split()), costs)


_TABLES = tomllib.loads(
    resources.files(__package__).joinpath("languages.toml").read_text(encoding="utf-8")
)
LANGUAGES: dict[str, Language] = {code: _load(code, table) for code, table in _TABLES.items()}
RUSSIAN = LANGUAGES["ru"]
LATIN = tuple(LANGUAGES[code] for code in ("en", "de", "es"))
LATIN_WORDS: frozenset[str] = frozenset().union(
    *(map(without_marks, language.function_words) for language in LATIN)
)
FUNCTION_WORDS: frozenset[str] = frozenset().union(
    *(language.function_words for language in LANGUAGES.values())
)
