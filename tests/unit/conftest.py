"""Nothing but Python: a unit test that needs a model, a database, the network or another process
fails. Such tests stand in tests/integration.
"""

import sys
from collections.abc import Generator, Sequence
from importlib.abc import MetaPathFinder
from pathlib import Path
from socket import AF_INET, AF_INET6

import pytest

# Whoever imports one of these waits for it, or wants a server. DBOS imports psycopg itself.
_PACKAGES = {"torch", "transformers", "sentence_transformers", "playwright"}
_OUR_DRIVERS = "pipelines.gateways"
_PROCESSES = {"subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.fork"}
_NETWORK = {"socket.connect", "socket.bind", "socket.getaddrinfo", "socket.gethostbyname"}
_importing = False
_running = False


def _not_here(what: str) -> pytest.UsageError:
    return pytest.UsageError(f"a unit test {what}; its place is tests/integration")


class _NoHeavyImports(MetaPathFinder):
    def find_spec(self, name: str, _path: object, _target: object = None) -> None:
        ours = name == _OUR_DRIVERS or name.startswith(f"{_OUR_DRIVERS}.")
        if (_importing or _running) and (ours or name.partition(".")[0] in _PACKAGES):
            raise _not_here(f"imports {name}")


def _audit(event: str, arguments: Sequence[object]) -> None:
    """Refuse processes and connections; the socket pair of an event loop is neither."""
    if not _running:
        return
    if event in _PROCESSES:
        raise _not_here("starts a process")
    # With connect and bind, the socket comes first; with the lookup of a name, the name.
    if event in _NETWORK and getattr(arguments[0], "family", AF_INET) in {AF_INET, AF_INET6}:
        raise _not_here("goes to the network")


sys.meta_path.insert(0, _NoHeavyImports())
sys.addaudithook(_audit)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Generator[None, object, object]:
    """Watch what a test file imports; tests of other tiers may share the process."""
    global _importing
    _importing = Path(__file__).parent in collector.path.parents
    try:
        return (yield)
    finally:
        _importing = False


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, object, object]:
    """Watch a test's fixtures as they are made; other tiers' are taken down after the last test."""
    return (yield from _watched(item))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Watch a test."""
    return (yield from _watched(item))


def _watched(item: pytest.Item) -> Generator[None, object, object]:
    global _running
    _running = Path(__file__).parent in item.path.parents
    try:
        return (yield)
    finally:
        _running = False
