"""Whether sentences hold a reference answer."""

from benchmarks.retrieval.asking import holds_answer
from pipelines.models.documents import Span
from pipelines.nodes.answering.cite import Quote
from tests.support.nodes.passage_maker import make_passage

PASSAGE = make_passage("It weighed\xa0 12 Tonnes. It stood on a rock. Nobody lived there.")


def quote(text: str) -> Quote:
    start = PASSAGE.text.index(text)
    return Quote(PASSAGE, Span(start, start + len(text)))


FIRST, SECOND, THIRD = (
    quote(text)
    for text in ("It weighed\xa0 12 Tonnes.", "It stood on a rock.", "Nobody lived there.")
)


def test_case_and_white_space_do_not_matter() -> None:
    assert holds_answer([FIRST], ["none of this", "Weighed 12  tonnes"])
    assert not holds_answer([FIRST], ["13 tonnes"])
    assert not holds_answer([], ["tonnes"])


def test_sentences_beside_each_other_are_one_text_and_others_are_not() -> None:
    assert holds_answer([SECOND, FIRST], ["tonnes. It stood"])
    assert not holds_answer([FIRST, THIRD], ["tonnes. Nobody"])
