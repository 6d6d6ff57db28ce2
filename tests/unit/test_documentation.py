"""What the documents say is where is there."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import ROOT

DOCUMENTS = [ROOT / "README.md", ROOT / "benchmarks" / "RESULTS.md", *(ROOT / "docs").rglob("*.md")]
OURS = ("bot", "pipelines", "supabase", "tests", "benchmarks", "docs")
PATH = re.compile(rf"`((?:{'|'.join(OURS)})/[\w./*-]*)`")
LINK = re.compile(r"\]\((?!https?:)([^)#]+)")


def missing(document: Path) -> Iterator[str]:
    text = document.read_text(encoding="utf-8")
    yield from (path for path in PATH.findall(text) if not any(ROOT.glob(path.rstrip("/"))))
    yield from (link for link in LINK.findall(text) if not (document.parent / link).exists())


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_file_that_is_named_exists(document: Path) -> None:
    assert list(missing(document)) == []


def test_the_documents_name_files() -> None:
    named = [path for document in DOCUMENTS for path in PATH.findall(document.read_text("utf-8"))]
    assert len(named) > 100
