"""A passage as search finds it, for tests that care about little of it."""

from dataclasses import replace
from typing import Any

from pipelines.models.answers import Passage

_MANUAL = Passage(
    id=1,
    document_id="manual",
    paragraph_idx=0,
    text="Text.",
    kind="file",
    title="Manual",
    url=None,
    file_name="manual.pdf",
    language="en",
    page=1,
    start_seconds=None,
    anchors=(),
    similarity=0.5,
)


def make_passage(text: str = "Text.", **changes: Any) -> Passage:
    """A passage of page one of a manual, unless changed."""
    return replace(_MANUAL, text=text, **changes)
