"""The child process that listens: sound comes in, one line of JSON goes out.

Started as `python -m pipelines.transcribers.whisper_child MODEL FOLDER MEMORY_BYTES SECONDS`. What
was sent is read in a process of its own, confined like a parser before it has imported anything: a
model may have to be downloaded, and has threads that nothing can be taken from any more. All that
comes from there are samples. Once the model is loaded, no connection is opened here either.
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

from pipelines.isolation.landlock import close_files
from pipelines.isolation.limits import (
    drop_rights,
    end_with_parent,
    refuse_sockets_in_kernel,
    refuse_sockets_in_python,
)

_DECODING = 2  # the part of the model's memory that may be taken beside it


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

    def transcribe(self, audio: Any, **options: Any) -> tuple[Iterable[Segment], About]: ...


def start_decoder(memory_bytes: int) -> tuple[int, BinaryIO]:
    """Start what turns standard input into samples; return its id, and where they come out.

    Args:
        memory_bytes: what may be taken beside what this process may: of address space.
    """
    source, target = os.pipe()
    parent, decoder = os.getpid(), os.fork()
    if decoder:
        os.close(target)
        return decoder, os.fdopen(source, "rb")
    status = 1
    try:
        end_with_parent()
        if os.getppid() != parent:  # which has ended meanwhile
            return decoder, os.fdopen(source, "rb")
        os.close(source)
        resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
        os.dup2(2, 1)  # the reply is not its to write
        drop_rights()
        refuse_sockets_in_python()
        refuse_sockets_in_kernel()
        close_files()
        samples = import_module("faster_whisper").decode_audio(io.BytesIO(sys.stdin.buffer.read()))
        with os.fdopen(target, "wb") as out:
            out.write(samples)
        status = 0
    finally:
        os._exit(status)


def read_samples(decoder: int, source: BinaryIO) -> Any:
    """Return what was decoded: float32 [samples], 16,000 a second.

    Raises:
        ValueError: it could not be.
    """
    content = source.read()
    if os.waitpid(decoder, 0)[1] != 0:
        raise ValueError("no sound")
    return import_module("numpy").frombuffer(content, "float32")


def listen(model: SpeechModel, samples: Any, max_seconds: float) -> dict[str, Any]:
    """Transcribe; the language is the one that is heard.

    A recording that is too long is decoded, which is fast, but not listened to.
    """
    segments, about = model.transcribe(samples, vad_filter=True)
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
    """Let nothing that a recording has taken over call home."""

    def refuse(event: str, _arguments: tuple[Any, ...]) -> None:
        if event.startswith(("socket.", "subprocess.", "os.exec", "os.fork", "os.posix_spawn")):
            raise PermissionError(event)

    sys.addaudithook(refuse)


def main() -> None:
    """Load, listen to what standard input brings, answer, end."""
    name, folder, max_seconds = *sys.argv[1:3], float(sys.argv[4])
    memory = int(sys.argv[3])
    os.nice(19)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    logging.disable(logging.CRITICAL)
    decoder, samples = start_decoder(memory // _DECODING)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)  # it is the decoder's to read
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # whatever prints must not disturb the reply
    reply: dict[str, Any] = {"error": "model"}
    try:
        model = load(name, folder)
        reply = {"error": "sound"}
        forbid_connections()
        reply = listen(model, read_samples(decoder, samples), max_seconds)
    finally:  # what is raised ends this process; the parent learns in which part
        print(json.dumps(reply), file=replies, flush=True)


if __name__ == "__main__":
    main()
