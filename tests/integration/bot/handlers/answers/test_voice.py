"""Spoken questions: heard, shown, answered; what is long or forwarded is a source."""

import itertools
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.context import Limits
from pipelines.errors import SourceRefused
from pipelines.models.documents import FileRef
from tests.support.bot.bot_harness import House, Person, person_in, running_bot

_ids = itertools.count(6101)
HEARD = "When does the harbour open?"


class Ears:
    """Hear the same in every recording."""

    def __init__(self) -> None:
        self.files: list[FileRef] = []
        self.fault: Exception | None = None

    async def hear(self, file: FileRef) -> str:
        self.files.append(file)
        if self.fault is not None:
            raise self.fault
        return HEARD


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def listening_house(
    shared_database_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[tuple[House, Ears]]:
    ears = Ears()
    folder = tmp_path_factory.mktemp("listening")
    limits = Limits(hears=True)
    async with running_bot(folder, shared_database_url, limits=limits, listening=ears) as house:
        yield house, ears


@pytest.fixture
async def carl(listening_house: tuple[House, Ears]) -> AsyncIterator[Person]:
    """Somebody with a microphone."""
    house, ears = listening_house
    ears.files.clear()
    ears.fault = None
    async with person_in(house, next(_ids), "en") as person:
        yield person


async def speak(person: Person, seconds: int = 4, **more: str) -> int:
    sound = b"OggS" + bytes(60)
    return await person.send_file("v.ogg", sound, field="voice", duration=str(seconds), **more)


async def test_a_spoken_question_is_shown_and_answered(
    carl: Person, listening_house: tuple[House, Ears]
) -> None:
    house, _ = listening_house
    spoken = await speak(carl)
    await carl.reads(f"{HEARD} is the question")
    heard, _answer = await carl.messages()
    assert (heard["text"], heard["reply_to"]) == (HEARD, spoken)
    assert [entity["type"] for entity in heard["entities"]] == ["blockquote"]
    assert [[key["text"] for key in row] for row in heard["buttons"]] == [
        ["Add the recording to the base"]
    ]
    await carl.press(heard, "Add the recording to the base")
    await carl.changed(heard, "Ask in chat")
    (batch,) = house.batches_of(carl)
    assert [file.media_type for file in batch.message.files] == ["audio/ogg"]


async def test_a_long_recording_is_a_source(
    carl: Person, listening_house: tuple[House, Ears]
) -> None:
    await speak(carl, seconds=61)
    await carl.reads("to the base?")
    assert not listening_house[1].files


async def test_in_documents_mode_a_voice_is_a_source(
    carl: Person, listening_house: tuple[House, Ears]
) -> None:
    house, ears = listening_house
    house.store.modes[str(carl.user_id)] = "documents"
    await speak(carl)
    await carl.reads("is in the base")
    assert not ears.files


async def test_silence_gets_a_sentence(carl: Person, listening_house: tuple[House, Ears]) -> None:
    listening_house[1].fault = SourceRefused("speech-none")
    await speak(carl)
    await carl.reads("speech")
    assert len(await carl.messages()) == 1
