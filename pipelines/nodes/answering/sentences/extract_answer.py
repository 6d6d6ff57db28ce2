"""Extract answer: the few sentences of the passages that answer a question, as they stand.

The answering sentence comes first, then others that answer nearly as surely, then what the first
leans on. Scores: `sentence_scores`; what may be quoted at all: `quotable` and `text.junk`.
"""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from pipelines.models.answers import Passage, QueryEmbedding
from pipelines.models.documents import Span, TokenVectors
from pipelines.nodes.answering.asked import (
    AskedKind,
    asked_kind,
    own_sums,
    stems_asked_of,
    without_asking,
)
from pipelines.nodes.answering.cite import Quote, place_at
from pipelines.nodes.answering.fitting.bounds import fit_of_steps
from pipelines.nodes.answering.fitting.going_first import with_fitting_first, without_proposals
from pipelines.nodes.answering.fitting.sorts import names_thing
from pipelines.nodes.answering.holding import holds
from pipelines.nodes.answering.quotable import asks, is_menu, is_no_heading, refers_back
from pipelines.nodes.answering.sentences.neighbours import with_neighbour
from pipelines.nodes.answering.sentences.replies import with_reply_first
from pipelines.nodes.answering.sentences.sentence_scores import (
    Place,
    ScoreWeights,
    Sentence,
    score_sentences,
)
from pipelines.nodes.checking.contradictions import denies
from pipelines.nodes.text.clean import BETWEEN
from pipelines.nodes.text.glossary import inflected
from pipelines.nodes.text.junk import is_junk
from pipelines.nodes.text.layout.messages import is_of_program, says_nothing, within_message
from pipelines.nodes.text.words import content_words, overlap

_OF_ONE = frozenset({"when", "hour", "how_many", "how_long"})  # of which each thing has its own
_OF_FEW = frozenset({"weight", "area", "temperature", "speed"})  # whose units hardly a rule has
_TOLD_DIGITS = 6  # more than a year and the number of a part
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_WORD = re.compile(r"[^\W\d_]+")
_NO_TITLE = re.compile(r"[\W\d_]+")


@dataclass(frozen=True, slots=True)
class ExtractionRules:
    """How many sentences are taken; distances are in units of MaxSim.

    How they were chosen: benchmarks/RESULTS.md.
    """

    weights: ScoreWeights = field(default_factory=ScoreWeights)
    max_sentences: int = 3
    compared: int = 8  # sentences among which one may say otherwise than the best
    close: float = 0.15  # how far below the best score another sentence may lie
    naming: float = 0.5  # the same, where the best has no word of what is asked about
    continuing: float = 0.3  # the same, when it goes on from the best one
    same: float = 0.8  # overlap of words above which two sentences say the same
    held: float = 0.5  # from which on a sentence is taken to hold what is asked for


@dataclass(frozen=True, slots=True)
class Grounds:
    """What the best sentence stands on, from which `answerable` tells whether it answers.

    held: 0..1, how surely it holds what is asked for; None when of that nothing is known.
    lead: in units of MaxSim, over the best sentence of any other passage.
    around: it and the sentences beside it, in the text of its passage.
    """

    held: float | None
    lead: float
    around: Span


@dataclass(frozen=True, slots=True)
class Extract:
    """Sentences that answer, best first, and what the best one leans on, in reading order.

    ranked: what `rank_sentences` gives, of which the answers are those that come close to the best.
    with_beside: the best sentence and the one beside it, which holds what is asked for.
    """

    answers: tuple[Quote, ...] = ()
    context: tuple[Quote, ...] = ()
    ranked: tuple[Quote, ...] = ()
    grounds: Grounds | None = None
    with_beside: Span | None = None

    @property
    def quotes(self) -> tuple[Quote, ...]:
        """All that is quoted, the answers first."""
        return self.answers + self.context


