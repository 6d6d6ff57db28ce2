"""Names of files are labels."""

import pytest

from pipelines.models.documents import FileRef, Message
from pipelines.nodes.sources.classify import classify
from pipelines.nodes.sources.file_name import presentable_name, presentable_path


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("report.pdf", "report.pdf"),
        ("../../etc/passwd", "passwd"),
        ("..\\..\\boot.ini", "boot.ini"),
        ("/", "?"),
        ("..", "?"),
        ("", "?"),
        ("invoice\u202efdp.exe", "invoicefdp.exe"),
        ("a\x00b\ud800\u200b.txt", "ab.txt"),
        ("two\nlines  wide.txt", "two lines wide.txt"),
        (".profile", ".profile"),
    ],
)
def test_hostile_17_names_are_made_presentable(name: str, shown: str) -> None:
    assert presentable_name(name) == shown


def test_hostile_17_a_name_of_four_kilobytes_keeps_its_extension() -> None:
    assert presentable_name("й" * 2048 + ".pdf") == "й" * 115 + "….pdf"
    assert len(presentable_name("x" * 4096)) == 120


def test_a_path_keeps_its_folders_but_no_way_out() -> None:
    assert presentable_path("/a/../../b c/./d.txt") == "a/b c/d.txt"
    assert presentable_path("../..") == "?"


def test_hostile_17_a_source_is_called_by_its_presentable_name() -> None:
    (source,) = classify(Message(files=(FileRef("telegram", "key", "../\u202ex.txt"),)))
    assert (source.label, source.file) == ("x.txt", FileRef("telegram", "key", "x.txt"))
