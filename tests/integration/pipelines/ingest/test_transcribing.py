"""The node that writes down what is said; the transcriber is a stand-in at its port."""

from dataclasses import fields
from typing import Any

import pytest

from pipelines.engine.codec import decode_bytes
from pipelines.errors import SourceRefused
from pipelines.ingest.batch import Item, Order
from pipelines.ingest.reading import ReadSteps
from pipelines.ingest.screening import Screening
from pipelines.models.documents import Block, Extracted, Fetched, Message, Source
from pipelines.models.requests import IngestRequest
from pipelines.nodes.sources.media_type import SPEECH
from pipelines.ports import Transcriber
from pipelines.store.store import Store
from pipelines.transcribers.disabled import NoTranscriber

SOUND = b"OggS and so on"
SAID = Extracted(
    (Block("The ferry is late.", start_seconds=2.5),), title="Lecture 1", language="en"
)


class Listener:
    """Hears the same in every recording."""

    async def transcribe(self, fetched: Fetched) -> Extracted:
        assert (fetched.content, fetched.media_type) == (SOUND, SPEECH)
        return SAID

    async def close(self) -> None:
        """Nothing to end."""


@pytest.fixture
async def item(store: Store) -> Item:
    """A recording that was fetched."""
    order = Order.of(IngestRequest(Message(), owner=1, run_id="run-1"))
    fetched = Item(order, Source(0, "file", "voice.ogg"), media_type=SPEECH)
    await store.artifacts.put_artifact("run-1", fetched.artifact("content"), SOUND)
    return fetched


def reading(store: Store, transcriber: Transcriber) -> ReadSteps:
    unused: dict[str, Any] = {field.name: None for field in fields(ReadSteps)}
    used = {"store": store, "transcriber": transcriber, "screening": Screening()}
    return ReadSteps(**unused | used)


async def test_what_is_said_goes_on_like_any_other_text(store: Store, item: Item) -> None:
    written = await reading(store, Listener()).transcribe(item)
    assert (written.title, written.declared_language) == ("Lecture 1", "en")
    stored = await store.artifacts.get_artifact("run-1", item.artifact("extracted"))
    assert decode_bytes(Extracted, stored) == SAID


async def test_while_speech_is_off_the_recording_is_refused(store: Store, item: Item) -> None:
    with pytest.raises(SourceRefused, match="speech-off"):
        await reading(store, NoTranscriber()).transcribe(item)
