"""Items of minutes: what each was about, what was decided in it, and how it was voted on.

"4. Heard: ... Resolved: ... Voted: ..." are paragraphs of their own, and only the first of them, or
the agenda, names the matter. Whoever asks for the vote on it means that of its item.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache

from pipelines.models.answers import Passage
from pipelines.models.documents import Span
from pipelines.nodes.answering.cite import Quote, place_at
from pipelines.nodes.text.clean import BETWEEN
from pipelines.nodes.text.glossary import bare_stem
from pipelines.nodes.text.words import content_words, fold
from pipelines.nodes.word_tables import read_table

_LINE = re.compile(r".+")
_FEWEST_MATTERS = 3  # words of an agenda that tells them
_BULLET = re.compile(r"\s*[-–—*•·]\s+")
_NUMBERED = r"(\d{1,2})\s*[.):](?!\d)\s*"
_MOST_DECIDED = 4  # sentences
_LABELLED = 2  # items with a label, from which on all have one, or a heading in capitals


@dataclass(slots=True)
class Item:
    """One item of minutes: the words of what it was about, and its sentences.

    title: those of its heading, or of the agenda; they are of its matter as well.
    """

    number: int
    matter: set[str] = field(default_factory=set)
    title: frozenset[str] = frozenset()
    heard: list[Quote] = field(default_factory=list)
    decided: list[Quote] = field(default_factory=list)
    voted: list[Quote] = field(default_factory=list)


def items_of(sentences: Sequence[Quote]) -> tuple[Item, ...]:
    """Return the items of minutes that say what was decided or voted on; () of other texts.

    Args:
        sentences: of one document, in reading order.
    """
    opening = [_numbered().match(quote.text) for quote in sentences]
    labelled = sum(
        one is not None and _is_labelled(quote.text[one.end() :])
        for one, quote in zip(opening, sentences, strict=True)
    )
    reading = _Reading(all_labelled=labelled >= _LABELLED, headings=_telling(sentences))
    for quote, behind in zip(sentences, [*sentences[1:], None], strict=False):
        reading.take(quote, behind)
    is_told = any(item.decided or item.voted for item in reading.items)
    return tuple(reading.items) if is_told else ()


def _telling(sentences: Sequence[Quote]) -> frozenset[str]:
    """Return the headings of a text under which something was decided; () if it is but one."""
    found = {
        _heading(quote)
        for quote in sentences
        if _opening("decided").match(fold(" ".join(quote.text.split())))
    }
    return frozenset(found - {""}) if len(found - {""}) >= _LABELLED else frozenset()


def _heading(quote: Quote) -> str:
    return place_at(quote.passage, quote.span.start).heading or ""


def _is_labelled(text: str) -> bool:
    return any(_opening(name).match(fold(text)) for name in ("heard", "decided"))


def item_about(matter: frozenset[str], items: Iterable[Item], *, least: float) -> Item | None:
    """Return the one item that is about a matter: none holds more of its words, nor as many.

    Of several that hold as many, the one is meant whose title has more of them.

    Args:
        matter: stems, as `stems_of` gives them.
        least: the share of them, 0..1, that it holds.
    """
    counted = [((len(matter & one.matter), len(matter & one.title)), one) for one in items]
    best = max((count for count, _ in counted), default=(0, 0))
    meant = [item for count, item in counted if count == best]
    is_told = best[0] > 0 and best[0] >= least * len(matter)
    return meant[0] if is_told and len(meant) == 1 else None


def stems_of(text: str) -> frozenset[str]:
    """Return the stems of the words of a text, without their endings."""
    return frozenset(map(bare_stem, content_words(text)))


def chooses(sentence: str) -> bool:
    """Say whether a sentence tells who was chosen."""
    return re.search(rf"(?<!\w)(?:{_any('chosen')})", fold(sentence)) is not None


def agenda_line(passages: Iterable[Passage]) -> Quote | None:
    """Return the line of minutes that tells all of the agenda: "Agenda: 1) money; 2) the roof"."""
    for passage in passages:
        for line in _LINE.finditer(passage.text):
            told = _agenda_told().match(fold(line[0]))
            if told and len(content_words(line[0][told.end() :])) >= _FEWEST_MATTERS:
                return Quote(passage, Span(*line.span()))
    return None


class _Reading:
    """Reads minutes sentence by sentence."""

    def __init__(self, *, all_labelled: bool, headings: frozenset[str]) -> None:
        self._all_labelled = all_labelled
        self._headings = headings  # of which each is one item
        self._under = ""
        self.items: list[Item] = []
        self._titles: dict[int, str] = {}
        self._is_agenda = False
        self._is_list = False  # of decisions, which have numbers of their own
        self._into: list[Quote] | None = None

    def take(self, quote: Quote, behind: Quote | None) -> None:
        """Put a sentence where it belongs, before another one."""
        text, opens = " ".join(quote.text.split()), _opens_line(quote)
        if opens and _agenda().fullmatch(fold(text)):
            self._is_agenda = True
            return
        numbered = _numbered().match(text) if opens else None
        if self._is_agenda and self._is_title(text, numbered):
            return
        if self._opens_untold(quote, text, behind) and not numbered:
            return
        if numbered and self._is_next(int(numbered[1]), text[numbered.end() :]):
            self._begin(int(numbered[1]), quote)
            text = text[numbered.end() :]
        if self.items:
            self._tell(quote, text, is_numbered=numbered is not None)

    def _is_title(self, text: str, numbered: re.Match[str] | None) -> bool:
        """Take down a line of the agenda; False where it has ended."""
        following = max(self._titles, default=0) + 1
        bullet = _BULLET.match(text)
        if numbered and int(numbered[1]) == following:
            self._titles[following] = text[numbered.end() :]
        elif bullet:
            self._titles[following] = text[bullet.end() :]
        else:
            self._is_agenda = False
        return self._is_agenda

    def _opens_untold(self, quote: Quote, text: str, behind: Quote | None) -> bool:
        """Begin an item whose title has no number; say whether a sentence is no more than that.

        Such a title is one of the agenda, a heading under which something was decided, or a line
        before what was heard.
        """
        above, self._under = self._under, _heading(quote)
        is_title = _is_line(quote) and not _numbered().match(text) and self._is_called(text, behind)
        if not is_title and (self._under == above or self._under not in self._headings):
            return False
        number = self.items[-1].number if self.items else 0
        self._add(number, stems_of(text if is_title else self._under.split(BETWEEN)[-1]))
        return is_title

    def _is_called(self, text: str, behind: Quote | None) -> bool:
        if any(stems_of(title) == stems_of(text) for title in self._titles.values()):
            return True
        is_heard = behind is not None and _opening("heard").match(fold(behind.text))
        return bool(is_heard) and text[-1:].isalnum() and not _is_labelled(text)

    def _is_next(self, number: int, text: str) -> bool:
        """Say whether a number is that of the next item, or of the first of another meeting."""
        first = next(iter(text.split()), "")
        is_headed = _is_labelled(text) or (first.isupper() and len(first) > 1)
        if not is_headed and (self._is_list or self._all_labelled):
            return False
        last = self.items[-1].number if self.items else 0
        is_done = bool(self.items) and (self._into is None or bool(self.items[-1].decided))
        return number == last + 1 or (number == 1 and is_done)

    def _begin(self, number: int, quote: Quote) -> None:
        title = self._titles.get(number, "")
        above = place_at(quote.passage, quote.span.start).heading or ""
        own = above if _numbered().match(above) else ""
        self._add(number, stems_of(f"{title} {own}"))

    def _add(self, number: int, called: frozenset[str]) -> None:
        item = Item(number, set(called), called)
        self.items.append(item)
        self._into, self._is_list = item.heard, False

    def _tell(self, quote: Quote, text: str, *, is_numbered: bool) -> None:
        item, folded = self.items[-1], fold(text)
        if decided := _opening("decided").match(folded):
            self._is_list = not folded[decided.end() :].strip(" :")
            self._into = item.decided
        elif _opening("voted").match(folded):
            self._is_list, self._into = False, None
            item.voted.append(quote)
            return
        elif self._is_list and not is_numbered and _opens_line(quote):
            self._is_list = False
        elif self._into is None and not is_numbered:
            return  # behind the vote: of no item
        if self._into is None:
            return
        self._is_list = self._is_list or text.endswith(":")
        if self._into is item.heard or not item.decided:
            item.matter |= stems_of(text)
        if self._into is item.heard or len(item.decided) < _MOST_DECIDED:
            self._into.append(quote)


def _is_line(quote: Quote) -> bool:
    """Say whether a sentence is a line of its own."""
    behind = quote.passage.text[quote.span.end :].lstrip(" ")
    return _opens_line(quote) and behind[:1] in ("", "\n")


def _opens_line(quote: Quote) -> bool:
    text = quote.passage.text
    return not text[text.rfind("\n", 0, quote.span.start) + 1 : quote.span.start].strip()


@cache
def _lists() -> dict[str, list[str]]:
    lists: dict[str, list[str]] = read_table(__package__, "items.toml")
    return lists


def _any(name: str) -> str:
    return "|".join(map(fold, _lists()[name]))


@cache
def _agenda_told() -> re.Pattern[str]:
    return re.compile(rf"(?:{_any('agenda')})\s*[:.—–-]\s*(?=\S)")


@cache
def _agenda() -> re.Pattern[str]:
    return re.compile(rf"(?:{_any('agenda')})\s*:?")


@cache
def _numbered() -> re.Pattern[str]:
    return re.compile(rf"(?:(?:{_any('item')})\s*(?:№|no\.?)?\s*)?{_NUMBERED}", re.IGNORECASE)


@cache
def _opening(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{_any(name)})(?!\w)")
