"""The kinds of secrets there are, compiled out of kinds.toml."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

from pipelines.nodes.secrets.checks import CHECKS

_AMBIGUOUS = 3  # letters before a vendor's key that much else begins with, too


@dataclass(frozen=True, slots=True, order=True)
class FoundSecret:
    """Where in a text a secret stands, start <= i < end, and of what kind it is."""

    start: int
    end: int
    kind: str


@dataclass(frozen=True, slots=True)
class SecretKind:
    """One way in which a kind of secret is written.

    name: what is reported.
    pattern: its named group is the secret, and names the check; without one, all of it is.
    hints: a text without any of these is not searched.
    first: a pattern for the beginning of one that is broken over lines; empty if none is known.
    """

    name: str
    pattern: re.Pattern[str]
    hints: tuple[str, ...] = ()
    first: str = ""

    def secret(self, match: re.Match[str]) -> FoundSecret | None:
        """Return the secret in what the pattern matched, or None if it is only like one."""
        group = match.lastgroup
        if group is None:
            return FoundSecret(*match.span(), self.name)
        if CHECKS[group.rstrip("0123456789")](match[group]):
            return FoundSecret(*match.span(group), self.name)
        return None


def find_kinds(text: str, kinds: Iterable[SecretKind]) -> Iterator[FoundSecret]:
    """Find the secrets of these kinds, in any order; they may overlap."""
    for kind in kinds:
        if not kind.hints or any(hint in text for hint in kind.hints):
            yield from filter(None, map(kind.secret, kind.pattern.finditer(text)))


def _in_full(row: Mapping[str, Any]) -> SecretKind:
    pattern = "".join(map(str.strip, row["pattern"].splitlines()))
    return SecretKind(row["kind"], re.compile(pattern), tuple(row.get("hints", ())))


def _token(row: Mapping[str, Any], before: str = "A-Za-z0-9") -> SecretKind:
    first = "|".join(map(re.escape, row.get("starts", ()))) or row.get("first", "")
    body = row.get("pattern") or f"(?:{first}){row['rest']}"
    if "(?P<" not in body:
        body = f"(?P<{row.get('check', 'varied')}>{body})"
    pattern = re.compile(rf"(?<![{before}]){body}(?![A-Za-z0-9])", re.ASCII)
    return SecretKind(row["kind"], pattern, tuple(row.get("starts") or row["hints"]), first)


def _vendor(start: str, rest: str) -> SecretKind:
    kind = _token({"kind": "api-key", "starts": [start], "rest": rest}, before="A-Za-z0-9_./-")
    return kind if len(start) > _AMBIGUOUS else SecretKind(kind.name, kind.pattern, kind.hints)


_TABLES = tomllib.loads(resources.files(__package__).joinpath("kinds.toml").read_text("utf-8"))
BRANDS: dict[str, str] = {brand.lower(): brand for brand in _TABLES["brands"]}
TOKENS = (
    *map(_token, _TABLES["tokens"]),
    *(_vendor(start, rest) for start, rest in _TABLES["vendors"].items()),
)
CONTEXTS = tuple(map(_in_full, _TABLES["contexts"]))
LINES = tuple(map(_in_full, _TABLES["lines"]))
LINKS = tuple(map(_in_full, _TABLES["links"]))
LOGS = tuple(map(_in_full, _TABLES["logs"]))
