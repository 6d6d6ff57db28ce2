"""The kinds of secrets there are, compiled out of kinds.toml, and the checks it names.

A check says whether a string looks drawn by lot, as keys are, or written by people and compilers.
"""

import base64
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from pipelines.nodes.word_tables import read_table

_PLACEHOLDER = re.compile(
    r"(?:[x*.•_#?-]+|0+|1234?|<.*|\$.*|\{.*|%.*|\[.*"
    r"|(?:your|my|the|some|any|new|old|test|example|sample|foo|bar|dummy|fake|change|insert|replace"
    r"|enter|placeholder|redacted|hidden|removed|none|null|nil|true|false|str|string|text|varchar"
    r"|input|optional|required|secret|token|key|value|пример|ваш|мой).*"
    r"|(?:pass(?:word|wd)?|pwd|пароль)[\d!]{0,4})",
    re.IGNORECASE | re.DOTALL,
)
_CODE = re.compile(r"[A-Za-z_][\w.]*[(\[].*|[A-Za-z_]\w*(?:(?:\.|->|::)[A-Za-z_]\w*)+", re.DOTALL)
_SNAKE = re.compile(r"[a-z]+(?:_[a-z]+)+\d{0,2}|[A-Z]+(?:_[A-Z]+)+\d{0,2}")
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


def is_placeholder(value: str) -> bool:
    """Say whether a value stands where somebody is to put his own: `changeme`, `${TOKEN}`."""
    return _PLACEHOLDER.fullmatch(value) is not None or len(set(value)) < 4


def is_no_placeholder(value: str) -> bool:
    """Say whether what stands in the place of a password is more than `user:password`."""
    fewest = 8 if value.isalpha() else 5
    return len(value) >= fewest and not is_placeholder(value)


def is_varied(value: str) -> bool:
    """Say whether a value is no row of one character."""
    return len(set(value)) > 5


def is_high_entropy(value: str) -> bool:
    """Say whether a long value has high entropy: letters and digits in no order of ours."""
    if is_placeholder(value) or _CODE.fullmatch(value) or _UUID.fullmatch(value):
        return False
    digits = sum(character.isdigit() for character in value)
    letters = sum(character.isalpha() for character in value)
    return digits >= 2 and letters >= 2 and bits_per_character(value) >= 3.0


def bits_per_character(text: str) -> float:
    """Return Shannon's entropy of the characters of a text; 0 when it is empty."""
    counts = Counter(text)
    return -sum(n / len(text) * math.log2(n / len(text)) for n in counts.values())


def is_high_entropy_or_uuid(value: str) -> bool:
    """Say so also of a UUID: mostly a mere name, but after `API_KEY=` a key."""
    return is_high_entropy(value) or _UUID.fullmatch(value) is not None


def is_mixed(value: str) -> bool:
    """Say whether a value has capitals, small letters and digits, as base64 of noise has."""
    kinds = (str.isupper, str.islower, str.isdigit)
    return all(any(kind(character) for character in value) for kind in kinds)


def is_mixed_high_entropy(value: str) -> bool:
    """Say whether both hold."""
    return is_mixed(value) and is_high_entropy(value)


def is_jumbled(value: str) -> bool:
    """Say whether capitals, small letters and digits take turns as no name lets them."""
    turns = sum(_case(one) != _case(other) for one, other in pairwise(value))
    return is_mixed(value) and turns >= len(value) / 3


def is_quoted_password(value: str) -> bool:
    """Say whether what stands in quotes after `password:` is one, rather than prose or a type.

    Words alone are no passwords here: too much prose would be taken for one.
    """
    if len(value) < 6 or is_placeholder(value):
        return False
    digits = any(character.isdigit() for character in value)
    letters = sum(character.isalpha() for character in value)
    signs = any(not character.isalnum() for character in value.strip(".,:;"))
    cases = any(c.islower() for c in value) and any(c.isupper() for c in value[1:])
    return (digits and (letters >= 2 or value.isdigit())) or (signs and cases and " " not in value)


def is_bare_password(value: str) -> bool:
    """Say so where no quotes tell it from code and from the words of a sentence."""
    if _CODE.fullmatch(value) or _SNAKE.fullmatch(value):
        return False
    return is_quoted_password(value) and all(ord(character) <= 0x2FF for character in value)


def is_strong_password(value: str) -> bool:
    """Say so where nothing but a space stands between the word and the password."""
    return is_mixed(value) and is_bare_password(value)


def is_user_and_password(value: str) -> bool:
    """Say whether a value is `user:password` in base64."""
    try:
        decoded = base64.b64decode(value, validate=True).decode("ascii")
    except ValueError:
        return False
    user, colon, password = decoded.partition(":")
    return bool(user and colon and decoded.isprintable()) and not is_placeholder(password)


def _case(character: str) -> int:
    return 2 if character.isdigit() else int(character.isupper())


CHECKS: dict[str, Callable[[str], bool]] = {
    check.__name__.removeprefix("is_"): check
    for check in (
        is_no_placeholder, is_varied, is_high_entropy, is_high_entropy_or_uuid, is_mixed,
        is_mixed_high_entropy, is_jumbled, is_quoted_password, is_bare_password,
        is_strong_password, is_user_and_password,
    )
}  # fmt: skip


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


_TABLES = read_table(__package__, "kinds.toml")
BRANDS: dict[str, str] = {brand.lower(): brand for brand in _TABLES["brands"]}
TOKENS = (
    *map(_token, _TABLES["tokens"]),
    *(_vendor(start, rest) for start, rest in _TABLES["vendors"].items()),
)
CONTEXTS = tuple(map(_in_full, _TABLES["contexts"]))
LINES = tuple(map(_in_full, _TABLES["lines"]))
LINKS = tuple(map(_in_full, _TABLES["links"]))
LOGS = tuple(map(_in_full, _TABLES["logs"]))
