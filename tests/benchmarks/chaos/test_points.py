"""chaos: points are recorded, reduced and died at; orders keep what is wanted."""

import os
import signal
from pathlib import Path

import pytest

from benchmarks.chaos.points import NOBODY, Moment, Point, points_of, standing_at
from benchmarks.chaos.process.tally import Order, Tally

ANNA, BORIS = 900_001, 900_002


def moments_of(log: Path) -> list[Moment]:
    return [Moment.read(line) for line in log.read_text().splitlines()]


def dies(order: Order, log: Path, *calls: tuple[int, str, bool]) -> bool:
    """Make these calls in a child; tell whether it was killed."""
    pid = os.fork()
    if pid == 0:
        tally = Tally(order, log)
        for person, label, is_lasting in calls:
            tally.end(tally.begin(person, label, is_lasting=is_lasting))
        os._exit(0)
    _, status = os.waitpid(pid, 0)
    return os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL


def test_a_line_of_the_log_says_everything() -> None:
    moment = Moment(ANNA, Point("run/scan put_artifact text", 2, "before"), is_lasting=True)
    assert Moment.read(moment.line()) == moment


def test_points_that_leave_the_same_count_once(tmp_path: Path) -> None:
    tally = Tally(Order(every=True), tmp_path / "log")
    for label, is_lasting in (("read", False), ("put", True), ("put", True)):
        tally.end(tally.begin(ANNA, label, is_lasting=is_lasting))
    for _ in range(5):
        tally.end(tally.begin(NOBODY, "beat", is_lasting=True))
    moments = moments_of(tmp_path / "log")
    lasting = points_of(moments, every=False)
    assert lasting == (
        *(Point("put", 1, "after"), Point("put", 2, "after")),
        *(Point("beat", 1, "after"), Point("beat", 2, "after")),
    )
    assert len(points_of(moments, every=True)) == 2 * 3 + 2 * 2
    assert standing_at(moments, every=False)[ANNA] == Point("put", 2, "after")


def test_what_changes_nothing_is_not_written_down_unless_all_is(tmp_path: Path) -> None:
    tally = Tally(Order(), tmp_path / "log")
    tally.end(tally.begin(ANNA, "read", is_lasting=False))
    tally.end(tally.begin(ANNA, "put", is_lasting=True))
    assert [moment.point.label for moment in moments_of(tmp_path / "log")] == ["put"]


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_process_dies_where_it_was_ordered_to(tmp_path: Path, when: str) -> None:
    wanted = Point("read", 2, when)  # type: ignore[arg-type]
    calls = [(ANNA, "read", False)] * 3
    assert dies(Order(frozenset({wanted}), every=True), tmp_path / "log", *calls)
    assert moments_of(tmp_path / "log")[-1].point == wanted


def test_a_process_dies_when_enough_batches_stand_where_it_is_wanted(tmp_path: Path) -> None:
    wanted = frozenset({Point("put", 1, "after"), Point("send", 1, "after")})
    order = Order(wanted, quorum=2, patience=100)
    anna, boris = (ANNA, "put", True), (BORIS, "send", True)
    assert dies(order, tmp_path / "log", anna, boris)
    assert not dies(order, tmp_path / "log", anna)
    assert not dies(order, tmp_path / "log", anna, (ANNA, "other", True), boris)
    assert not dies(order, tmp_path / "log", anna, (BORIS, "put", True)), "both are one point"
    assert dies(Order(wanted, quorum=2, patience=1), tmp_path / "log", (ANNA, "on", True), anna)
    assert not dies(Order(wanted, spared=2), tmp_path / "log", anna, boris)


def test_a_start_needs_no_quorum(tmp_path: Path) -> None:
    order = Order(frozenset({Point("beat", 1, "after")}), quorum=3)
    assert dies(order, tmp_path / "log", (NOBODY, "beat", True))


def test_nobody_dies_before_updates_that_were_begun_twice_are_settled(tmp_path: Path) -> None:
    order = Order(frozenset({Point("put", n, "after") for n in (1, 2)}), tender=((ANNA, 1),))
    pid = os.fork()
    if pid == 0:
        tally = Tally(order, tmp_path / "log")
        tally.end(tally.begin(BORIS, "put", is_lasting=True))
        tally.settle(ANNA)
        tally.end(tally.begin(BORIS, "put", is_lasting=True))
        os._exit(0)
    _, status = os.waitpid(pid, 0)
    assert os.WTERMSIG(status) == signal.SIGKILL
    assert moments_of(tmp_path / "log")[-1].point.nth == 2


def test_an_order_is_read_as_it_was_written(tmp_path: Path) -> None:
    order = Order(
        frozenset({Point("put", 1, "after")}), 3, 7, spared=9, every=True, tender=((ANNA, 2),)
    )
    order.write(tmp_path / "order")
    assert Order.read(tmp_path / "order") == order
