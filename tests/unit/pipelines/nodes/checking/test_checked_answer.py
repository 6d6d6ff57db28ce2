"""Checked answer: what stays of what a model wrote, and which marks it gets."""

import numpy as np
import pytest

from pipelines.models.answers import QueryEmbedding
from pipelines.nodes.checking.checked_answer import Weighing, ended, keep_supported, read_claims
from pipelines.nodes.checking.support import Source

MILL = Source("The mill was built in 1911 by Ada Moss. It grinds 40 sacks a day.", "en", "The mill")
FERRY = Source("The ferry leaves at 7:30 and costs 60 crowns.", "en")
NO_VECTORS = QueryEmbedding(
    np.zeros(768, np.float32), np.zeros((0, 64), np.float32), np.zeros(0, np.float32)
)


def checked(answer: str, *sources: Source) -> str:
    written = read_claims(answer, len(sources))
    found = [
        Weighing(claim, NO_VECTORS, sources, "en").supporting() if claim.tells else ()
        for claim in written.claims
    ]
    return keep_supported(written, found, sources)


@pytest.mark.parametrize(
    ("answer", "kept"),
    [
        ("The mill was built in 1911 [1].", "The mill was built in 1911 [1]."),
        ("The mill was built in 1911.", "The mill was built in 1911 [1]."),  # finds its passage
        ("The mill was built in 1911 [2].", "The mill was built in 1911 [1]."),
        ("The mill was built in 1911 [1][2].", "The mill was built in 1911 [1]."),
        (
            "The mill was built in 1911 [1]. The ferry costs 90 crowns [2].",
            "The mill was built in 1911 [1].",
        ),
        (
            "Both are known:\n- The mill was built in 1911 [1].\n- The ferry costs 60 crowns [2].",
            "Both are known:\n- The mill was built in 1911 [1].\n- The ferry costs 60 crowns [2].",
        ),
        (
            "The mill was built in 1911 [1]. The passages do not mention its colour.",
            "The mill was built in 1911 [1]. The passages do not mention its colour.",
        ),
        (
            "The mill was built in 1911 [1]. The passages do not mention more: Ada-Moss.ferry.dev.",
            "The mill was built in 1911 [1].",
        ),
        (
            "The mill was built in 1911 [1]. The passages do not mention whom @Ada_Moss asked.",
            "The mill was built in 1911 [1].",
        ),
        (
            "The mill was built in 1911 and the ferry costs 60 crowns [1][2].",
            "The mill was built in 1911 and the ferry costs 60 crowns [1][2].",
        ),
    ],
)
def test_what_a_passage_supports_stays_with_its_mark(answer: str, kept: str) -> None:
    assert checked(answer, MILL, FERRY) == kept


@pytest.mark.parametrize(
    "answer",
    [
        "The mill was built in 1912 [1].",
        "It is old [1].",
        "The mill was built in 1911 [1]. The ferry costs 90 crowns [2]. It is run by Bo Lund [2].",
        "The passages do not mention it.",
        "As follows:",
        "",
    ],
)
def test_of_what_is_mostly_wrong_nothing_stays(answer: str) -> None:
    assert checked(answer, MILL, FERRY) == ""


def test_what_leads_to_nothing_goes_with_it() -> None:
    written = "The mill was built in 1911 [1].\nThe prices are:\n- The ferry costs 90 crowns [2]."
    assert checked(written, MILL, FERRY) == "The mill was built in 1911 [1]."


@pytest.mark.parametrize(
    ("growing", "whole"),
    [
        ("The mill was bu", ""),
        ("The mill was built in 1911", ""),
        ("The mill was built in 1911.", "The mill was built in 1911."),
        ("The mill was built in 1911. [1]", "The mill was built in 1911. [1]"),
        ("The mill was built in 1911 [1].", "The mill was built in 1911 [1]."),
        ("The mill was built in 1911 [1]. It gri", "The mill was built in 1911 [1]."),
        ("- The mill is old.\n", "- The mill is old.\n"),
        ("It is old [1]. 3.1.", "It is old [1]."),  # a number of what comes
    ],
)
def test_of_a_growing_text_only_whole_sentences_are_looked_at(growing: str, whole: str) -> None:
    assert ended(growing) == whole
