"""A small pipeline with one of everything, and a program that dies in the middle of it."""

import asyncio
import os
import sys
from dataclasses import dataclass, replace
from pathlib import Path

from pipelines.engine.graph import (
    PASS,
    Failed,
    ForEach,
    Guarded,
    Node,
    Pipeline,
    Retry,
    Switch,
    sequence,
)
from pipelines.engine.runner import Runner
from pipelines.errors import SourceRefused, SourceUnavailable


@dataclass(frozen=True, slots=True)
class Basket:
    fruits: tuple[str, ...]
    run_id: str = ""
    said: str = ""

    def __len__(self) -> int:
        return len(self.fruits)


@dataclass(frozen=True, slots=True)
class Fruit:
    name: str
    fate: str = ""


class Kitchen:
    """Steps that write every call to a diary file, so that calls are counted across restarts."""

    def __init__(self, diary: Path, *, die_at: str = "") -> None:
        self._diary = diary
        self._die_at = die_at

    def _note(self, what: str) -> int:
        with self._diary.open("a") as file:
            file.write(what + "\n")
        if what == self._die_at:
            os._exit(9)
        return self._diary.read_text().splitlines().count(what)

    async def wash(self, basket: Basket) -> Basket:
        self._note("wash")
        return basket

    async def peel(self, fruit: Fruit) -> Fruit:
        times = self._note(f"peel {fruit.name}")
        if fruit.name == "stone":
            raise SourceRefused("source-broken", name=fruit.name)
        if fruit.name == "kiwi" and times < 3:
            raise SourceUnavailable("slippery")
        if fruit.name == "coconut":
            raise SourceUnavailable("never opens")
        if fruit.name == "durian":  # at its last attempt it asks for an hour
            raise SourceUnavailable("smells", wait_s=3600.0 if times == 3 else 0.0)
        if fruit.name == "bomb":
            raise ZeroDivisionError
        if fruit.name == "snail":
            await asyncio.Event().wait()
        return replace(fruit, fate="peeled")

    async def give_up(self, failed: Failed) -> Fruit:
        self._note(f"give_up {failed.value.name}")
        return replace(failed.value, fate=failed.failure.code)

    async def serve(self, basket: Basket) -> Basket:
        self._note("serve")
        if "explosive: peeled" in basket.fruits:
            raise ZeroDivisionError
        return replace(basket, said="served")

    async def excuse(self, failed: Failed) -> Basket:
        self._note("excuse")
        return replace(failed.value, said=failed.failure.code)


TOY = Pipeline(
    name="toy",
    input_type=Basket,
    output_type=Basket,
    queued=True,
    flow=Guarded(
        sequence(
            Node("wash", Kitchen.wash),
            ForEach(
                "fruits",
                item=Fruit,
                items=lambda basket: tuple(Fruit(name) for name in basket.fruits),
                body=Switch(
                    "skin",
                    by=lambda fruit: "thin" if fruit.name == "grape" else "thick",
                    cases={
                        "thin": PASS,
                        "thick": Node("peel", Kitchen.peel, Retry(3, 0.01), timeout_s=0.5),
                    },
                ),
                gather=lambda basket, fruits: replace(
                    basket, fruits=tuple(f"{fruit.name}: {fruit.fate}" for fruit in fruits)
                ),
                on_error=Node("give_up", Kitchen.give_up),
            ),
            Node("serve", Kitchen.serve),
        ),
        on_error=Node("excuse", Kitchen.excuse),
    ),
)


async def main(folder: Path, die_at: str) -> None:
    """Run the toy once; print what came out."""
    runner = Runner(database_url=f"sqlite:///{folder}/runs.sqlite", executor_id="toy")
    runner.add(TOY, Kitchen(folder / "diary", die_at=die_at))
    await runner.launch()
    basket = Basket(("apple", "grape", "stone", "pear"))
    sys.stdout.write((await runner.run("toy", basket, "run-1")).said)
    await runner.close()


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2]))
