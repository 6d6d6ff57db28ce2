"""What a parser reads of a system that keeps programs and fonts in places of their own."""

from pathlib import Path

import pytest

from pipelines.isolation.landlock import installed_elsewhere


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A system with Tesseract and fonts in /opt, beside a bot and its secrets."""
    for folder in ("usr/local/bin", "usr/share/fonts", "etc/fonts/conf.d", "opt/bot"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "opt/bot/.env").write_text("TELEGRAM_TOKEN=1")
    return tmp_path


def within(root: Path) -> set[str]:
    """Return the places in the part of the system that is closed."""
    places = {Path(place) for place in installed_elsewhere(root)}
    return {str(place.relative_to(root)) for place in places if place.is_relative_to(root / "opt")}


def test_nothing_is_opened_for_what_is_not_installed(root: Path) -> None:
    assert within(root) == set()


def test_tesseract_brings_its_libraries_and_what_it_learnt_and_no_more(root: Path) -> None:
    program = root / "opt/tesseract/bin/tesseract"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh")
    program.chmod(0o755)
    (root / "usr/local/bin/tesseract").symlink_to(program)
    assert within(root) == {
        *("opt/tesseract/bin/tesseract", "opt/tesseract/lib", "opt/tesseract/lib64"),
        *("opt/tesseract/share/tessdata", "opt/tesseract/share/tesseract-ocr"),
    }


def test_fonts_that_settings_name_or_links_lead_to_are_read(root: Path) -> None:
    for folder in ("house", "more/serif", "unasked"):
        (root / "opt/fonts" / folder).mkdir(parents=True)
    (root / "etc/fonts/conf.d/50-house.conf").write_text(
        "<fontconfig><dir>/opt/fonts/house</dir><dir prefix='xdg'>fonts</dir></fontconfig>"
    )
    (root / "usr/share/fonts/serif").symlink_to(root / "opt/fonts/more/serif")
    assert within(root) == {"opt/fonts/house", "opt/fonts/more/serif"}


@pytest.mark.parametrize("folder", ["/opt", "/", "/opt/../opt"])
def test_no_setting_opens_all_that_is_installed(root: Path, folder: str) -> None:
    (root / "etc/fonts/local.conf").write_text(f"<dir>{folder}</dir>")
    assert within(root) == set()
