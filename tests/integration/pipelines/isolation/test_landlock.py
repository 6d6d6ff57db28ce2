"""What a confined process opens of a program that lies in a place of its own."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.kernel import has_landlock

CONFINED = """
import subprocess, sys
from pathlib import Path
from pipelines.isolation import landlock
root = Path(sys.argv[1])
places = list(landlock.installed_elsewhere(root))
landlock.installed_elsewhere = lambda: places
assert landlock.close_files()
print((root / "opt/tesseract/share/tessdata/eng.traineddata").read_text())
print(subprocess.run([root / "usr/local/bin/tesseract"]).returncode)
try:
    print((root / "opt/bot/.env").read_text())
except PermissionError:
    print("closed")
"""


@pytest.mark.skipif(not has_landlock(), reason="no Landlock in this kernel")
def test_a_program_elsewhere_runs_and_what_lies_beside_it_stays_closed(tmp_path: Path) -> None:
    own = tmp_path / "opt/tesseract"
    for folder in ("opt/bot", "opt/tesseract/bin", "opt/tesseract/share/tessdata", "usr/local/bin"):
        (tmp_path / folder).mkdir(parents=True)
    shutil.copy(shutil.which("true") or "", own / "bin/tesseract")
    (own / "share/tessdata/eng.traineddata").write_text("letters")
    (tmp_path / "opt/bot/.env").write_text("TELEGRAM_TOKEN=1")
    (tmp_path / "usr/local/bin/tesseract").symlink_to(own / "bin/tesseract")
    done = subprocess.run(
        [sys.executable, "-c", CONFINED, str(tmp_path)], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["letters", "0", "closed"]
