"""A stand-in for the library, which no test can have: its models are downloaded.

It reads WAV files. What the "model" hears depends on the model's name and on the sound.
"""

import os
import socket
import sys
import wave
from dataclasses import dataclass
from typing import Any, BinaryIO


@dataclass
class Segment:
    start: float
    text: str


@dataclass
class Info:
    duration: float
    language: str


class WhisperModel:
    def __init__(self, name: str, **_options: Any) -> None:
        if name == "missing":
            raise RuntimeError("no such model")
        self.name = name

    def transcribe(self, audio: BinaryIO, **_options: Any) -> tuple[list[Segment], Info]:
        sys.stdout.write("libraries talk")
        with wave.open(audio) as sound:
            seconds = sound.getnframes() / sound.getframerate()
        if self.name.startswith("calls "):
            socket.create_connection(("127.0.0.1", int(self.name.removeprefix("calls "))))
        if self.name == "dies":
            os._exit(9)
        if self.name == "deaf":
            return [Segment(0.0, "  ")], Info(seconds, "en")
        said = [Segment(0.0, " Good morning. "), Segment(2.504, "The ferry\nis late.")]
        return said, Info(seconds, "en")
