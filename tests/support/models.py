"""The packed model, unpacked once per machine and loaded once per session."""

import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from pipelines.embedders.sentence_transformer import SentenceTransformerEmbedder
from pipelines.services import Models, load_models
from pipelines.settings import ModelSettings


@pytest.fixture(scope="session")
def models_dir() -> Path:
    """A folder that outlives the session: what is in it is checked before it is used."""
    return Path(tempfile.gettempdir()) / "paragraf-tests"


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
