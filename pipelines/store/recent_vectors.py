"""Recent vectors: token vectors that were read a moment ago, so that one answer reads them once.

An answer compares the same passages when it ranks them, checks what a model writes from them, and
measures itself; and many who ask at once are answered from the same ones. A passage has some
50 kB of vectors, so that to read them from the database is most of what a search costs there.

Kept by the id of a passage whoever asked for it: what may be read is decided where the text of the
passage is, and vectors are looked at beside that text alone.
"""

from collections.abc import Sequence

from cachetools import TTLCache

from pipelines.models.documents import TokenVectors
from pipelines.store.search import SearchStore

_SECONDS = 120.0  # longer than most answers take
_BYTES = 64 * 2**20  # a thousand passages

_Key = tuple[str, str, int]  # model, layout, id of the passage


class RecentVectors:
    """Reads token vectors, and remembers them for a while. One instance a process."""

    def __init__(self, *, seconds: float = _SECONDS, most_bytes: int = _BYTES) -> None:
        self._kept: TTLCache[_Key, TokenVectors] = TTLCache(most_bytes, seconds, getsizeof=_size)

    async def read(
        self,
        store: SearchStore,
        ids: Sequence[int],
        *,
        asker: int | None,
        model: str,
        layout: str,
    ) -> dict[int, TokenVectors]:
        """Return those of the passages around `ids`; look at none whose text was not read.

        Raises:
            UserError: the base is embedded otherwise than by `model` and `layout`.
        """
        keys = {id_: (model, layout, id_) for id_ in ids}
        known = {id_: kept for id_, key in keys.items() if (kept := self._kept.get(key))}
        new = [id_ for id_ in keys if id_ not in known]
        if not new:
            return known
        read = await store.get_token_vectors(new, asker=asker, model=model, layout=layout)
        for id_, vectors in read.items():
            if _size(vectors) <= self._kept.maxsize:
                self._kept[keys[id_]] = vectors
        return {**known, **read}


def _size(vectors: TokenVectors) -> int:
    return int(vectors.vectors.nbytes + vectors.offsets.nbytes)
