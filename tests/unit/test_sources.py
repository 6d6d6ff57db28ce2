"""What import-linter cannot see: calls, the environment, SQL, sizes, and the words at a door."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.support import ROOT

HTTP_CLIENTS = {
    *("httpx", "httpx2", "httpcore", "requests", "urllib3", "aiohttp", "http.client"),
    *("urllib.request", "websockets", "websocket", "ftplib", "smtplib", "poplib", "imaplib"),
    *("xmlrpc.client", "socketserver", "pycurl", "anyio", "h11", "h2", "trafilatura.downloads"),
}
# Who speaks to the network beside fetchers/, and to whom. Every one of them is set by the owner.
SPEAK_TO_SET_ADDRESSES = {
    "pipelines/llms/openai_compatible.py",
    "pipelines/gateways/supabase.py",
    "bot/transport/send_once.py",  # names errors of the Telegram library's own client
    "bot/sandbox/bot_api/webhook.py",
    "bot/demo/chat.py",
}
# Calls that open a connection without an import that would give them away.
CONNECTING = {
    *("open_connection", "create_connection", "sock_connect", "connect_ex", "urlopen"),
    *("urlretrieve", "fetch_url", "fetch_response"),
}
# What of httpx and requests would speak to the network past the guard.
PAST_THE_GUARD = {
    *("AsyncClient", "Client", "get", "post", "put", "head", "options", "patch", "delete"),
    *("request", "stream", "HTTPTransport", "HTTPAdapter"),
}
SQL = re.compile(r"(?i)^\s*(select .+ from|insert into|update \S+ set|delete from)\b")

LINES_A_FUNCTION, LINES_A_FILE, FILES_A_FOLDER, LINES_AT_THE_DOOR = 50, 500, 14, 3
FILES = [*(ROOT / "bot").rglob("*.py"), *(ROOT / "pipelines").rglob("*.py")]


def where(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


ROOMS = [*FILES, *(ROOT / "benchmarks").rglob("*.py"), *(ROOT / "tests").rglob("*.py")]
FOLDERS = sorted({path.parent for path in ROOMS})
PACKAGES = [folder for folder in FOLDERS if not where(folder).startswith("tests")]


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


@cache
def imported(path: Path) -> frozenset[str]:
    """Every module a file imports, at any depth of the file."""
    names = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            names.add(node.module or "")
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return frozenset(names)


def breaches(package: str, allowed: set[str]) -> set[str]:
    """Files that import `package` and are not allowed to; `allowed` names files and folders."""
    importing = {
        where(path)
        for path in FILES
        if any(name == package or name.startswith(f"{package}.") for name in imported(path))
    }
    return {file for file in importing if not file.startswith(tuple(allowed))}


def test_the_environment_is_read_in_settings_only() -> None:
    for path in FILES:
        if path.name != "settings.py":
            source = path.read_text()
            assert "os.environ" not in source, path
            assert "os.getenv" not in source, path


@pytest.mark.parametrize("client", sorted(HTTP_CLIENTS))
def test_outgoing_fetches_have_one_way_out(client: str) -> None:
    """Whatever a user names is fetched through fetchers/ alone."""
    calls_nobody = "pipelines/tls.py"
    allowed = {"pipelines/fetchers/", calls_nobody, *SPEAK_TO_SET_ADDRESSES}
    assert breaches(client, allowed) == set()


def test_sockets_are_opened_by_the_guard_and_by_whoever_listens() -> None:
    guard = "pipelines/fetchers/web/guard.py"
    naming_its_host = "bot/updates/worker_name.py"
    assert breaches("socket", {guard, "bot/http_server.py", naming_its_host}) == set()
    assert breaches("httpcore", {guard}) == set()


def test_nothing_connects_past_the_guard() -> None:
    for path in FILES:
        for node in ast.walk(tree(path)):
            if not isinstance(node, ast.Attribute):
                continue
            place = f"{where(path)}:{node.lineno}"
            assert node.attr not in CONNECTING, place
            if where(path).startswith("pipelines/fetchers/") and isinstance(node.value, ast.Name):
                library = node.value.id in {"httpx", "requests"}
                assert not (library and node.attr in PAST_THE_GUARD), place


def test_no_sql_in_the_bot() -> None:
    for path in FILES:
        # The sandbox keeps its own SQLite file.
        if not where(path).startswith("bot/") or where(path).startswith("bot/sandbox/"):
            continue
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert not SQL.search(node.value), f"{path}: {node.value}"


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def test_functions_and_files_can_be_read_at_once() -> None:
    long = [
        f"{where(path)}:{each.lineno} {each.name}"
        for path in FILES
        for each in functions(path)
        if (each.end_lineno or 0) - each.lineno + 1 > LINES_A_FUNCTION
    ]
    long += [where(path) for path in FILES if len(path.read_text().splitlines()) > LINES_A_FILE]
    assert long == []


@pytest.mark.parametrize("folder", FOLDERS, ids=where)
def test_a_folder_is_one_room(folder: Path) -> None:
    loose = [path.name for path in folder.glob("*.py") if path.name != "__init__.py"]
    assert len(loose) <= FILES_A_FOLDER, loose


@pytest.mark.parametrize("folder", PACKAGES, ids=where)
def test_a_package_says_at_the_door_what_lives_in_it(folder: Path) -> None:
    door = folder / "__init__.py"
    assert door.exists(), f"{where(folder)} has no __init__.py"
    said = ast.get_docstring(tree(door)) or ""
    assert len(said.splitlines()) >= LINES_AT_THE_DOOR, f"{where(door)} says too little"
