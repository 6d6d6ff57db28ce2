"""Postgres out of a wheel, with its data in a folder: the database that needs no set-up.

The wheel's own start-up code is not used: it never forgets a user that was killed, keeps one
lock for all users of the machine, and lets every user read the folders above the data. Its
programs are.
"""

import fcntl
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from signal import SIGINT
from typing import IO, Literal
from urllib.parse import quote

from pipelines.errors import DatabaseUnavailable, SettingsInvalid
from pipelines.gateways.postgres_programs import MAJOR_VERSION, SOCKET, Programs, socket_folder

_PATIENCE_SECONDS = 120.0  # crash recovery after a power cut takes its time
_PAUSE_SECONDS = 0.02
_LOG = "server.log"
CONNECTIONS_A_PROCESS = 18  # eight of ours, eight of the engine's, and two for what is done aside

# For a small machine that does other work: no parallel queries, no processes for replication.
_SETTINGS = {
    "listen_addresses": "",
    "port": "5432",  # names the socket; nothing listens on it
    "max_connections": "100",
    "shared_buffers": "768MB",
    "work_mem": "8MB",
    "maintenance_work_mem": "64MB",
    "effective_cache_size": "512MB",
    "min_wal_size": "32MB",
    "max_wal_size": "256MB",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "max_logical_replication_workers": "0",
    "max_worker_processes": "2",
    "max_parallel_workers": "0",
    "autovacuum_worker_slots": "2",
    "autovacuum_max_workers": "1",
    "io_method": "sync",
    "jit": "off",
    "huge_pages": "off",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "log_error_verbosity": "terse",  # its details quote rows, and with them document text
}


