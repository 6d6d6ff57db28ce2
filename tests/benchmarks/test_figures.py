"""Shares, percentiles and tables of what was measured."""

import pytest

from benchmarks.figures import Asked, Ingested, figures, percentile
from benchmarks.output import as_rows, as_table


def test_ranks_become_mrr_and_recall() -> None:
    asked = [Asked(rank, {"retrieval": 1.0}) for rank in (1, 2, 10, None)]
    found = figures(asked, Ingested(2.0, 1000))
    assert found["mrr"] == pytest.approx((1 + 1 / 2 + 1 / 10) / 4)
    assert (found["recall@1"], found["recall@5"], found["recall@10"]) == (0.25, 0.5, 0.75)
    assert (found["ingest_s"], found["ingest_tokens_per_s"]) == (2.0, 500.0)


def test_a_system_without_sentences_has_no_shares_of_them() -> None:
    found = figures([Asked(1, {"retrieval": 1.0})], Ingested(1.0, 1))
    assert found["answer_in_best"] is None
    assert found["answer_in_best_3"] is None


def test_sentences_are_counted_over_all_questions() -> None:
    asked = [Asked(1, {}, True, True), Asked(1, {}, False, True), Asked(None, {}, False, False)]
    found = figures([*asked, asked[0]], Ingested(1.0, 1))
    assert (found["answer_in_best"], found["answer_in_best_3"]) == (0.5, 0.75)


def test_stages_sum_to_the_whole_and_retrieval_ends_before_the_sentences() -> None:
    asked = [Asked(1, {"embed": 2.0, "search": 3.0, "quote": 4.0}), Asked(1, {"embed": 8.0})]
    found = figures([*asked, asked[0]], Ingested(1.0, 1))
    assert (found["p50_ms"], found["p95_ms"]) == (9.0, 9.0)
    assert found["stages_ms"] == {"embed": 2.0, "search": 3.0, "quote": 4.0, "retrieval": 5.0}


def test_percentiles_are_values_that_were_measured() -> None:
    values = [float(value) for value in range(100, 0, -1)]
    assert percentile(values, 50) == 50.0
    assert percentile(values, 95) == 95.0
    assert percentile([7.0], 95) == 7.0


def test_tables_have_a_column_for_each_system_and_a_dash_for_what_it_lacks() -> None:
    table = as_table({"paragraf": {"mrr": 0.98, "ms": {"a": 12.0}}, "other": {"mrr": None}})
    lines = [line.split() for line in table.splitlines()]
    assert lines == [["paragraf", "other"], ["mrr", "0.9800", "–"], ["ms.a", "12.0", "–"]]
    assert as_rows([{"threshold": 0.5, "share": 1.0}]).splitlines()[1].split() == [
        "0.5000",
        "1.0000",
    ]
