"""The unpacked model's folder, and small models of our own."""

from pathlib import Path

import pytest

from pipelines.embedders.packed.unpack import unpack_packed
from tests.support.embedders.toy_sentence_models import ToyModels


@pytest.fixture(scope="session")
def packed_folder(models_dir: Path) -> Path:
    """The unpacked model's folder."""
    return unpack_packed(models_dir)


@pytest.fixture(scope="session")
def toy_models(tmp_path_factory: pytest.TempPathFactory) -> ToyModels:
    """Small models of any size, for what does not depend on what a model has learnt."""
    return ToyModels(tmp_path_factory.mktemp("toy-models"))
