"""What the workshop's tests let a child do; importable from there."""

import ctypes
import errno
import io
import os
import resource
import signal
import socket
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import cast

from pipelines.errors import SourceRefused
from pipelines.extractors.office.zip_safety import refusing_broken
from pipelines.extractors.tables import describe_row
from pipelines.models.documents import Block, Extracted


def double(number: int) -> int:
    """Do an honest piece of work."""
    return 2 * number


def refuse() -> None:
    """Refuse with values."""
    raise SourceRefused("source-too-many-pages", pages=3, limit=2)


def fail() -> None:
    """Fail in a way nobody foresaw."""
    raise ZeroDivisionError("a fault of the parser")


def stumble() -> None:
    """Fail in code of ours, where what a broken file leads to is made a refusal."""
    with refusing_broken():
        describe_row((), cast("list[str]", [b"whisper"]), "")


def misread() -> None:
    """Fail in a library, at a broken file."""
    with refusing_broken():
        zipfile.ZipFile(io.BytesIO(b"whisper"))


def crash() -> None:
    """End without a word, as a fault in C code does."""
    os.abort()


def spin() -> None:
    """Never come back."""
    while True:
        pass


def wait_for(path: str) -> int:
    """Wait until somebody writes into a named pipe; return this process's id."""
    with Path(path).open("rb") as pipe:
        pipe.read(1)
    return os.getpid()


def hog() -> int:
    """Ask for more memory than a child may have."""
    return len(bytearray(4 * 1024**3))


def grow() -> int:
    """Use much memory, though not too much."""
    return len(b"x" * 300_000_000)


def allowed_seconds() -> int:
    """Return how much processor time this process may take in all."""
    return resource.getrlimit(resource.RLIMIT_CPU)[0]


def try_to_open(path: str, mode: str) -> str:
    """Open a file; return how that went."""
    try:
        with Path(path).open(mode):
            return "opened"
    except OSError as error:
        return type(error).__name__


def capabilities() -> int:
    """Return the rights this process has beyond those of its account."""
    status = Path("/proc/self/status").read_text()
    return int(status.split("CapEff:")[1].split()[0], 16)


def change_file(path: str) -> list[str]:
    """Try to open a file to everybody, give it away, and empty it; say what came of each."""
    outcomes = []
    for change in (
        lambda: Path(path).chmod(0o777),
        lambda: os.chown(path, os.getuid(), os.getgid()),
        lambda: os.truncate(path, 0),
    ):
        try:
            change()
        except OSError as error:
            outcomes.append(type(error).__name__)
        else:
            outcomes.append("changed")
    return outcomes


def signal_process(process: int) -> str:
    """Try to end a process, for 0 one that is started here; say what came of it."""
    with subprocess.Popen(["sleep", "600"]) as started:
        try:
            os.kill(process or started.pid, signal.SIGTERM if process == 0 else 0)
        except OSError as error:
            return type(error).__name__
        else:
            return "ended"
        finally:
            started.kill()


def limit_process(process: int) -> str:
    """Try to set limits to a process, for 0 to this one; say what came of it."""
    try:
        resource.prlimit(process, resource.RLIMIT_CORE, (0, 0))
    except OSError as error:
        return type(error).__name__
    return "limited"


def chatter() -> str:
    """Print, as libraries do."""
    sys.stdout.write("to standard output")
    sys.stdout.flush()
    os.write(1, b"below Python's standard output")
    return "done"


def read() -> Extracted:
    """Return a value of ours."""
    return Extracted((Block("текст", page=1),), title="t")


class Stranger:
    """A class the parent has no reason to load."""


def smuggle() -> Extracted:
    """Return something that is not a value of ours."""
    return cast("Extracted", Stranger())


def mislead() -> Extracted:
    """Return a value of ours with something in it that does not belong there."""
    return Extracted((Block(cast("str", {"whisper": 1}), page=1),))


def flood() -> str:
    """Return more than the parent takes."""
    return "x" * (65 * 1024 * 1024)


def echo(content: bytes) -> bytes:
    """Return what came."""
    return content


def process_id() -> int:
    """Return this process's id."""
    return os.getpid()


def start_another(path: str) -> int:
    """Start a program that holds one end of a named pipe open, and wait for it."""
    with Path(path).open("wb") as pipe:
        return subprocess.run(["/bin/sleep", "600"], stdout=pipe, check=False).returncode


def call_out(port: int, way: str) -> str:
    """Try to reach a port of this machine; return how that went."""
    if way == "program":
        code = f"import socket; socket.create_connection(('127.0.0.1', {port}))"
        return f"ended with {subprocess.run([sys.executable, '-c', code], check=False).returncode}"
    try:
        if way == "kernel":
            number = ctypes.CDLL(None, use_errno=True).socket(socket.AF_INET, socket.SOCK_STREAM, 0)
            return f"{number} {errno.errorcode.get(ctypes.get_errno())}"
        socket.create_connection(("127.0.0.1", port)).close()
    except OSError as error:
        return type(error).__name__
    return "connected"


def look_around() -> tuple[int, dict[str, str], bool]:
    """Report the priority, the environment, and whether heavy libraries were loaded."""
    return os.nice(0), dict(os.environ), "torch" in sys.modules
