"""Recent passages: what a step of a run has read, handed on to the steps that come after it.

One answer looks at the same passages when it corrects the spelling of a question, ranks them, gives
them neighbours, quotes ahead of a model, notes what it was made of, and measures itself. All of
that comes to ids and scores. Whoever reads for what is shown, or for a model, reads from the
database (`read_now`), which decides anew what the asker may read; and before an answer is saved and
sent `may_be_shown` decides it once more.

Kept by the run and its asker: nobody is handed what another has read.
"""

from collections.abc import Sequence

from cachetools import TTLCache

from pipelines.models.answers import Passage
from pipelines.store.search import SearchStore

_SECONDS = 30.0
_CHARACTERS = 8 * 2**20  # some thousand passages

_Key = tuple[str, int | None, int]  # run, asker, id of the passage


class RecentPassages:
    """Reads passages, and remembers them for a moment. One instance a process."""

    def __init__(self, *, seconds: float = _SECONDS, most_characters: int = _CHARACTERS) -> None:
        self._kept: TTLCache[_Key, Passage] = TTLCache(most_characters, seconds, getsizeof=_size)

    async def read(
        self, store: SearchStore, ids: Sequence[int], *, run: str, asker: int | None
    ) -> tuple[Passage, ...]:
        """Return the passages around `ids` in their order, of which the run has read some."""
        known = {id_: kept for id_ in ids if (kept := self._kept.get((run, asker, id_)))}
        new = [id_ for id_ in dict.fromkeys(ids) if id_ not in known]
        read = {each.id: each for each in await self.read_now(store, new, run=run, asker=asker)}
        found = known | read
        return tuple(found[id_] for id_ in dict.fromkeys(ids) if id_ in found)

    async def read_now(
        self, store: SearchStore, ids: Sequence[int], *, run: str, asker: int | None
    ) -> tuple[Passage, ...]:
        """Return those that the asker may read now; outside of a run nothing is remembered."""
        if not ids:
            return ()
        read = await store.get_passages(ids, asker=asker)
        for id_ in ids:
            self._kept.pop((run, asker, id_), None)
        for passage in read if run else ():
            if _size(passage) <= self._kept.maxsize:
                self._kept[run, asker, passage.id] = passage
        return read


def _size(passage: Passage) -> int:
    return len(passage.text) + 500
