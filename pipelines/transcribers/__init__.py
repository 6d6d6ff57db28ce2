"""Speech to text: one way a file. `make_transcriber` chooses.

`whisper` is the side of the bot, `whisper_child` the process that listens; `disabled` stands in
while speech is off.
"""

from importlib.util import find_spec
from pathlib import Path

from pipelines.errors import SettingsInvalid
from pipelines.ports import Transcriber
from pipelines.transcribers.disabled import NoTranscriber
from pipelines.transcribers.whisper import WhisperTranscriber


def make_transcriber(model: str | None, folder: Path, *, max_seconds: int) -> Transcriber:
    """Make what listens with this model; without one, what says how to turn it on.

    Raises:
        SettingsInvalid: a model is set, but the library is not installed.
    """
    if model is None:
        return NoTranscriber()
    if find_spec("faster_whisper") is None:
        raise SettingsInvalid("SPEECH_MODEL needs faster-whisper: pip install 'paragraf[speech]'")
    return WhisperTranscriber(model, folder, max_seconds=max_seconds)
