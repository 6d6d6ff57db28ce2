"""Posts that wait with their batch."""

import pytest

from pipelines.errors import InternalError
from pipelines.fetchers.post import PostFetcher
from pipelines.gateways.postgres import PostgresDatabase
from pipelines.models.documents import FileRef, Source
from pipelines.models.posts import POST, Post
from pipelines.store.store import Store


async def test_a_post_comes_as_it_was_left_and_without_a_file_name(database_url: str) -> None:
    store = Store(await PostgresDatabase.connect(database_url))
    try:
        content = Post("Text", "News").encode()
        await store.artifacts.put_artifact("run-1", "post-0", content)
        file = FileRef("post", "run-1/post-0", "News")
        fetched = await PostFetcher(store.artifacts).fetch(Source(0, "file", "News", file=file))
    finally:
        await store.close()
    assert (fetched.content, fetched.media_type, fetched.file_name) == (content, POST, None)


async def test_other_places_are_not_its_business() -> None:
    file = FileRef("telegram", "F", "a.txt")
    with pytest.raises(InternalError):
        await PostFetcher(None).fetch(Source(0, "file", "a", file=file))  # type: ignore[arg-type]
