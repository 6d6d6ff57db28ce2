"""Word tables: lists of words and phrases in a .toml file beside the module that knows them."""

import tomllib
from importlib import resources
from typing import Any


def read_table(package: str, name: str) -> dict[str, Any]:
    """Read a file of a package, anew each time: whoever asks keeps what it makes of it.

    Args:
        package: `__package__` of whoever asks.
        name: of the file, "calendar.toml".
    """
    return tomllib.loads(resources.files(package).joinpath(name).read_text(encoding="utf-8"))