def extract_scored(
    question: str,
    scored: Sequence[Sentence],
    rules: ExtractionRules = ExtractionRules(),
    *,
    language: str = "und",
) -> Extract:
    """Pick the sentences that answer, of those that are scored already.

    Args:
        scored: every sentence of the passages, in the order of the text.

    Returns:
        At most `rules.max_sentences` answers, none of which says what another says. Empty:
        nothing can be quoted.
    """
    ordered = answering(scored)
    if not ordered:
        return Extract()
    kind = asked_kind(question)
    ordered = _naming_first(without_proposals(ordered, question), kind, question, rules)
    ordered = _undenied_first(ordered, question, rules)
    ordered = with_fitting_first(ordered, question, within=rules.naming)
    best, ordered = ordered[0], with_reply_first(ordered, scored, kind, question)
    is_reply = ordered[0] != best  # beside which what only asks or guesses is no answer
    answers = _take(ordered[:1] if is_reply else _as_good(ordered, question, rules), rules)
    ranked = _take(ordered, replace(rules, max_sentences=rules.compared))
    context = _context(answers, scored, kind, question, language, rules)
    grounds = _grounds(ordered, scored, kind)
    beside = with_neighbour(answers, scored, kind, question)
    return Extract(_quotes(answers), _quotes(context), _quotes(ranked), grounds, beside)


def _naming_first(
    ordered: list[Sentence], kind: AskedKind, question: str, rules: ExtractionRules
) -> list[Sentence]:
    """Put a price, or a number to call, before one of other things, or what holds none.

    Any price is near to "how much is the fare", but not far behind stands that of the fare. Before
    what says whether something is, a sentence comes close that has more of what is asked about.
    """
    if kind.name == "whether":
        ordered = _of_named_document_first(ordered, question, rules)
        return _with_more_first(ordered, content_words(question), rules)
    things, best = _things(kind, question), ordered[0]
    is_named = best.held >= rules.held and not things.isdisjoint(_told_by(best))
    is_shaped = kind.is_told_by_shape or (kind.name == "how_many" and not kind.counted)
    if not is_shaped or not things or is_named:
        return ordered
    least = best.score - rules.naming
    held = [s for s in ordered if s.held >= rules.held]
    naming = [s for s in held if not things.isdisjoint(_told_by(s))]
    if not naming and best.held < rules.held and kind.quantity in _OF_FEW:
        naming = held
    first = [sentence for sentence in naming[:1] if sentence.score >= least]
    return first + [sentence for sentence in ordered if sentence not in first]


def _undenied_first(
    ordered: list[Sentence], question: str, rules: ExtractionRules
) -> list[Sentence]:
    """Put what is not denied before what is, or behind, as a question asks, of the same words.

    "What is covered:" and "What is not covered:" lie close together.
    """
    best, is_denied = ordered[0], denies(question)
    if denies(best.text) == is_denied or not best.words:
        return ordered
    twins = [
        one
        for one in ordered[1:]
        if one.words == best.words
        and denies(one.text) == is_denied
        and one.passage.document_id == best.passage.document_id
        and one.score >= best.score - rules.naming
    ]
    return twins[:1] + [sentence for sentence in ordered if sentence not in twins[:1]]


def _of_named_document_first(
    ordered: list[Sentence], question: str, rules: ExtractionRules
) -> list[Sentence]:
    """Put a sentence first that is of the same thing, in a document whose title names another one.

    "May I bring a dog to the hostel" is answered by the hostel's rule for dogs, and by no rule for
    those who bring some to a farm.
    """
    things = content_words(" ".join(w for w in _WORD.findall(question) if names_thing(w)))
    best = ordered[0]
    of_best = things & best.words
    more = things - of_best - content_words(best.passage.title or "")

    def is_of_named(one: Sentence) -> bool:
        return of_best <= one.words and more <= content_words(one.passage.title or "")

    least = best.score - rules.naming
    first = [s for s in ordered if of_best and more and s.score >= least and is_of_named(s)][:1]
    return first + [sentence for sentence in ordered if sentence not in first]


