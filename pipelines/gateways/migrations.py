"""The files of supabase/migrations: their versions and their statements."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from pipelines.errors import SettingsInvalid

FOLDER = Path(__file__).parents[2] / "supabase" / "migrations"

# <YYYYMMDDHHMMSS>_<topic>.sql, as the Supabase CLI names them.
_FILE_NAME = re.compile(r"(?P<version>\d{14})_(?P<name>\w+)\.sql")

# What a semicolon may stand in without ending a statement, then the semicolon itself.
_TOKEN = re.compile(
    r"""
      --[^\n]*
    | /\*.*?\*/
    | '(?:[^']|'')*'
    | "(?:[^"]|"")*"
    | \$(?P<tag>\w*)\$.*?\$(?P=tag)\$
    | (?P<end>;)
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Migration:
    """One file."""

    version: str
    name: str
    text: str


def local_migrations(folder: Path = FOLDER) -> tuple[Migration, ...]:
    """Read the files, oldest first.

    Raises:
        SettingsInvalid: there are none: the project was installed without them.
    """
    found = sorted(
        (match["version"], match["name"], path)
        for path in folder.glob("*.sql")
        if (match := _FILE_NAME.fullmatch(path.name))
    )
    if not found:
        raise SettingsInvalid(f"no migrations in {folder}: run from a checkout of the project")
    return tuple(
        Migration(version, name, path.read_text(encoding="utf-8")) for version, name, path in found
    )


def local_versions(folder: Path = FOLDER) -> tuple[str, ...]:
    """Return the versions of the files, oldest first."""
    return tuple(migration.version for migration in local_migrations(folder))


def statements(text: str) -> Iterator[str]:
    """Yield the statements of a file, without their semicolons and without empty ones."""
    ends = [token.start() for token in _TOKEN.finditer(text) if token["end"]]
    for start, end in pairwise([-1, *ends, len(text)]):
        if statement := text[start + 1 : end].strip():
            yield statement
