"""Hear a recording out at once, outside of any run: a question that somebody spoke."""

from dataclasses import dataclass

from pipelines.models.documents import FileRef, Source
from pipelines.ports import Fetcher, Transcriber


@dataclass(frozen=True, slots=True)
class Listening:
    """Gets a recording and writes it down.

    The transcriber is one of its own: a question does not wait until a lecture was heard.
    """

    fetcher: Fetcher
    transcriber: Transcriber

    async def hear(self, file: FileRef) -> str:
        """Return what is said.

        Raises:
            SourceRefused: it is too long or too large, cannot be decoded, or nobody speaks.
            SourceUnavailable: it cannot be had now.
        """
        fetched = await self.fetcher.fetch(Source(0, "file", file.file_name, file=file))
        said = await self.transcriber.transcribe(fetched)
        return " ".join(block.text for block in said.blocks)

    async def close(self) -> None:
        """End listening, also while at it."""
        await self.transcriber.close()
