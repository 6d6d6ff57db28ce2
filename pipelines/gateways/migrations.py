"""The files of supabase/migrations: their versions and their statements."""

import re
from collections.abc import Iterable, Iterator
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


def missing_versions(applied: Iterable[str], folder: Path = FOLDER) -> list[str]:
    """Return the versions of the files that a database lacks, oldest first.

    Raises:
        SettingsInvalid: it has versions that are no file: another schema, not an older one.
    """
    local, there = local_versions(folder), set(applied)
    if unknown := sorted(there.difference(local)):
        raise SettingsInvalid(
            f"the database was set up by another version of Paragraf: its migration {unknown[0]}"
            f" and {len(unknown) - 1} more are not known here. Nothing was changed. Either run the"
            " version that set it up, or make a backup, set DATABASE_URL to a new, empty database,"
            " run `paragraf migrate` and add the documents there again"
        )
    return [version for version in local if version not in there]


def statements(text: str) -> Iterator[str]:
    """Yield the statements of a file, without their semicolons and without empty ones."""
    ends = [token.start() for token in _TOKEN.finditer(text) if token["end"]]
    for start, end in pairwise([-1, *ends, len(text)]):
        if statement := text[start + 1 : end].strip():
            yield statement
