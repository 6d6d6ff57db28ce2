"""Speech to text with faster-whisper, in a child process of its own.

Not the pool's of `isolation`: a model needs more memory and time than a parser may have. One
recording at a time, at the lowest priority, and the model's memory is given back when it is done.
"""

import asyncio
import contextlib
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path
from typing import Any

from pipelines.errors import InternalError, ModelBroken, SourceRefused, SourceUnavailable
from pipelines.models.documents import Block, Extracted, Fetched

_LONGEST_REPLY = 16 * 1024 * 1024  # bytes: a day of speech has less
_LOADING_SECONDS = 600.0  # a model that is named is downloaded when it is first needed


class WhisperTranscriber:
    """Turns recordings and films into blocks of text, each with the second it starts at.

    Args:
        model: a folder with a CTranslate2 Whisper model, or a name on a model hub.
        folder: where models that are named are kept.
        max_seconds: the longest recording that is taken.
        memory_mb: address space of the child; its decoder may take half of that beside it.
    """

    def __init__(
        self, model: str, folder: Path, *, max_seconds: int = 7200, memory_mb: int = 8192
    ) -> None:
        self._model = model
        self._folder = folder
        self._max_seconds = max_seconds
        self._memory_mb = memory_mb
        self._turn = asyncio.Semaphore(1)
        self._child: Process | None = None
        self._closed = False

    async def transcribe(self, fetched: Fetched) -> Extracted:
        """Write down what is said.

        Raises:
            SourceRefused: it is too long, cannot be decoded, took too long, or nobody speaks.
            ModelBroken: the library or the model cannot be loaded.
            SourceUnavailable: the bot is stopping.
        """
        async with self._turn:
            if self._closed:
                raise SourceUnavailable("the transcriber is closed")
            limit = _LOADING_SECONDS + 2.0 * self._max_seconds
            self._child = await self._start()
            try:
                async with asyncio.timeout(limit):
                    reply = await _listen(self._child, fetched.content)
            except TimeoutError as error:
                raise SourceRefused("source-too-slow", seconds=int(limit)) from error
            except (ConnectionError, asyncio.IncompleteReadError, ValueError) as error:
                raise self._autopsy() from error
            finally:
                await _end(self._child)
        return self._read(reply, fetched)

    async def close(self) -> None:
        """End the child, also one at work."""
        self._closed = True
        if self._child is not None:
            await _end(self._child)

    async def _start(self) -> Process:
        return await asyncio.create_subprocess_exec(
            sys.executable,
            *("-W", "ignore", "-m", "pipelines.transcribers.whisper_child"),
            *(self._model, str(self._folder)),
            *(str(self._memory_mb * 1024 * 1024), str(self._max_seconds)),
            stdin=PIPE,
            stdout=PIPE,
            stderr=asyncio.subprocess.DEVNULL,  # libraries quote what they are given
            limit=_LONGEST_REPLY,
            # Nothing of our environment: a decoder has no use for tokens and passwords.
            env={
                "PYTHONPATH": os.pathsep.join(path or "." for path in sys.path),
                "PYTHONUTF8": "1",
                "HOME": str(self._folder),
            },
        )

    def _autopsy(self) -> SourceRefused | SourceUnavailable:
        if self._closed:
            return SourceUnavailable("the transcriber is closed")
        return SourceRefused("source-broken")

    def _read(self, reply: Any, fetched: Fetched) -> Extracted:
        match reply:
            case {"error": "model"}:
                raise ModelBroken(f"the speech model {self._model} cannot be loaded")
            case {"error": "sound"}:
                raise SourceRefused("source-broken")
            case {"seconds": float(seconds), "language": str(language), "segments": list(said)}:
                if seconds > self._max_seconds:
                    raise SourceRefused("speech-too-long", limit=self._max_seconds // 60)
                return _extracted(said, language, fetched)
        raise InternalError("the listener sent something else than a transcript")


async def _listen(child: Process, content: bytes) -> Any:
    """Send the sound, read the one line that comes back."""
    assert child.stdin is not None
    assert child.stdout is not None
    child.stdin.write(content)
    with contextlib.suppress(ConnectionError):  # it has said already what is wrong
        await child.stdin.drain()
        child.stdin.close()
    line = await child.stdout.readline()
    return json.loads(line)


async def _end(child: Process) -> None:
    if child.returncode is None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(child.pid, signal.SIGKILL)
    await child.wait()


def _extracted(said: list[Any], language: str, fetched: Fetched) -> Extracted:
    blocks = tuple(
        Block(text=" ".join(str(text).split()), start_seconds=float(start))
        for start, text in said
        if str(text).strip()
    )
    if not blocks:
        raise SourceRefused("speech-none")
    title = Path(fetched.file_name or "").stem or None
    return Extracted(blocks=blocks, title=title, url=fetched.url, language=language[:2] or None)
