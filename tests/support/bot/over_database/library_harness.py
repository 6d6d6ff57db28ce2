"""A running bot over a real database, and a way to put made-up documents into it."""

import itertools
from dataclasses import dataclass, replace

from pipelines.store.store import Store
from tests.support.bot.bot_harness import House, Person, Shown
from tests.support.gateways.sample_documents import direction, document, passage_of, publish_rows

_batches = itertools.count(1)


@dataclass
class Library:
    """The bot, and a way to put documents into its base."""

    house: House
    store: Store

    async def add(
        self, title: str, *texts: str, owner: int | None, page: int | None = None, **more: object
    ) -> str:
        """Publish a document of these passages; return its id."""
        values: dict[str, object] = {"title": title, "owner_telegram_id": owner, **more}
        new = document(f"library-{next(_batches)}", **values)
        rows = []
        for number, text in enumerate(texts or ("Nothing but a line.",)):
            rows += passage_of(number, [text], [direction(number)], first=number)
        rows = [replace(row, chunk=replace(row.chunk, page=page)) for row in rows]
        return await publish_rows(self.store, new, rows)


def labels(message: Shown) -> list[str]:
    """The texts of a message's buttons, in order."""
    return [key["text"] for row in message["buttons"] for key in row]


async def opened(person: Person, title: str) -> Shown:
    """Search for a document and open its card."""
    await person.say(f"/docs {title}")
    found = await person.reads(title.split()[0], "1")
    await person.press(found, f"🌐 {title}")
    return await person.reads(title, "\n")
