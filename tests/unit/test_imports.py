"""The direction of imports, as docs/architecture.md draws it."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import ROOT

ADAPTERS = (
    "extractors",
    "embedders",
    "rerankers",
    "llms",
    "gateways",
    "fetchers",
    "detectors",
    "transcribers",
)
HTTP_CLIENTS = {
    *("httpx", "httpx2", "httpcore", "requests", "urllib3", "aiohttp", "http.client"),
    *("urllib.request", "websockets", "websocket", "ftplib", "smtplib", "poplib", "imaplib"),
    *("xmlrpc.client", "socketserver", "pycurl", "anyio", "h11", "h2", "trafilatura.downloads"),
}
# Who speaks to the network beside fetchers/, and to whom. Every one of them is set by the owner.
SPEAK_TO_SET_ADDRESSES = {
    ("pipelines", "llms", "openai_compatible.py"),
    ("pipelines", "gateways", "supabase.py"),
    ("bot", "transport", "send_once.py"),  # names errors of the Telegram library's own client
    ("bot", "sandbox", "bot_api", "webhook.py"),
    ("bot", "demo", "chat.py"),
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
PURE_MODULES = {
    "pipelines.errors",
    "pipelines.engine.graph",
    "pipelines.models",
    "pipelines.nodes",
}
SQL = re.compile(r"(?i)^\s*(select .+ from|insert into|update \S+ set|delete from)\b")


def sources() -> list[Path]:
    found = [*(ROOT / "bot").rglob("*.py"), *(ROOT / "pipelines").rglob("*.py")]
    assert len(found) > 50
    return found


def imported(path: Path) -> Iterator[str]:
    """Yield every module a file imports, at any depth of the file."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def within(module: str, *packages: str) -> bool:
    return any(module == package or module.startswith(f"{package}.") for package in packages)


def where(path: Path) -> tuple[str, ...]:
    return path.relative_to(ROOT).parts


def breaches(package: str, allowed: set[tuple[str, ...]]) -> list[str]:
    """Files that import `package` and lie neither at nor under an allowed place."""
    return [
        "/".join(where(path))
        for path in sources()
        if any(within(module, package) for module in imported(path))
        and not any(where(path)[: len(place)] == place for place in allowed)
    ]


@pytest.mark.parametrize(
    ("package", "allowed"),
    [
        ("telegram", {("bot",)}),
        ("bot", {("bot",)}),
        ("psycopg", {("pipelines", "gateways")}),
        ("psycopg_pool", {("pipelines", "gateways")}),
        ("supabase", {("pipelines", "gateways")}),
        ("postgrest", {("pipelines", "gateways")}),
        ("dbos", {("pipelines", "engine")}),
        ("sqlalchemy", {("pipelines", "engine")}),
        (
            "torch",
            {
                ("pipelines", "embedders"),
                ("pipelines", "rerankers"),
                ("pipelines", "model_threads.py"),
            },
        ),
        ("sentence_transformers", {("pipelines", "embedders"), ("pipelines", "rerankers")}),
        ("transformers", {("pipelines", "embedders"), ("pipelines", "rerankers")}),
        ("pydantic_settings", {("bot", "settings.py")}),
    ],
)
def test_a_package_is_imported_in_its_own_place_only(
    package: str, allowed: set[tuple[str, ...]]
) -> None:
    assert breaches(package, allowed) == []


def test_only_services_imports_adapters() -> None:
    for path in sources():
        parts = where(path)
        if parts == ("pipelines", "services.py") or parts[:2] == ("bot", "cli.py"):
            continue
        for module in imported(path):
            family = next((f for f in ADAPTERS if within(module, f"pipelines.{f}")), None)
            own = family is not None and parts[:2] == ("pipelines", family)
            assert family is None or own, f"{'/'.join(parts)} imports {module}"


def test_nodes_and_models_import_only_the_standard_library_and_numpy() -> None:
    pure = [
        *(ROOT / "pipelines" / "models").glob("*.py"),
        *(ROOT / "pipelines" / "nodes").rglob("*.py"),
    ]
    for path in pure:
        for module in imported(path):
            top = module.split(".")[0]
            fine = top in sys.stdlib_module_names or top == "numpy" or within(module, *PURE_MODULES)
            assert fine, f"{path.name} imports {module}"


def test_the_environment_is_read_in_settings_only() -> None:
    for path in sources():
        if path.name != "settings.py":
            source = path.read_text()
            assert "os.environ" not in source, path
            assert "os.getenv" not in source, path


def test_outgoing_fetches_have_one_way_out() -> None:
    """Whatever a user names is fetched through fetchers/ alone."""
    for client in HTTP_CLIENTS:
        assert breaches(client, {("pipelines", "fetchers"), *SPEAK_TO_SET_ADDRESSES}) == []
    guard = ("pipelines", "fetchers", "web", "guard.py")
    listening = ("bot", "http_server.py")
    naming_its_host = ("bot", "updates", "worker_name.py")
    assert breaches("socket", {guard, listening, naming_its_host}) == []
    assert breaches("httpcore", {guard}) == []


def test_nothing_connects_past_the_guard() -> None:
    for path in sources():
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Attribute):
                continue
            place = f"{'/'.join(where(path))}:{node.lineno}"
            assert node.attr not in CONNECTING, place
            if where(path)[:2] == ("pipelines", "fetchers") and isinstance(node.value, ast.Name):
                library = node.value.id in {"httpx", "requests"}
                assert not (library and node.attr in PAST_THE_GUARD), place


def test_no_sql_in_the_bot() -> None:
    for path in (ROOT / "bot").rglob("*.py"):
        if where(path)[1] == "sandbox":  # the sandbox keeps its own SQLite file
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert not SQL.search(node.value), f"{path}: {node.value}"
