import pytest

from tests.support.rerankers.tiny_cross_encoder import save_cross_encoder


@pytest.fixture(scope="session")
def cross_encoder_folder(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A tiny reranker on disk."""
    return save_cross_encoder(tmp_path_factory.mktemp("cross-encoder"))
