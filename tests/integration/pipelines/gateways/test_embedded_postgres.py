"""The embedded server: shared, killed, moved, and under any account."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path

import psycopg
import pytest

from pipelines.errors import DatabaseUnavailable, SettingsInvalid
from pipelines.gateways.embedded_postgres import CONNECTIONS_A_PROCESS, EmbeddedPostgres
from pipelines.gateways.postgres import PostgresDatabase
from pipelines.gateways.postgres_programs import Programs
from tests.support import ROOT

NOBODY = 65534


@pytest.fixture(scope="module")
def made_before() -> Iterator[Path]:
    """A folder whose server was started and stopped."""
    with tempfile.TemporaryDirectory(prefix="paragraf-tests-") as folder:
        with EmbeddedPostgres(Path(folder)):
            pass
        yield Path(folder)


@pytest.fixture
def folder(made_before: Path) -> Iterator[Path]:
    """A copy of it. A short path: pytest's own is closed to the server's account."""
    with tempfile.TemporaryDirectory(prefix="paragraf-tests-") as folder:
        copy(made_before, Path(folder))
        yield Path(folder)


def copy(source: Path, target: Path) -> None:
    """Copy with owners, which shutil does not."""
    subprocess.run(["cp", "-a", f"{source}/.", target], check=True)


def ask(url: str, question: str = "select 1") -> object:
    with closing(psycopg.connect(url, autocommit=True)) as connection:
        cursor = connection.execute(question.encode())
        while cursor.nextset():
            pass
        row = cursor.fetchone()
        return row and row[0]


def server_pid(folder: Path) -> int:
    return int((folder / "data" / "postmaster.pid").read_text().splitlines()[0])


def wait_until_gone(pid: int) -> None:
    """A child of init is reaped by init: only its number tells."""
    while True:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return


def test_data_survives_a_restart(folder: Path) -> None:
    with EmbeddedPostgres(folder) as url:
        ask(url, "create table kept (); select 1")
    with pytest.raises(psycopg.OperationalError):
        ask(url)
    with EmbeddedPostgres(folder) as url:
        assert ask(url, "select to_regclass('kept') is not null") is True


def test_the_last_user_stops_it(folder: Path) -> None:
    first, second = EmbeddedPostgres(folder), EmbeddedPostgres(folder)
    url = first.start()
    assert second.start() == url
    first.stop()
    first.stop()
    assert ask(url) == 1
    second.stop()
    with pytest.raises(psycopg.OperationalError):
        ask(url)


def test_a_process_for_which_it_has_no_connections_is_told_so(folder: Path) -> None:
    few = {"max_connections": str(2 * CONNECTIONS_A_PROCESS)}
    first, second, third = (EmbeddedPostgres(folder, settings=few) for _ in range(3))
    url = first.start()
    second.start()
    with pytest.raises(SettingsInvalid, match=r"2 processes use .* or set DATABASE_URL"):
        third.start()
    third.stop()
    first.stop()
    assert third.start() == url
    second.stop()
    third.stop()


def test_a_user_that_was_killed_does_not_count(folder: Path) -> None:
    program = (
        "import sys; from pathlib import Path\n"
        "from pipelines.gateways.embedded_postgres import EmbeddedPostgres\n"
        f"print(EmbeddedPostgres(Path({str(folder)!r})).start(), flush=True)\n"
        "sys.stdin.read()"
    )
    user = subprocess.Popen(
        [sys.executable, "-c", program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    assert user.stdin is not None
    assert user.stdout is not None
    with user.stdin, user.stdout:
        url = user.stdout.readline().strip()
        user.kill()
        user.wait()
    assert ask(url) == 1, "the server outlives its users' crashes"
    with EmbeddedPostgres(folder) as joined:
        assert joined == url
    with pytest.raises(psycopg.OperationalError):
        ask(url)


def test_it_starts_again_after_kill_9(folder: Path) -> None:
    server = EmbeddedPostgres(folder)
    url = server.start()
    ask(url, "create table kept (); select 1")
    os.kill(server_pid(folder), signal.SIGKILL)
    again = EmbeddedPostgres(folder)
    url = again.start()
    assert ask(url, "select to_regclass('kept') is not null") is True
    again.stop()
    server.stop()


def test_a_number_taken_over_by_another_process_is_no_obstacle(folder: Path) -> None:
    """In a container the process numbers of one life come back in the next."""
    with EmbeddedPostgres(folder):
        pid_file = folder / "data" / "postmaster.pid"
        lines = pid_file.read_text().splitlines()
        pid = server_pid(folder)
        os.kill(pid, signal.SIGKILL)
        wait_until_gone(pid)
    other = subprocess.Popen(["sleep", "1000"])
    pid_file.write_text("\n".join([str(other.pid), *lines[1:]]) + "\n")
    with EmbeddedPostgres(folder) as url:
        assert ask(url) == 1
    other.kill()
    other.wait()


def test_two_at_once_start_one(folder: Path) -> None:
    servers = [EmbeddedPostgres(folder) for _ in range(4)]
    with ThreadPoolExecutor(4) as threads:
        urls = set(threads.map(EmbeddedPostgres.start, servers))
    [url] = urls
    assert ask(url) == 1
    for server in servers:
        server.stop()


def test_two_folders_are_two_servers(folder: Path) -> None:
    with EmbeddedPostgres(folder) as first, EmbeddedPostgres(folder / "new") as second:
        assert ask(first, "create table only_here (); select 1") == 1
        assert ask(second, "select to_regclass('only_here')") is None


@pytest.mark.parametrize("name", ["d" * 150, "день, 'it''s' \"a\" $(day) `x` \\", "50% #1 ?x=y&z"])
def test_any_path_will_do(folder: Path, name: str) -> None:
    for _ in range(2):
        with EmbeddedPostgres(folder / name) as url:
            assert ask(url) == 1


def test_the_socket_is_closed_to_other_users(folder: Path) -> None:
    with EmbeddedPostgres(folder) as url:
        socket_folder = Path(psycopg.conninfo.conninfo_to_dict(url)["host"])
        assert socket_folder.stat().st_mode & 0o077 == 0
        assert ask(url, "show listen_addresses") == ""


def test_it_keeps_what_was_written(folder: Path) -> None:
    with EmbeddedPostgres(folder) as url:
        assert ask(url, "show fsync") == "on"
        assert ask(url, "show full_page_writes") == "on"
        assert ask(url, "show jit") == "off"


def test_data_of_another_version_is_left_alone(folder: Path) -> None:
    (folder / "data" / "PG_VERSION").write_text("16\n")
    with pytest.raises(SettingsInvalid, match="written by Postgres 16"):
        EmbeddedPostgres(folder).start()


def test_its_last_words_are_passed_on(folder: Path) -> None:
    with pytest.raises(DatabaseUnavailable, match="no_such_setting"):
        EmbeddedPostgres(folder, settings={"no_such_setting": "1"}).start()


def test_a_copy_without_owners_and_rights_starts(made_before: Path) -> None:
    with tempfile.TemporaryDirectory(prefix="paragraf-tests-") as folder:
        copied = Path(folder, "copied")
        shutil.copytree(made_before, copied, copy_function=shutil.copyfile)
        for path in copied.rglob("*"):
            path.chmod(0o755 if path.is_dir() else 0o644)
        with EmbeddedPostgres(copied) as url:
            assert ask(url) == 1
        assert (copied / "data").stat().st_mode & 0o077 == 0


def test_what_keeps_it_from_starting_is_said(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise DatabaseUnavailable("pg_ctl: no room for it")

    monkeypatch.setattr(Programs, "start", refused)
    with pytest.raises(DatabaseUnavailable, match="no room for it"):
        EmbeddedPostgres(folder).start()


async def test_a_database_without_our_roles_needs_migrations(folder: Path) -> None:
    with EmbeddedPostgres(folder) as url, pytest.raises(SettingsInvalid, match="paragraf migrate"):
        await PostgresDatabase.connect(url)


def test_sorting_and_letters_do_not_depend_on_the_system(folder: Path) -> None:
    with EmbeddedPostgres(folder) as url:
        assert ask(url, "select lower('ЁЖÜ')") == "ёжü"
        assert ask(url, "show server_encoding") == "UTF8"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
def test_it_runs_for_a_user_who_is_not_root(folder: Path) -> None:
    folder.chmod(0o755)
    theirs = folder / "theirs"
    theirs.mkdir()
    os.chown(theirs, NOBODY, NOBODY)
    # Forked, not started anew: the interpreter's own folder may be closed to that user.
    child = get_context("fork").Process(target=start_as_nobody, args=(theirs / "pg",))
    child.start()
    child.join()
    assert child.exitcode == 0
    assert (theirs / "pg" / "data").stat().st_uid == NOBODY


def start_as_nobody(folder: Path) -> None:
    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)
    with EmbeddedPostgres(folder) as url:
        assert ask(url) == 1
