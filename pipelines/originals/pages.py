"""Shows a page of a document's original, as whoever asks may read it.

The database decides first; then the file is taken from disk, or fetched anew and compared with
what was read, and a child process draws the page.
"""

import asyncio
import logging
import mimetypes
from collections.abc import Callable, Mapping

from pipelines.concurrency import Turns
from pipelines.errors import SourceRefused, TransientError, one_line
from pipelines.isolation.limits import Limits
from pipelines.isolation.pool import ProcessPool
from pipelines.models.documents import FileRef, Source
from pipelines.models.originals import Original, PagePicture, PageQuote
from pipelines.originals.cache import OriginalCache, digest
from pipelines.ports import Fetcher
from pipelines.store.originals import OriginalStore

logger = logging.getLogger(__name__)

DRAWING = Limits(seconds=20.0, cpu_seconds=15)
_SWEEP_EVERY_SECONDS = 3600.0
_PDF = b"%PDF"
_HEAD_BYTES = 1024  # within which a file says that it is one


class OriginalPages:
    """Draws pages.

    Args:
        fetchers: by the place where an original can be had again.
        draw: draws a page of a file with a quote marked; it runs in a child process.
    """

    def __init__(
        self,
        store: OriginalStore,
        cache: OriginalCache,
        pool: ProcessPool,
        fetchers: Mapping[str, Fetcher],
        draw: Callable[[bytes, PageQuote], PagePicture],
    ) -> None:
        self._store = store
        self._cache = cache
        self._pool = pool
        self._fetchers = fetchers
        self._draw = draw
        self._turns = Turns()

    async def draw(
        self, document_id: str, quote: PageQuote, *, asker: int | None
    ) -> PagePicture | None:
        """Return a page with a quote marked; None where the asker has no original to see.

        Raises:
            SourceRefused: the original is another now, or cannot be drawn.
            SourceUnavailable: it cannot be had just now.
        """
        original = await self._store.get_original(document_id, asker=asker)
        if original is None or _is_of_no_pages(original):
            return None
        async with self._turns.turn(original.sha256):  # fetched once for all who ask
            content = await self._cache.get(original.sha256)
            if content is None:
                content = await self._fetch(original)
        if content is None or _PDF not in content[:_HEAD_BYTES]:
            return None
        return await self._pool.run(self._draw, content, quote, limits=DRAWING)

    async def sweep_forever(self) -> None:
        """Delete from disk, every hour, what belongs to no document any more."""
        while True:
            try:
                await self._cache.sweep(self._store.known_originals)
            except (TransientError, OSError) as error:
                logger.warning("originals on disk were not looked through: %s", one_line(error))
            await asyncio.sleep(_SWEEP_EVERY_SECONDS)

    async def _fetch(self, original: Original) -> bytes | None:
        """Get a file again; None where it cannot be had any more."""
        fetcher = self._fetchers.get(original.place or "")
        if fetcher is None:
            return None
        content = (await fetcher.fetch(_source(original))).content
        if digest(content) != original.sha256:
            raise SourceRefused("original-changed")
        await self._cache.put(content)
        return content


def _is_of_no_pages(original: Original) -> bool:
    """Say whether the name of a file tells that no page of it can be drawn."""
    kind, _ = mimetypes.guess_type(original.file_name)
    return kind is not None and kind != "application/pdf"


def _source(original: Original) -> Source:
    """Name an original as whoever sent it did."""
    if original.place == "web":
        return Source(0, "web", original.key, url=original.key)
    file = FileRef("telegram", original.key, original.file_name, original.size)
    return Source(0, "file", original.file_name, file=file)
