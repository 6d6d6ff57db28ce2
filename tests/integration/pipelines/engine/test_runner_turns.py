"""Owners take turns: nobody waits behind another's whole batch."""

import asyncio
from dataclasses import dataclass, replace
from pathlib import Path

from pipelines.engine.graph import Failed, ForEach, Node, Pipeline, sequence
from pipelines.engine.runner import Runner
from pipelines.fair_queue import current_party
from pipelines.models.documents import FileRef, Message
from pipelines.models.requests import IngestRequest
from tests.support.gateways.sample_documents import let_in
from tests.support.pipelines.pipeline_harness import open_room
from tests.support.pipelines.word_models import WordEmbedder, WordReranker

ANNA, *OTHERS = range(1, 6)


@dataclass(frozen=True, slots=True)
class Ticket:
    owner: int
    run_id: str = ""


class Counter:
    """Serves one after the other, and keeps in which order."""

    def __init__(self, expected: int) -> None:
        self.served: list[int] = []
        self._expected = expected
        self.all_served = asyncio.Event()

    async def serve(self, ticket: Ticket) -> Ticket:
        await asyncio.sleep(0.02)  # so long it takes
        self.served.append(ticket.owner)
        if len(self.served) == self._expected:
            self.all_served.set()
        return ticket


@dataclass(frozen=True, slots=True)
class Part:
    party: str = ""


@dataclass(frozen=True, slots=True)
class Whole:
    parts: tuple[Part, ...] = ()


async def divide(ticket: Ticket) -> Whole:
    """Make two parts of it."""
    return Whole((Part(), Part()))


async def keep(failed: Failed) -> Part:
    """Leave a part as it is."""
    part: Part = failed.value
    return part


QUEUE = Pipeline(
    name="counter",
    input_type=Ticket,
    output_type=Ticket,
    queued=True,
    partition_key=lambda ticket: str(ticket.owner),
    flow=Node("serve", Counter.serve),
)


async def test_whoever_brings_much_does_not_keep_others_waiting(database_url: str) -> None:
    counter = Counter(24)
    runner = Runner(database_url=database_url, executor_id="test", bot=5)
    runner.add(QUEUE, counter)
    await runner.launch()
    owners = [ANNA] * 20 + OTHERS
    for number, owner in enumerate(owners):
        await runner.enqueue("counter", Ticket(owner), f"counter-{number}")
    async with asyncio.timeout(60):
        await counter.all_served.wait()
    await runner.close()
    assert sorted(counter.served) == sorted(owners)
    for owner in OTHERS:
        assert counter.served.index(owner) < 20, "before the last of the many"


async def note(part: Part) -> Part:
    """Say on whose account it is called."""
    return replace(part, party=current_party())


PARTS = Pipeline(
    name="parts",
    input_type=Ticket,
    output_type=Whole,
    partition_key=lambda ticket: str(ticket.owner),
    flow=sequence(
        Node("divide", divide),
        ForEach(
            "parts",
            item=Part,
            items=lambda whole: whole.parts,
            body=Node("note", note),
            gather=lambda whole, parts: replace(whole, parts=parts),
            on_error=Node("keep", keep),
        ),
    ),
)


async def test_all_parts_of_a_run_are_on_the_account_of_its_owner(tmp_path: Path) -> None:
    runner = Runner(database_url=f"sqlite:///{tmp_path}/runs.sqlite", executor_id="test")
    runner.add(PARTS)
    await runner.launch()
    whole = await runner.run("parts", Ticket(7), "parts-1")
    await runner.close()
    assert [part.party for part in whole.parts] == ["7", "7"]


async def test_twenty_albums_of_five_people_are_all_stored(database_url: str) -> None:
    """With three files each; ten each, 200 in all, were tried by hand."""
    async with open_room(database_url, WordEmbedder(), WordReranker()) as room:
        wanted = []
        for number in range(20):
            owner, batch = 1 + number % 5, f"album-{number}"
            files = []
            for idx in range(3):
                text = f"The heron of album {number} has number {idx} and stands in the reeds."
                await room.store.artifacts.put_artifact(batch, f"{idx}.txt", text.encode())
                files.append(FileRef("artifact", f"{batch}/{idx}.txt", f"{idx}.txt", len(text)))
            await let_in(room.store, owner)
            request = IngestRequest(Message(files=tuple(files)), owner=owner, origin=batch)
            await room.runs.start_ingest(request, run_id=batch)
            wanted.append(batch)
        for batch in wanted:
            report = await room.mailbox.report(batch)
            assert [item.status for item in report.items] == ["stored"] * 3
        [found] = await room.rows("select count(*) as n from documents")
        assert found == {"n": 60}
