"""Fetching files that wait in the database."""

import pytest

from pipelines.errors import InternalError, SourceRefused
from pipelines.fetchers.artifact import ArtifactFetcher
from pipelines.models.documents import Fetched, FileRef, Source


class Shelf:
    """The part of a store that keeps artifacts, in memory."""

    def __init__(self, **artifacts: bytes) -> None:
        self._artifacts = artifacts

    async def get_artifact(self, batch_id: str, name: str) -> bytes:
        return self._artifacts[f"{batch_id}_{name.replace('/', '_')}"]


def source(place: str, key: str, file_name: str) -> Source:
    return Source(0, "file", file_name, file=FileRef(place, key, file_name))


async def test_a_file_comes_with_its_name_and_type() -> None:
    fetcher = ArtifactFetcher(Shelf(b1_upload_0=b"# Hello"))
    fetched = await fetcher.fetch(source("artifact", "b1/upload/0", "a.md"))
    assert fetched == Fetched(b"# Hello", "text/markdown", "a.md")


async def test_a_file_that_is_too_large_is_refused() -> None:
    fetcher = ArtifactFetcher(Shelf(b1_0=b"x" * 11), byte_limit=10)
    with pytest.raises(SourceRefused) as caught:
        await fetcher.fetch(source("artifact", "b1/0", "a.txt"))
    assert caught.value.code == "source-too-large"


async def test_another_place_is_a_fault_of_ours() -> None:
    with pytest.raises(InternalError):
        await ArtifactFetcher(Shelf()).fetch(source("telegram", "b1/0", "a.txt"))
