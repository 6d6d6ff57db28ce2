"""The packed model, unpacked once per machine and read once per process."""

import tempfile
from collections.abc import AsyncIterator, Iterator
from functools import cache
from pathlib import Path

import pytest
import pytest_asyncio

from pipelines.embedders import sentence_transformer
from pipelines.embedders.sentence_transformer import SentenceTransformerEmbedder
from pipelines.services import Models, load_models
from pipelines.settings import ModelSettings


@pytest.fixture(scope="session")
def models_dir() -> Path:
    """A folder that outlives the session: what is in it is checked before it is used."""
    return Path(tempfile.gettempdir()) / "paragraf-tests"


@pytest.fixture(scope="session", autouse=True)
def packed_model_read_once(models_dir: Path) -> Iterator[None]:
    """Read the packed model once a process: seconds, and every command and every bot begins so.

    What is read is not changed afterwards; the threads around it are everyone's own.
    """
    read = sentence_transformer._load
    read_once = cache(read)

    def load(place: str) -> object:
        return read_once(place) if Path(place).is_relative_to(models_dir) else read(place)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sentence_transformer, "_load", load)
        yield


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def packed_models(models_dir: Path) -> AsyncIterator[Models]:
    """The models of a copy that is not set up in any way."""
    models = await load_models(ModelSettings(folder=models_dir))
    yield models
    await models.embedder.close()


@pytest.fixture(scope="session")
def packed(packed_models: Models) -> SentenceTransformerEmbedder:
    """The embedder over the packed model."""
    return packed_models.embedder
