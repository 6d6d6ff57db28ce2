"""Other people's retrieval, on the same model and the same paragraphs.

`peer.py` says what one must be able to do, `txtai.py` and `langchain.py` do it. `run.py` gives each
a `job.py` in a process of its own, which is `__main__.py`.
"""

from collections.abc import Iterable
from importlib.util import find_spec

from benchmarks.refused import CannotMeasure

# What `--peers` takes: the systems each name stands for, and the packages these need.
SYSTEMS = {"txtai": ("txtai", "txtai-hybrid", "txtai-fast"), "langchain": ("langchain",)}
_PACKAGES = {"txtai": ("txtai",), "langchain": ("langchain_postgres", "langchain_huggingface")}


def systems_of(names: str) -> tuple[str, ...]:
    """Return the systems that a comma-separated list of peers stands for.

    Raises:
        CannotMeasure: a name is not known, or what it needs is not installed.
    """
    wanted = dict.fromkeys(name.strip() for name in names.split(",") if name.strip())
    for name in wanted:
        if name not in SYSTEMS:
            raise CannotMeasure(f"no peer is called {name}: there are {', '.join(SYSTEMS)}")
        require(_PACKAGES[name])
    return tuple(system for name in wanted for system in SYSTEMS[name])


def require(packages: Iterable[str]) -> None:
    """Raise CannotMeasure unless these can be imported."""
    for package in packages:
        if find_spec(package) is None:
            raise CannotMeasure(f"{package} is missing: python -m pip install -e '.[peers]'")
