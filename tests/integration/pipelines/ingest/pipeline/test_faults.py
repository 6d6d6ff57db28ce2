"""What an ingest does when the database fails for a while, or for good."""

from collections.abc import AsyncIterator

import pytest_asyncio

from tests.support.pipelines.pipeline_harness import ReadingRoom
from tests.support.pipelines.written_material import prose

# Words by which a chunk is known, and what goes wrong when it is written.
PASSING = {
    "serialization": "40001",
    "deadlock": "40P01",
    "full": "53100",
    "readonly": "25006",
    "exhausted": "53300",
    "slow": "57014",
}
_TRIGGER = """
create or replace function stumble() returns trigger language plpgsql security definer as $$
declare
    v_word text;
    v_state text;
begin
    for v_word, v_state in select f.word, f.state from public.faults as f loop
        if position(v_word in new.paragraph_text) > 0
            and nextval(format('public.fault_%s', v_word)::regclass) <= 2
        then
            if v_state = 'killed' then
                perform pg_terminate_backend(pg_backend_pid());
                perform pg_sleep(5);
            end if;
            raise exception 'a fault' using errcode = v_state;
        end if;
    end loop;
    return new;
end
$$
"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def stumbling(room: ReadingRoom) -> AsyncIterator[ReadingRoom]:
    """A room whose database fails on the first two writes of certain chunks."""
    faults = {**PASSING, "killed": "killed", "syntax": "42601"}
    await room.admin.execute("create table faults (word text, state text)")
    for word, state in faults.items():
        await room.admin.execute(f"create sequence fault_{word}")
        await room.admin.execute("insert into faults values (%s, %s)", (word, state))
    await room.admin.execute(_TRIGGER)
    await room.admin.execute(
        "create trigger stumble before insert on documents_paragraphs"
        " for each row execute function stumble()"
    )
    yield room
    await room.admin.execute("drop function stumble cascade")
    await room.admin.execute("drop table faults")
    for word in faults:
        await room.admin.execute(f"drop sequence fault_{word}")


async def attempts(room: ReadingRoom, word: str) -> int:
    (row,) = await room.rows(f"select last_value from fault_{word}")
    return int(row["last_value"])


async def test_hostile_68_70_71_72_73_74_what_passes_is_waited_for(stumbling: ReadingRoom) -> None:
    words = [*PASSING, "killed"]
    files = [(f"{word}.txt", prose(word, 3).encode()) for word in words]
    report = await stumbling.ingest(*files)
    assert {item.label: item.status for item in report.items} == {
        name: "stored" for name, _ in files
    }
    rows = await stumbling.chunks(report.batch_id)
    assert [row["idx_in_batch"] for row in rows] == list(range(len(rows)))
    assert sum(item.chunks for item in report.items) == len(rows)
    for word in words:
        assert await attempts(stumbling, word) > 2, "it failed twice, and was tried again"


async def test_hostile_69_what_is_wrong_is_not_tried_again(stumbling: ReadingRoom) -> None:
    report = await stumbling.ingest(
        ("syntax.txt", prose("syntax", 3).encode()), ("sound.txt", prose("sound", 3).encode())
    )
    wrong, sound = report.items
    assert (wrong.status, sound.status) == ("failed", "stored")
    assert wrong.failure is not None
    assert wrong.failure.error_id
    assert await attempts(stumbling, "syntax") == 1
    assert {str(row["document_id"]) for row in await stumbling.chunks(report.batch_id)} == {
        sound.document_id
    }
