"""Fetches files that were sent to the bot: a Fetcher for `FileRef(place="telegram")`."""

import asyncio

from telegram import Bot
from telegram.error import BadRequest, TelegramError

from pipelines.errors import InternalError, SourceRefused, SourceUnavailable
from pipelines.models.documents import Fetched, FileRef, Source
from pipelines.nodes.sources.media_type import SPEECH, refuse_by_name, sniff_media_type, sounds

MEGABYTE = 1024 * 1024


def refuse_if_too_large(size: int | None, limit: int) -> None:
    """Raise SourceRefused, with a way out, for a file that is over the limit."""
    if size is not None and size > limit:
        raise SourceRefused("source-too-large", limit_mb=limit // MEGABYTE)


def refuse_unreadable(name: str | None, size: int | None) -> None:
    """Raise SourceRefused for a file that its name or its size alone tells to be unreadable."""
    if size == 0:
        raise SourceRefused("source-empty")
    refuse_by_name(name)


def refuse_unheard(media_type: str | None, *, hears: bool) -> None:
    """Raise SourceRefused for a recording or a film while nothing can listen to it."""
    if not hears and (media_type or "").startswith(("audio/", "video/")):
        raise SourceRefused("speech-off")


class TelegramFetcher:
    """Downloads by file id. Links expire, so each try asks for a new one.

    Args:
        hears: whether recordings are written down; if not, they are not even downloaded.
    """

    def __init__(
        self,
        bot: Bot,
        *,
        max_bytes: int = 20 * MEGABYTE,
        seconds: float = 120.0,
        hears: bool = False,
    ) -> None:
        self._bot = bot
        self._max_bytes = max_bytes
        self._hears = hears
        self._seconds = seconds

    async def fetch(self, source: Source) -> Fetched:
        """Download one file; its size is looked at first.

        Raises:
            SourceRefused: the file is over the limit, empty, or of a kind that cannot be read.
            SourceUnavailable: Telegram does not hand it out now; try again.
        """
        file = source.file
        if file is None or file.place != "telegram":
            raise InternalError("this fetcher only takes files sent in Telegram")
        refuse_if_too_large(file.size, self._max_bytes)
        refuse_unheard(file.media_type, hears=self._hears)
        try:
            async with asyncio.timeout(self._seconds):
                content = await self._download(file)
        except TimeoutError as error:
            raise SourceUnavailable("Telegram is too slow with a file") from error
        if sounds(content):
            refuse_unheard(SPEECH, hears=self._hears)
            media_type = SPEECH
        else:
            media_type = sniff_media_type(content, file_name=file.file_name)
        return Fetched(content=content, media_type=media_type, file_name=file.file_name)

    async def _download(self, file: FileRef) -> bytes:
        try:
            remote = await self._bot.get_file(file.key)
            refuse_if_too_large(remote.file_size, self._max_bytes)
            content = bytes(await remote.download_as_bytearray())
        except BadRequest as error:
            if "too big" in error.message.lower():
                refuse_if_too_large(self._max_bytes + 1, self._max_bytes)
            raise SourceUnavailable("Telegram does not know this file now") from error
        except TelegramError as error:
            raise SourceUnavailable("a file could not be had from Telegram") from error
        refuse_if_too_large(len(content), self._max_bytes)
        return content