class EmbeddedPostgres:
    """A server of its own for one folder, shared by every process that starts it there."""

    def __init__(self, folder: Path, *, settings: Mapping[str, str] | None = None) -> None:
        """Take a folder that is ours alone, and settings that go before the usual ones."""
        self._folder = folder.expanduser().resolve()
        self._data = self._folder / "data"
        self._settings = {**_SETTINGS, **(settings or {})}
        self._programs = Programs(self._data)
        self._user: IO[bytes] | None = None
        self._seat: IO[bytes] | None = None

    def __enter__(self) -> str:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self) -> str:
        """Start the server, or join it when it runs; return its address. Blocks.

        Raises:
            SettingsInvalid: the folder or the account cannot be used.
            DatabaseUnavailable: the server did not start; its last words are in the message.
        """
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            with self._alone(), ExitStack() as unless_started:
                self._take_seat()
                unless_started.callback(self._leave_seat)
                self._make_cluster()
                self._bring_up()
                self._register()
                unless_started.pop_all()
        except PermissionError as error:
            raise SettingsInvalid(f"no right to use {self._folder}: {error}") from error
        return f"postgresql://postgres@/postgres?host={quote(str(self._socket_folder()))}"

    def stop(self) -> None:
        """Stop the server, unless somebody else still uses it. Blocks."""
        if self._user is None:
            return
        with self._alone():
            try:
                fcntl.flock(self._user, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                pass  # somebody else holds a share of it
            else:
                self._shut_down()
            self._user.close()
            self._user = None
            self._leave_seat()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep every other process from starting or stopping this server."""
        with (self._folder / "start.lock").open("ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _take_seat(self) -> None:
        """Hold one of as many locks as processes find connections; the kernel lets go of it too.

        Raises:
            SettingsInvalid: all are held.
        """
        seats = int(self._settings["max_connections"]) // CONNECTIONS_A_PROCESS
        for number in range(seats if self._seat is None else 0):
            seat = (self._folder / f"seat-{number}.lock").open("ab")
            try:
                fcntl.flock(seat, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                seat.close()
                continue
            self._seat = seat
            return
        if self._seat is None:
            raise SettingsInvalid(
                f"{seats} processes use {self._folder} already, and it has no connections for more:"
                " stop one of them, or set DATABASE_URL to a Postgres of your own"
            )

    def _leave_seat(self) -> None:
        if self._seat is not None:
            self._seat.close()
            self._seat = None

    def _register(self) -> None:
        """Hold a share of a lock: the kernel lets go of it for whoever is killed."""
        if self._user is None:
            self._user = (self._folder / "users.lock").open("ab")
            fcntl.flock(self._user, fcntl.LOCK_SH)

    def _make_cluster(self) -> None:
        version_file = self._data / "PG_VERSION"
        if not version_file.exists():
            self._programs.make_cluster()
        elif (version := version_file.read_text().strip()) != MAJOR_VERSION:
            raise SettingsInvalid(
                f"{self._data} was written by Postgres {version}, this is {MAJOR_VERSION}:"
                " carry the data over with pg_dump, or give another DATA_DIR"
            )

    def _bring_up(self) -> None:
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while (state := self._state()) != "ready":
            if time.monotonic() > deadline:
                raise DatabaseUnavailable(f"the server in {self._data} is {state}, and stays so")
            if state == "down":
                self._launch()
            else:
                time.sleep(_PAUSE_SECONDS)

    def _launch(self) -> None:
        """Start the server once; return also when the one before it is not quite gone yet."""
        # After kill -9 the lock files stay, and their number may by now be another process's (in
        # a container it is); the server would take that for itself. Should it be alive after
        # all, the shared memory, which is tied to the folder, keeps a second one out.
        sockets = socket_folder(self._data, self._programs.uid)
        (self._data / "postmaster.pid").unlink(missing_ok=True)
        (sockets / f"{SOCKET}.lock").unlink(missing_ok=True)
        self._write_settings(sockets)
        self._programs.take_over()
        log = self._data / _LOG
        said_before = log.stat().st_size if log.exists() else 0
        try:
            self._programs.start(_LOG)
        except DatabaseUnavailable as error:
            last_words = log.read_bytes()[said_before:].decode(errors="replace").strip()
            if "is still in use" not in last_words:
                reason = last_words or str(error)
                raise DatabaseUnavailable(f"Postgres did not start: {reason}") from error
            time.sleep(_PAUSE_SECONDS)

    def _write_settings(self, sockets: Path) -> None:
        listed = '"' + str(sockets).replace('"', '""') + '"'  # one entry of a list
        settings = {**self._settings, "unix_socket_directories": listed}
        lines = [f"{name} = {_quoted(value)}\n" for name, value in settings.items()]
        file = self._data / "postgresql.conf"
        file.write_text("".join(lines), encoding="utf-8")
        os.chown(file, self._programs.uid, -1)

    def _state(self) -> Literal["ready", "busy", "down"]:
        if not (self._data / "postmaster.pid").exists():
            return "down"
        return self._programs.state(self._socket_folder())

    def _socket_folder(self) -> Path:
        """Read where the running server listens."""
        lines = (self._data / "postmaster.pid").read_text(encoding="utf-8").splitlines()
        return Path(lines[4]) if len(lines) > 4 and lines[4] else self._data

    def _shut_down(self) -> None:
        pid_file = self._data / "postmaster.pid"
        if self._state() == "down":
            return
        sockets = self._socket_folder()
        os.kill(int(pid_file.read_text(encoding="utf-8").splitlines()[0]), SIGINT)
        deadline = time.monotonic() + _PATIENCE_SECONDS
        while pid_file.exists():  # removing it is the last thing the server does
            if time.monotonic() > deadline:
                raise DatabaseUnavailable(f"the server in {self._data} does not stop")
            time.sleep(_PAUSE_SECONDS)
        if sockets != self._data:
            sockets.rmdir()


def _quoted(value: str) -> str:
    """Quote a value for postgresql.conf, where a backslash means something too."""
    return "'" + value.replace("\\", "\\\\").replace("'", "''") + "'"