def _with_more_first(
    ordered: list[Sentence], wanted: frozenset[str], rules: ExtractionRules
) -> list[Sentence]:
    """Put a sentence first that has all words of the question that the best one has, and more.

    "Fines cannot be waived" says whether anything, and what pensioners pay stands beside it.
    """
    best = ordered[0]
    told, least = wanted & _told_by(best), best.score - rules.close
    more = [s for s in ordered if s.score >= least and told < wanted & _told_by(s)]
    first = [s for s in more[:1] if s.passage.id == best.passage.id]
    return first + [sentence for sentence in ordered if sentence not in first]


def _things(kind: AskedKind, question: str) -> frozenset[str]:
    """Return what a price is asked of; a deposit is one by itself, and no price of the garage."""
    if kind.is_by_noun:
        return content_words(without_asking(question))
    return own_sums(question) or stems_asked_of(question)


def _told_by(sentence: Sentence) -> frozenset[str]:
    """Return the words of a sentence and of what it stands under: "It costs £4" below "Crèche".

    So is the line above that asks: "Is there a crèche?".
    """
    heading = place_at(sentence.passage, sentence.span.start).heading or ""
    above = sentence.passage.text[: max(sentence.line_start - 1, 0)].rpartition("\n")[2]
    posed = content_words(above) if asks(above) else frozenset[str]()
    return sentence.words | content_words(heading.split(BETWEEN)[-1]) | posed


def rank_sentences(
    question: str,
    query: QueryEmbedding,
    passages: Sequence[Passage],
    token_vectors: Mapping[int, TokenVectors],
    rules: ExtractionRules = ExtractionRules(),
    *,
    read: Mapping[Place, float] = MappingProxyType({}),
) -> tuple[Quote, ...]:
    """Return the best sentences in the order of their scores, as many as may be quoted.

    An answer shows the first, and of the others those that come close to it.

    Args:
        question: as it was asked; `query` is its embedding.
        passages: with `fused_score`, best first.
        token_vectors: by passage id; a passage without any is judged by its words.
        read: see `score_sentences`.
    """
    scored = score_sentences(question, query, passages, token_vectors, rules.weights, read=read)
    return _quotes(_take(answering(scored), rules))


def _quotes(sentences: Iterable[Sentence]) -> tuple[Quote, ...]:
    return tuple(Quote(sentence.passage, sentence.span) for sentence in sentences)


def _grounds(ordered: Sequence[Sentence], scored: Sequence[Sentence], kind: AskedKind) -> Grounds:
    best = ordered[0]
    own = [s.score - s.read for s in ordered if s.passage.id == best.passage.id]
    others = [s.score - s.read for s in ordered if s.passage.id != best.passage.id]
    beside = [
        one.span
        for one in scored
        if one.passage.id == best.passage.id and abs(one.idx - best.idx) <= 1
    ]
    return Grounds(
        held=None if kind.name == "any" else best.held,
        lead=max(own) - max(others, default=-math.inf),
        around=Span(beside[0].start, beside[-1].end),
    )


def answering(sentences: Sequence[Sentence]) -> list[Sentence]:
    """Return the sentences that may be quoted, best first.

    Questions, headings, menus, headers of e-mails and junk may not; of a passage that has only
    lines without stops, such as a note, those may.
    """
    refuse = _Refuse()
    statements = [s for s in sentences if not s.asks and not refuse.holds(s)]
    whole = [s for s in statements if s.answers_alone]
    spoken = {sentence.passage.id for sentence in whole}
    lines = [s for s in statements if s.passage.id not in spoken]
    kept = whole + [s for s in lines if len(s.words) > 1 and not is_menu(s.text)]
    told = [s for s in kept if not _is_title(s)] or kept
    return sorted(told, key=lambda sentence: -sentence.score)


