"""The child process that listens: sound comes in, one line of JSON goes out.

Started as `python -m pipelines.transcribers.whisper_child MODEL FOLDER MEMORY_BYTES SECONDS`. It
loads the model before it reads the sound; from then on it opens no connection.
"""

import io
import json
import logging
import os
import resource
import sys
from collections.abc import Iterable
from importlib import import_module
from typing import Any, BinaryIO, Protocol


class Segment(Protocol):
    """What the library calls a stretch of speech."""

    start: float
    text: str


class About(Protocol):
    """What the library tells of a recording."""

    duration: float
    language: str


class SpeechModel(Protocol):
    """The part of `faster_whisper.WhisperModel` that is used."""

    def transcribe(self, audio: BinaryIO, **options: Any) -> tuple[Iterable[Segment], About]: ...


def listen(model: SpeechModel, content: bytes, max_seconds: float) -> dict[str, Any]:
    """Transcribe; the language is the one that is heard.

    A recording that is too long is decoded, which is fast, but not listened to.
    """
    segments, about = model.transcribe(io.BytesIO(content), vad_filter=True)
    said = []
    if about.duration <= max_seconds:
        said = [[round(segment.start, 2), segment.text] for segment in segments]
    return {"seconds": float(about.duration), "language": about.language, "segments": said}


def load(name: str, folder: str) -> SpeechModel:
    """Load the model, from the hub if it is not a folder and not there yet."""
    library = import_module("faster_whisper")
    cores = max(1, (os.cpu_count() or 1) - 1)
    model: SpeechModel = library.WhisperModel(
        name, device="cpu", compute_type="int8", cpu_threads=cores, download_root=folder
    )
    return model


def forbid_connections() -> None:
    """Let no decoder that a recording has taken over call home."""

    def refuse(event: str, _arguments: tuple[Any, ...]) -> None:
        if event.startswith(("socket.", "subprocess.", "os.exec", "os.fork", "os.posix_spawn")):
            raise PermissionError(event)

    sys.addaudithook(refuse)


def main() -> None:
    """Load, listen to what standard input brings, answer, end."""
    name, folder, memory_bytes, max_seconds = sys.argv[1:5]
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever prints must not disturb the reply
    os.nice(19)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (int(memory_bytes), int(memory_bytes)))
    logging.disable(logging.CRITICAL)
    reply: dict[str, Any] = {"error": "model"}
    try:
        model = load(name, folder)
        reply = {"error": "sound"}
        forbid_connections()
        reply = listen(model, sys.stdin.buffer.read(), float(max_seconds))
    finally:  # what is raised ends this process; the parent learns in which part
        print(json.dumps(reply), file=replies, flush=True)


if __name__ == "__main__":
    main()
