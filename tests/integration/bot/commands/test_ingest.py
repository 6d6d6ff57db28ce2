"""Which files `paragraf ingest` reads, and which it leaves alone."""

import os
from pathlib import Path

import pytest

from bot.commands.ingest import expand, read_file
from pipelines.errors import SourceRefused


def test_links_that_lead_out_of_a_folder_are_left_out(tmp_path: Path) -> None:
    secret, folder = tmp_path / "secret.txt", tmp_path / "folder"
    (folder / "inner").mkdir(parents=True)
    secret.write_text("x")
    (folder / "inner" / "a.txt").write_text("a")
    (folder / "out.txt").symlink_to(secret)
    (folder / "in.txt").symlink_to(folder / "inner" / "a.txt")
    (folder / ".hidden").write_text("h")
    found = [Path(file).relative_to(folder).as_posix() for file in expand(str(folder))]
    assert found == ["in.txt", "inner/a.txt"]
    assert list(expand(str(secret))) == [str(secret)]


def refusal(path: Path) -> str:
    with pytest.raises(SourceRefused) as caught:
        read_file(path, 1)
    return caught.value.code


def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert refusal(tmp_path / "pipe") == "source-not-a-file"
    assert refusal(Path("/dev/zero")) == "source-not-a-file"
    assert refusal(tmp_path / "none") == "source-no-such-file"
    assert refusal(tmp_path / "no\0ne") == "source-no-such-file"


def test_no_more_of_a_file_is_read_than_may_be(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_bytes(bytes(1024 * 1024))
    assert len(read_file(file, 1)) == 1024 * 1024
    file.write_bytes(bytes(1024 * 1024 + 1))
    assert refusal(file) == "source-too-large"
