"""What one language says to a bot: phrases of smalltalk.toml, catalogue.toml and others here."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pipelines.nodes.questions.intents.periods import Calendar
from pipelines.nodes.questions.intents.phrases import (
    Lexicon,
    Match,
    Phrase,
    Readings,
    SlotCheck,
    fold,
    matches,
    no_slots,
    read_phrase,
    tokenize,
)
from pipelines.nodes.word_tables import read_table

SMALLTALK = read_table(__package__, "smalltalk.toml")
CATALOGUE = read_table(__package__, "catalogue.toml")
OUTSIDE = read_table(__package__, "outside.toml")
COMMANDS = read_table(__package__, "commands.toml")
ALIASES = {fold(word): said for word, said in SMALLTALK["aliases"].items()}
LANGUAGES = ("ru", "en", "de", "es", "zh")
FILLER = ""
_NOT_KINDS = {
    "edges", "sets", "kinds", "papers", "events", "articles", "never", "ordinals",
    "demonstratives", "newest", "single",
}  # fmt: skip
CATALOGUE_KINDS = tuple(kind for kind in CATALOGUE if kind not in _NOT_KINDS)
COMMAND_KINDS = tuple(kind for kind in COMMANDS if kind not in _NOT_KINDS)
_USES = "kinds", "papers", "events", "articles", "never", "demonstratives", "newest", "single"
_TYPO_IN_SMALLTALK = 5  # letters: shorter words are too near to others
_TYPO_IN_CATALOGUE = 8
_NO_TYPO = 99


class PhraseTable:
    """Phrases under their kinds, looked up by the word they begin with."""

    def __init__(
        self,
        phrases: Iterable[tuple[str, Phrase]],
        typo_length: int,
        not_typos: Iterable[str] = (),
    ) -> None:
        phrases = list(phrases)
        self._lexicon = Lexicon(
            {word for _, phrase in phrases for word in phrase.words()},
            typo_length,
            frozenset(map(fold, not_typos)),
        )
        self._by_first: dict[str, list[tuple[int, str, Phrase]]] = defaultdict(list)
        for place, (kind, phrase) in enumerate(phrases):
            for word in phrase.firsts():
                self._by_first[word].append((place, kind, phrase))

    def read(self, words: Sequence[str]) -> Readings:
        """Return which words of the table each folded word may be."""
        return [self._lexicon.readings(word) for word in words]

    def find(
        self, readings: Readings, start: int, allows: SlotCheck
    ) -> Iterator[tuple[str, Match]]:
        """Yield the phrases said from token `start` on, with their kinds, in the table's order."""
        first = (*readings[start], "") if start < len(readings) else ()
        candidates = {row[0]: row for word in first for row in self._by_first.get(word, ())}
        for _, (_, kind, phrase) in sorted(candidates.items()):
            for match in matches(phrase, readings, start, allows):
                yield kind, match


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """All that one language has for a message to be known by.

    smalltalk: phrases by kind, fillers as FILLER.
    edges: what may stand before ("before") and after ("after") a message about the base.
    wishes: words with which something is asked for, wherever they stand.
    requests: these, and what asks behind another word only.
    persons: who talks to whom, as "persons", and how people say who they are: "name" before a
        name, "alone" by itself; as "state" what they are, which is no name.
    names: words of a document's name by their use: "kinds", "papers", "events", "articles",
        "never", "demonstratives", "newest", "single", and the numerals "1", "2"…
    """

    language: str
    smalltalk: PhraseTable
    openers: PhraseTable
    wishes: PhraseTable
    requests: PhraseTable
    persons: PhraseTable
    edges: PhraseTable
    catalogue: PhraseTable
    names: PhraseTable
    calendar: Calendar


def _phrases(kind: str, texts: Iterable[str], sets: Mapping[str, Any]) -> list[tuple[str, Phrase]]:
    return [(kind, read_phrase(text, sets)) for text in texts]


def _vocabulary(language: str) -> Vocabulary:
    smalltalk = _phrases(FILLER, SMALLTALK["fillers"][language], {})
    for kind, texts in SMALLTALK["smalltalk"].items():
        said = (*texts.get("common", ()), *texts[language])
        smalltalk += _phrases(kind, said, SMALLTALK["sets"].get(language, {}))
    sets = CATALOGUE["sets"][language]
    sets_of_commands = sets | COMMANDS["sets"].get(language, {})
    catalogue = [
        row
        for kind in COMMAND_KINDS
        for row in _phrases(kind, COMMANDS[kind][language], sets_of_commands)
    ]
    for kind in CATALOGUE_KINDS:
        catalogue += _phrases(kind, CATALOGUE[kind][language], sets)
    apart = (("outside", "given"), ("composing", "composing"))  # told before all that is made up
    for kind, table in apart:
        said = OUTSIDE[table].get(language, ())
        catalogue += _phrases(kind, said, OUTSIDE["sets"].get(language, {}))
    catalogue += _phrases("outside", OUTSIDE["outside"][language], OUTSIDE["sets"][language])
    requests = _phrases("", SMALLTALK["requests"][language], {})
    persons = _phrases("persons", SMALLTALK["persons"][language], {})
    for use, texts in SMALLTALK["introductions"].items():
        persons += _phrases(use, texts[language], {})
    persons += _phrases("state", SMALLTALK["states"][language], {})
    edges = [
        row
        for side, texts in CATALOGUE["edges"].items()
        for row in _phrases(side, texts[language], {})
    ]
    names = [row for use in _USES for row in _phrases(use, CATALOGUE[use][language], {})]
    for number, text in enumerate(CATALOGUE["ordinals"][language], 1):
        names += _phrases(str(number), [text], {})
    return Vocabulary(
        language,
        PhraseTable(smalltalk, _TYPO_IN_SMALLTALK, SMALLTALK["not_typos"]),
        PhraseTable([*_phrases("", SMALLTALK["openers"][language], {}), *requests], _NO_TYPO),
        PhraseTable(requests, _NO_TYPO),
        PhraseTable([*requests, *_phrases("", SMALLTALK["inside"][language], {})], _NO_TYPO),
        PhraseTable(persons, _NO_TYPO),
        PhraseTable(edges, _NO_TYPO),
        PhraseTable(catalogue, _TYPO_IN_CATALOGUE),
        PhraseTable(names, _NO_TYPO),
        Calendar(language),
    )


@lru_cache(maxsize=1)
def vocabularies() -> tuple[Vocabulary, ...]:
    """Return what there is in every language, compiled when it is first asked for."""
    return tuple(map(_vocabulary, LANGUAGES))


def kind_words(text: str) -> tuple[str, ...]:
    """Return the words of a text that say what kind of document something is: "the lease"."""
    words = [token.word for token in tokenize(text, {})]
    return tuple(
        word
        for word in words
        if any(
            use in ("kinds", "papers")
            for vocabulary in vocabularies()
            for use, _ in vocabulary.names.find(vocabulary.names.read([word]), 0, no_slots)
        )
    )
