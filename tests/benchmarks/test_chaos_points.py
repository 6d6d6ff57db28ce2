"""chaos: points are counted, ordered and recorded; batches have no text in common."""

import os
import signal
from pathlib import Path

import pytest

from benchmarks.chaos.embedder import EvenReranker, HashedEmbedder
from benchmarks.chaos.material import batch_of
from benchmarks.chaos.points import Orders, Point, Tally, points_of
from pipelines.models import PassagePlan, Span
from pipelines.ports import Candidate


def test_points_are_recorded_those_by_the_clock_less_often(tmp_path: Path) -> None:
    orders, log = Orders(tmp_path / "orders"), tmp_path / "log"
    tally = Tally(orders, log)
    orders.give(None)
    tally.after("beat", tally.before("beat"))
    orders.give(None)
    for label in ("beat", "db:put", "beat", "db:put", "beat", "db:put"):
        tally.after(label, tally.before(label))
    points = points_of(log, orders.number)
    assert [p.nth for p in points if p == Point("db:put", p.nth, "after")] == [1, 2, 3]
    assert [p.nth for p in points if p == Point("beat", p.nth, "before")] == [1, 2]
    orders.close()


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_process_dies_where_it_was_ordered_to(tmp_path: Path, when: str) -> None:
    orders, log = Orders(tmp_path / "orders"), tmp_path / "log"
    orders.give(Point("db:put", 2, when))  # type: ignore[arg-type]
    pid = os.fork()
    if pid == 0:
        tally = Tally(Orders(tmp_path / "orders"), log)
        for _ in range(3):
            tally.after("db:put", tally.before("db:put"))
        os._exit(0)
    _, status = os.waitpid(pid, 0)
    assert os.WTERMSIG(status) == signal.SIGKILL
    assert len(log.read_text().splitlines()) == 2
    orders.close()


def test_batches_have_twenty_items_and_no_text_in_common() -> None:
    first, second = batch_of(1), batch_of(2)
    assert len(first.labels) == len(set(first.labels)) == 20
    good = {content for name, content in first.files if not name.endswith(("13.txt", ".pdf"))}
    assert not good & {content for _, content in second.files}
    assert len(good) == 13, "two of them are the same"


async def test_the_small_model_tells_texts_apart() -> None:
    model = HashedEmbedder()
    text = "One harbour. Two meadows."
    plans = [PassagePlan(Span(0, len(text)), (Span(0, 12), Span(13, len(text))))]
    chunks = [chunk async for chunk in model.embed_document(text, plans, skip=frozenset({0}))]
    assert len(chunks) == 1
    near = await model.embed_query("two meadows")
    far = await model.embed_query("lantern")
    assert near.embedding @ chunks[0].embedding > far.embedding @ chunks[0].embedding
    assert len(set(model.embedding_keys(text, plans))) == 2
    assert len(await model.token_spans(text)) == 4
    assert await EvenReranker().rerank("", [Candidate("a"), Candidate("b")]) == (0.5, 0.5)
    await model.close()
