"""What is told of runs that go on."""

from typing import cast

import pytest

from pipelines.engine.codec import Json, encode
from pipelines.engine.runner import Runner
from pipelines.models.documents import Message
from pipelines.models.requests import IngestRequest
from pipelines.runs import Runs


async def test_of_what_is_being_read_only_ones_own_is_decoded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def open_requests(_pipeline: str) -> list[Json]:
        own = IngestRequest(Message("", ("https://a.example", "https://b.example")), owner=1)
        return [encode(own), {"owner": 2, "of": "another version"}]

    monkeypatch.setattr("pipelines.runs.open_requests", open_requests)
    runs = Runs(cast("Runner", None))
    runs.open()
    assert await runs.count_being_read(1) == 2
    assert await runs.count_being_read(3) == 0
