"""Names of files are labels: made presentable, never used as paths."""

import re

from pipelines.nodes.text.clean import strip_invisible

_LONGEST = 120  # characters
_LONGEST_EXTENSION = 12
_SEPARATOR = re.compile(r"[/\\]+")


def presentable_name(name: str) -> str:
    """Return the last part of a name on one line of bearable length, its extension kept.

    Characters that nobody sees, or that turn the direction of what follows, are left out.
    """
    parts = _parts(name)
    return _shortened(parts[-1]) if parts else "?"


def presentable_path(name: str) -> str:
    """Return a name with its folders, for a label: without roots, and steps out of anywhere."""
    return _shortened("/".join(_parts(name))) or "?"


def _parts(name: str) -> list[str]:
    tidy = (" ".join(strip_invisible(part).split()) for part in _SEPARATOR.split(name))
    return [part for part in tidy if part.strip(". ")]


def _shortened(name: str) -> str:
    if len(name) <= _LONGEST:
        return name
    stem, dot, extension = name.rpartition(".")
    if not dot or len(extension) > _LONGEST_EXTENSION or not stem:
        stem, dot, extension = name, "", ""
    return f"{stem[: _LONGEST - len(dot + extension) - 1].rstrip()}…{dot}{extension}"
