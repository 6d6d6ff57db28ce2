"""Runs that another process left unfinished, made ready to be taken up.

The engine checks at every step that it records whether the run is still that process's own, so
one that was only asleep writes nothing more once its runs are taken over.
"""

import asyncio
from collections.abc import Mapping, Sequence

import sqlalchemy as sa
from dbos import DBOS
from dbos._dbos import _get_dbos_instance
from dbos._utils import INTERNAL_QUEUE_NAME

FORMER_VERSION = "1"  # of runs from before they were told apart by bot
FORMER_WORKER = "bot"


async def take_over(workers: Sequence[str]) -> None:
    """Put what these workers were at back on its queue. Repeated, it does nothing."""
    await asyncio.to_thread(DBOS._recover_pending_workflows, list(workers))


async def adopt_former_runs(bot: int, version: str, queues: Mapping[str, str]) -> int:
    """Give unfinished runs of an older version to this bot's workers; return how many.

    Args:
        bot: whose: the ids of runs begin with the pipeline's name and the bot's id.
        version: that of this bot's runs.
        queues: for each pipeline with a queue, the name of that queue now.
    """
    return await asyncio.to_thread(_adopt, bot, version, queues)


def _adopt(bot: int, version: str, queues: Mapping[str, str]) -> int:
    store = _get_dbos_instance()._sys_db
    runs = store.tables.workflow_status
    mine = sa.and_(
        runs.c.application_version == FORMER_VERSION, runs.c.workflow_uuid.like(f"%-{bot}-%")
    )
    begun = sa.and_(mine, runs.c.status == "PENDING", runs.c.executor_id == FORMER_WORKER)
    anew: dict[str, str | None] = {
        "status": "ENQUEUED",
        "application_version": version,
        "owner_xid": None,
    }
    place: dict[str, str | None]
    count = 0
    with store.engine.begin() as connection:
        for name, queue in queues.items():
            waiting = sa.and_(mine, runs.c.status == "ENQUEUED", runs.c.name == name)
            found = sa.or_(waiting, sa.and_(begun, runs.c.name == name))
            place = {"queue_name": queue, "queue_partition_key": FORMER_VERSION}
            count += connection.execute(sa.update(runs).where(found).values(place | anew)).rowcount
        place = {"queue_name": INTERNAL_QUEUE_NAME, "queue_partition_key": None}
        left = sa.and_(begun, runs.c.name.not_in(list(queues)))
        count += connection.execute(sa.update(runs).where(left).values(place | anew)).rowcount
    return count
