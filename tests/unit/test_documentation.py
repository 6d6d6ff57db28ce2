"""What the documents say is where is there."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.support import ROOT

DOCUMENTS = [ROOT / "README.md", ROOT / "benchmarks" / "RESULTS.md", *(ROOT / "docs").rglob("*.md")]
OURS = ("bot", "pipelines", "supabase", "tests", "benchmarks", "docs")
PATH = re.compile(rf"`((?:{'|'.join(OURS)})/[\w./*-]*)`")
NAME = re.compile(r"`([\w-]+\.(?:py|toml|sql|md|yaml))`")  # of a file that stands beside others
LINK = re.compile(r"\]\((?!https?:)([^)#]+)")


def missing(document: Path) -> Iterator[str]:
    text = document.read_text(encoding="utf-8")
    yield from (path for path in PATH.findall(text) if not any(ROOT.glob(path.rstrip("/"))))
    yield from (link for link in LINK.findall(text) if not (document.parent / link).exists())


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_file_that_is_named_exists(document: Path) -> None:
    assert list(missing(document)) == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_bare_name_is_one_of_a_file(document: Path) -> None:
    named = set(NAME.findall(document.read_text(encoding="utf-8")))
    assert sorted(named - files()) == []


@cache
def files() -> frozenset[str]:
    """Return the names of all our files, in whatever folder, and of those beside them."""
    ours = (path for part in (*OURS, "tools") for path in (ROOT / part).rglob("*.*"))
    return frozenset(path.name for path in (*ours, *ROOT.glob("*.*")))


def test_the_documents_name_files() -> None:
    named = [path for document in DOCUMENTS for path in PATH.findall(document.read_text("utf-8"))]
    assert len(named) > 100