class _Refuse:
    """Tells what is junk, by itself or as part of its line, or a title with a page number."""

    def __init__(self) -> None:
        self._lines: dict[tuple[int, int], bool] = {}

    def holds(self, sentence: Sentence) -> bool:
        """Say whether a sentence is never to be quoted."""
        text = sentence.text
        is_title = _is_title(sentence) and text != sentence.passage.title
        if sentence.is_of_header or sentence.closes or is_junk(text) or is_title:
            return True
        said = within_message(sentence.passage.text, sentence.span)
        tells_nothing = is_of_program(text) if said is None else says_nothing(said)
        if _is_heading(sentence) or tells_nothing:
            return True
        whole, start = sentence.passage.text, sentence.line_start
        end = whole.find("\n", start) if "\n" in whole else len(whole)
        line = whole[start : end if end >= 0 else len(whole)]
        key = sentence.passage.id, start
        if key not in self._lines:
            self._lines[key] = line != text and is_junk(line)
        return self._lines[key]


def _is_heading(sentence: Sentence) -> bool:
    """Say whether a line is the heading that it stands under."""
    heading = place_at(sentence.passage, sentence.span.start).heading or ""
    return bool(heading) and _letters(sentence.text) == _letters(heading.split(BETWEEN)[-1])


def _is_title(sentence: Sentence) -> bool:
    """Say whether a line is the document's title, whatever numbers stand around it.

    So is the line that opens a document, though that is called by its file: "Rules (March 2026)".
    """
    if _opens_document(sentence):
        return True
    title, digits = sentence.passage.title, sum(map(str.isdigit, sentence.text))
    is_note = digits >= _TOLD_DIGITS  # a first line that tells something: a telephone number
    return bool(title) and not is_note and _letters(sentence.text) == _letters(title or "")


def _opens_document(sentence: Sentence) -> bool:
    passage, span = sentence.passage, sentence.span
    if passage.passage_idx or span.start or is_no_heading(passage.text, span):
        return False
    undated = _YEAR.sub("", sentence.text)
    tells = undated == sentence.text or any(map(str.isdigit, undated)) or ":" in undated
    return not tells and passage.text[span.end :].startswith("\n")


def _letters(text: str) -> str:
    return _NO_TITLE.sub("", text).casefold()


def _as_good(ordered: Sequence[Sentence], question: str, rules: ExtractionRules) -> list[Sentence]:
    """Return the best sentence and those close to it that hold what it holds of what is asked.

    Whatever reading closely says for one of them: what was in doubt before is shown as well. Beside
    a line of the block that the question names none of another one is.
    """
    best = ordered[0]
    least = rules.held if best.held >= rules.held else 0.0
    close = best.score - best.read - rules.close
    wanted = content_words(question)
    kind = asked_kind(question)
    others = [s for s in ordered[1:] if _is_beside(s, best, wanted, kind)]
    others = [s for s in others if not _tells_less(s, best, wanted)]
    things = _things(kind, question) & best.words if kind.is_told_by_shape else frozenset()
    others = [s for s in others if not things or not things.isdisjoint(_told_by(s))]
    return [best] + [s for s in others if s.score - s.read >= close and s.held >= least]


def _is_beside(sentence: Sentence, best: Sentence, wanted: frozenset[str], kind: AskedKind) -> bool:
    """Say whether a sentence may stand beside the best one: nothing that merely lies near it does.

    All messages of a chat are found as one, and all numbers of a list: another one has to have a
    word of the question; the number of somebody else is none. Whether another thing is there is no
    answer beside one for the thing that is asked about, nor is the hour or the price of any other.
    """
    if best.is_named and not sentence.is_named:
        return False
    held = wanted & content_words(sentence.text)
    if kind.name in ("phone", "email"):
        return held >= wanted & content_words(best.text)
    is_next = (sentence.passage.id, sentence.idx) == (best.passage.id, best.idx + 1)
    goes_on = is_next and refers_back(sentence.text)
    if kind.name == "whether" and not goes_on:
        own, said = (_said_of(wanted, one.text) for one in (best, sentence))
        return not own or not own.isdisjoint(said)
    if kind.name in _OF_ONE:
        return goes_on or bool(_said_of(wanted, _with_heading(sentence)))
    return bool(held) or within_message(sentence.passage.text, sentence.span) is None


