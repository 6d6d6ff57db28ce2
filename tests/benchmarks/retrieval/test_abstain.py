"""Which half is taken in, and how decisions become shares."""

from pathlib import Path

from benchmarks.retrieval.abstain import Decision, is_kept, kept_articles, summarise
from benchmarks.squad import load
from tests.support.benchmarks.small_corpus import write


def test_every_second_article_is_left_out(tmp_path: Path) -> None:
    corpus = load(write(tmp_path))
    assert kept_articles(corpus, "article") == [corpus.articles[0], corpus.articles[2]]
    assert [is_kept(question.place, "article") for question in corpus.questions] == (
        [True] * 3 + [False] * 2 + [True] * 2
    )


def test_every_second_paragraph_of_each_article_is_left_out(tmp_path: Path) -> None:
    corpus = load(write(tmp_path))
    kept = kept_articles(corpus, "paragraph")
    assert [article.title for article in kept] == [article.title for article in corpus.articles]
    assert kept[0].paragraphs == (corpus.text((0, 0)), corpus.text((0, 2)))
    assert [is_kept(question.place, "paragraph") for question in corpus.questions] == (
        [True, False, True] + [True, False] * 2
    )


def test_shares_are_of_each_kind_and_the_curve_cuts_below_its_threshold() -> None:
    results = summarise(
        [
            Decision(is_answerable=False, abstained=True, confidence=0.2),
            Decision(is_answerable=False, abstained=False, confidence=0.5),
            Decision(is_answerable=True, abstained=False, confidence=0.5),
            Decision(is_answerable=True, abstained=False, confidence=0.9),
        ]
    )
    assert (results.abstained_unanswerable, results.abstained_answerable) == (0.5, 0.0)
    curve = {p.threshold: (p.abstained_unanswerable, p.abstained_answerable) for p in results.curve}
    assert (min(curve), max(curve), len(curve)) == (0.0, 1.0, 101)
    assert curve[0.2] == (0.0, 0.0)
    assert curve[0.21] == (0.5, 0.0)
    assert curve[0.51] == (1.0, 0.5)
    assert curve[1.0] == (1.0, 1.0)
