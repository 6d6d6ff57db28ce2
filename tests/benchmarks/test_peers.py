"""How peers are chosen, and how one is measured."""

from collections.abc import Sequence

import pytest

from benchmarks.peers import require, systems_of
from benchmarks.peers.__main__ import measure
from benchmarks.peers.job import Job, Measured
from benchmarks.refused import CannotMeasure

JOB = Job(("kite", "boat"), ("warm",), ("boat kite", "boat"), 5, "folder", "postgresql:///x")


class WordPeer:
    """Finds the texts whose word is in the question."""

    def __init__(self) -> None:
        self.paragraphs: list[str] = []
        self.asked: list[tuple[str, int]] = []

    def ingest(self, paragraphs: Sequence[str]) -> None:
        self.paragraphs += paragraphs

    def search(self, question: str, limit: int) -> list[int]:
        self.asked.append((question, limit))
        return [n for n, word in enumerate(self.paragraphs) if word in question][:limit]


def test_every_question_is_asked_and_timed_after_the_warm_up() -> None:
    peer = WordPeer()
    measured = measure("words", peer, JOB)
    assert peer.asked == [("warm", 5), ("boat kite", 5), ("boat", 5)]
    assert measured.rankings == ((0, 1), (1,))
    assert len(measured.milliseconds) == 2
    assert measured.ingest_s > 0


def test_a_job_and_its_outcome_survive_the_way_between_processes() -> None:
    assert Job.from_json(JOB.to_json()) == JOB
    measured = Measured(((0, 1), ()), (1.5, 2.5), 3.0)
    assert Measured.from_json(measured.to_json()) == measured


def test_no_peers_are_no_systems_and_unknown_ones_are_named() -> None:
    assert systems_of("") == ()
    with pytest.raises(CannotMeasure, match="no peer is called nobody: there are txtai, langchain"):
        systems_of("nobody")


def test_a_missing_package_is_named_with_the_way_to_get_it() -> None:
    require(["json"])
    with pytest.raises(CannotMeasure, match=r"no_such_package is missing: .*'\.\[peers\]'"):
        require(["no_such_package"])