def _tells_less(sentence: Sentence, best: Sentence, wanted: frozenset[str]) -> bool:
    """Say whether another line has half as many words of a question as the best one's, or fewer.

    Of "when was the second rehearsal" another document has the second of whatever else, and of "who
    sees to the fair" another item has somebody who sees to another thing.
    """
    if _line_of(sentence) == _line_of(best):
        return False
    own = _said_of(wanted, _with_heading(best, _line_of(best)[1]))
    told = _said_of(wanted, _with_heading(sentence, _line_of(sentence)[1]))
    return len(told) * 2 <= len(own) if own else False


def _line_of(sentence: Sentence) -> tuple[int, str]:
    """Return the passage and the text of the line that a sentence stands in."""
    whole, start = sentence.passage.text, sentence.line_start
    end = whole.find("\n", start)
    return sentence.passage.id, whole[start : end if end >= 0 else len(whole)]


def _with_heading(sentence: Sentence, text: str = "") -> str:
    heading = place_at(sentence.passage, sentence.span.start).heading or ""
    return f"{heading}\n{text or sentence.text}"


def _said_of(wanted: frozenset[str], text: str) -> frozenset[str]:
    """Return which words of a question stand in a text, in whatever form: "dog" in "dogs"."""
    held = content_words(text)
    return (wanted & held) | inflected(wanted - held, held)


def _take(wanted: Sequence[Sentence], rules: ExtractionRules) -> list[Sentence]:
    """Take the first few, but none that says what one before it says."""
    taken: list[Sentence] = []
    for sentence in wanted:
        if len(taken) < rules.max_sentences and not _is_said(sentence, taken, rules.same):
            taken.append(sentence)
    return taken


def _is_said(sentence: Sentence, chosen: Iterable[Sentence], same: float) -> bool:
    return any(
        sentence.place == other.place
        or (
            overlap(sentence.words, other.words) >= same
            and _numbers(sentence.words) == _numbers(other.words)
        )
        for other in chosen
    )


def _numbers(words: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in words if not word.isalpha())


def _context(
    answers: Sequence[Sentence],
    scored: Sequence[Sentence],
    kind: AskedKind,
    question: str,
    language: str,
    rules: ExtractionRules,
) -> list[Sentence]:
    """Return what the best answer leans on and goes on with, in reading order.

    What it begins with may name somebody of the sentence before; when asked when, the date may
    stand at the beginning of its paragraph; across languages the place is found more surely than
    the sentence.
    """
    best = answers[0]
    numbered = {(one.passage.id, one.idx): one for one in scored}
    before = numbered.get((best.passage.id, best.idx - 1))
    after = numbered.get((best.passage.id, best.idx + 1))
    wanted: list[Sentence | None] = []
    if refers_back(best.text):
        wanted.append(before)
    if kind.name == "when" and best.held < rules.held:
        first = _first_of_line(best, numbered)
        wanted.append(first if holds(kind, first.text, question) >= rules.held else None)
    if after and refers_back(after.text) and after.score >= best.score - rules.continuing:
        wanted.append(after)
    is_foreign = "und" != language != best.passage.language
    if is_foreign and after and not after.closes and fit_of_steps(question, after.text) >= 0:
        wanted.append(after)
    taken: list[Sentence] = []
    for sentence in wanted:
        if sentence and _supports(sentence) and not _is_said(sentence, [*answers, *taken], 1.01):
            taken.append(sentence)
    return sorted(taken, key=lambda sentence: sentence.idx)


def _first_of_line(sentence: Sentence, numbered: Mapping[tuple[int, int], Sentence]) -> Sentence:
    first, line = sentence, sentence.line_start
    while (before := numbered.get((first.passage.id, first.idx - 1))) and before.span.start >= line:
        first = before
    return first


def _supports(sentence: Sentence) -> bool:
    text = sentence.text
    is_line = is_menu(text) or _is_heading(sentence) or _is_title(sentence)
    is_line = is_line or sentence.is_of_header
    return not (is_line or sentence.asks or is_junk(text))
