"""The parts of this benchmark, by the names that the command takes."""

from argparse import Namespace
from dataclasses import asdict
from pathlib import Path
from typing import Any

from benchmarks.model import crowd, first, poisoned, storm

PARTS = ("first", "poisoned", "crowd", "storm")


async def measure(wanted: Namespace, models_dir: Path) -> dict[str, Any]:
    """Measure the part that is wanted, or all; return the figures by part."""
    names = PARTS if wanted.part == "all" else (wanted.part,)
    return {name: await _measure(name, wanted, models_dir) for name in names}


async def _measure(name: str, wanted: Namespace, models_dir: Path) -> dict[str, Any]:
    match name:
        case "first":
            rows, checking = await first.measure(wanted.rounds, models_dir)
            return {**{f"after {row['first_token_s']} s": row for row in rows}, **checking}
        case "poisoned":
            return asdict(await poisoned.measure(wanted.documents, models_dir))
        case "crowd":
            return asdict(await crowd.measure(wanted.people, models_dir))
        case _:
            plan = storm.Plan(
                *(wanted.answers, wanted.kills, wanted.seed),
                with_model=not wanted.quoted,
                is_aimed=wanted.aimed,
            )
            return asdict(await storm.measure(plan, models_dir))
