"""Speech to text in a child process; the library is a stand-in, its protocol is the real one."""

import asyncio
import io
import os
import sys
import wave
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import pytest

from pipelines.errors import ModelBroken, SettingsInvalid, SourceRefused, SourceUnavailable
from pipelines.models.documents import Block, Fetched
from pipelines.nodes.sources.media_type import SPEECH
from pipelines.transcribers import make_transcriber
from pipelines.transcribers.disabled import NoTranscriber
from pipelines.transcribers.whisper import WhisperTranscriber
from pipelines.transcribers.whisper_child import listen
from tests.support import ROOT
from tests.support.kernel import has_landlock

STAND_IN = str(ROOT / "tests" / "support" / "transcribers" / "standin")


def recording(seconds: int) -> Fetched:
    written = io.BytesIO()
    with wave.open(written, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(1)
        sound.setframerate(100)
        sound.writeframes(b"\x80" * 100 * seconds)
    return Fetched(written.getvalue(), SPEECH, "Lecture 1.wav")


@pytest.fixture
def library() -> Iterator[None]:
    """Make the stand-in importable here and in children."""
    sys.path.insert(0, STAND_IN)
    yield
    sys.path.remove(STAND_IN)


def transcriber(model: str, tmp_path: Path) -> WhisperTranscriber:
    return WhisperTranscriber(model, tmp_path, max_seconds=60)


async def test_what_is_said_comes_with_its_seconds(library: None, tmp_path: Path) -> None:
    extracted = await transcriber("good", tmp_path).transcribe(recording(5))
    assert extracted.blocks == (
        Block("Good morning.", start_seconds=0.0),
        Block("The ferry is late.", start_seconds=2.5),
    )
    assert (extracted.title, extracted.language) == ("Lecture 1", "en")


@pytest.mark.parametrize(
    ("model", "content", "code"),
    [
        ("good", recording(61).content, "speech-too-long"),
        ("good", b"no sound at all", "source-broken"),
        ("deaf", recording(5).content, "speech-none"),
        ("dies", recording(5).content, "source-broken"),
    ],
)
async def test_what_cannot_be_heard_is_refused(
    library: None, tmp_path: Path, model: str, content: bytes, code: str
) -> None:
    with pytest.raises(SourceRefused, match=code):
        await transcriber(model, tmp_path).transcribe(Fetched(content, SPEECH))


async def test_a_decoder_that_is_taken_over_reaches_nobody(library: None, tmp_path: Path) -> None:
    calls = 0

    def answer(*_: object) -> None:
        nonlocal calls
        calls += 1

    canary = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with canary:
        port = canary.sockets[0].getsockname()[1]
        for model, order in ((f"calls {port}", ""), ("good", f"do call {port}\n")):
            content = order.encode() + recording(5).content
            with pytest.raises(SourceRefused, match="source-broken"):
                await transcriber(model, tmp_path).transcribe(Fetched(content, SPEECH))
    assert calls == 0


@pytest.mark.skipif(not has_landlock(), reason="no Landlock in this kernel")
@pytest.mark.parametrize("kept", ["{folder}/.env", "/proc/{pid}/environ", "/etc/passwd"])
async def test_a_decoder_that_is_taken_over_reads_nothing_else(
    library: None, tmp_path: Path, kept: str
) -> None:
    (tmp_path / ".env").write_text("TELEGRAM_TOKEN=1:a")
    order = f"do read {kept.format(folder=tmp_path, pid=os.getpid())}\n".encode()
    with pytest.raises(SourceRefused, match="source-broken"):
        await transcriber("good", tmp_path).transcribe(
            Fetched(order + recording(5).content, SPEECH)
        )


@pytest.mark.parametrize(
    ("order", "is_heard"),
    [("read " + os.__file__, True), ('answer {"error": "model"}', True), ("die", False)],
)
async def test_a_decoder_has_only_samples_to_say(
    library: None, tmp_path: Path, order: str, is_heard: bool
) -> None:
    content = f"do {order}\n".encode() + recording(5).content
    listening = transcriber("good", tmp_path).transcribe(Fetched(content, SPEECH))
    if is_heard:
        assert len((await listening).blocks) == 2
    else:
        with pytest.raises(SourceRefused, match="source-broken"):
            await listening


@pytest.mark.parametrize(("taken_mb", "is_heard"), [(256, True), (2560, False)])
async def test_a_decoder_takes_half_of_the_memory_beside_the_model(
    library: None, tmp_path: Path, taken_mb: int, is_heard: bool
) -> None:
    content = f"do take {taken_mb}\n".encode() + recording(5).content
    listening = WhisperTranscriber("good", tmp_path, max_seconds=60, memory_mb=4096).transcribe(
        Fetched(content, SPEECH)
    )
    if is_heard:
        assert len((await listening).blocks) == 2
    else:
        with pytest.raises(SourceRefused, match="source-broken"):
            await listening


async def test_a_model_that_cannot_be_loaded_is_a_fault_of_the_setup(
    library: None, tmp_path: Path
) -> None:
    with pytest.raises(ModelBroken):
        await transcriber("missing", tmp_path).transcribe(recording(5))


async def test_nothing_begins_after_closing(library: None, tmp_path: Path) -> None:
    closed = transcriber("good", tmp_path)
    await closed.transcribe(recording(5))
    await closed.close()
    with pytest.raises(SourceUnavailable):
        await closed.transcribe(recording(5))


async def test_without_a_model_it_is_said_how_to_get_one(tmp_path: Path) -> None:
    silent = make_transcriber(None, tmp_path, max_seconds=60)
    assert isinstance(silent, NoTranscriber)
    with pytest.raises(SourceRefused, match="speech-off"):
        await silent.transcribe(recording(5))
    await silent.close()


def test_a_model_works_with_the_library(library: None, tmp_path: Path) -> None:
    assert isinstance(make_transcriber("good", tmp_path, max_seconds=60), WhisperTranscriber)


@pytest.mark.skipif(find_spec("faster_whisper") is not None, reason="the extra is installed")
def test_a_model_without_the_library_stops_the_start(tmp_path: Path) -> None:
    with pytest.raises(SettingsInvalid, match="paragraf\\[speech\\]"):
        make_transcriber("good", tmp_path, max_seconds=60)


def test_a_recording_that_is_too_long_is_not_listened_to() -> None:
    class Model:
        def transcribe(self, audio: object, **_options: object) -> tuple[object, object]:
            segments = (1 / 0 for _ in range(1))  # fails as soon as anybody listens
            return segments, SimpleNamespace(duration=99.0, language="ru")

    assert listen(Model(), (), 60)["segments"] == []  # type: ignore[arg-type]
