"""Posts that wait with their batch."""

import pytest

from pipelines.errors import InternalError
from pipelines.fetchers.post import PostFetcher
from pipelines.gateways.postgres import PostgresGateway
from pipelines.models.documents import FileRef, Source
from pipelines.models.posts import POST, Post


async def test_a_post_comes_as_it_was_left_and_without_a_file_name(database_url: str) -> None:
    gateway = await PostgresGateway.connect(database_url)
    try:
        content = Post("Text", "News").encode()
        await gateway.put_artifact("run-1", "post-0", content)
        file = FileRef("post", "run-1/post-0", "News")
        fetched = await PostFetcher(gateway).fetch(Source(0, "file", "News", file=file))
    finally:
        await gateway.close()
    assert (fetched.content, fetched.media_type, fetched.file_name) == (content, POST, None)


async def test_other_places_are_not_its_business() -> None:
    file = FileRef("telegram", "F", "a.txt")
    with pytest.raises(InternalError):
        await PostFetcher(None).fetch(Source(0, "file", "a", file=file))  # type: ignore[arg-type]
