"""What a kind of secret is, and how its like is told from the real thing."""

import base64
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from pipelines.nodes.secrets.entropy import (
    is_high_entropy,
    is_mixed,
    is_password,
    is_placeholder,
    is_uuid,
)


def is_varied(found: re.Match[str]) -> bool:
    """Say whether the secret is no row of one character."""
    return len(set(_secret(found))) > 5


def is_random(found: re.Match[str]) -> bool:
    """Say whether the secret looks drawn by lot."""
    return is_high_entropy(_secret(found))


def has_all_cases(found: re.Match[str]) -> bool:
    """Say whether the secret has capitals, small letters and digits."""
    return is_mixed(_secret(found))


def is_random_mix(found: re.Match[str]) -> bool:
    """Say whether both hold."""
    return is_mixed(_secret(found)) and is_high_entropy(_secret(found))


def is_jumbled(found: re.Match[str]) -> bool:
    """Say whether capitals, small letters and digits take turns as no name lets them."""
    value = _secret(found)
    turns = sum(_case(one) != _case(other) for one, other in pairwise(value))
    return is_mixed(value) and turns >= len(value) / 3


def is_random_or_uuid(found: re.Match[str]) -> bool:
    """Say whether the secret looks drawn by lot, as what stands after `API_KEY=` also may."""
    return is_high_entropy(_secret(found)) or is_uuid(_secret(found))


def is_user_and_password(found: re.Match[str]) -> bool:
    """Say whether the secret is `user:password` in base64."""
    try:
        decoded = base64.b64decode(_secret(found), validate=True).decode("ascii")
    except ValueError:
        return False
    user, colon, password = decoded.partition(":")
    return bool(user and colon and decoded.isprintable()) and not is_placeholder(password)


def is_a_password(found: re.Match[str]) -> bool:
    """Say whether what stands after the word is a password."""
    return is_password(_secret(found), quoted=found.lastgroup != "bare")


def is_a_strong_password(found: re.Match[str]) -> bool:
    """Say so where nothing but a space stands between."""
    return is_mixed(_secret(found)) and is_password(_secret(found), quoted=False)


def is_no_placeholder(found: re.Match[str]) -> bool:
    """Say whether it stands for more than `user:password`."""
    value = _secret(found)
    fewest = 8 if value.isalpha() else 5
    return len(value) >= fewest and not is_placeholder(value)


def _case(character: str) -> int:
    return 2 if character.isdigit() else int(character.isupper())


def _secret(found: re.Match[str]) -> str:
    return found[found.lastgroup] if found.lastgroup else found[0]


@dataclass(frozen=True, slots=True, order=True)
class FoundSecret:
    """Where in a text a secret stands, start <= i < end, and of what kind it is."""

    start: int
    end: int
    kind: str


@dataclass(frozen=True, slots=True)
class SecretKind:
    """One kind. The secret is the group that matched, or the whole match where there is none."""

    name: str
    pattern: re.Pattern[str]
    hints: tuple[str, ...] = ()
    check: Callable[[re.Match[str]], bool] = is_varied

    def span(self, found: re.Match[str]) -> tuple[int, int]:
        """Return where the secret itself stands in what the pattern found."""
        return found.span(found.lastgroup) if found.lastgroup else found.span()


def find_kinds(text: str, kinds: Iterable[SecretKind]) -> Iterator[FoundSecret]:
    """Find the secrets of these kinds, in any order; they may overlap."""
    for kind in kinds:
        if kind.hints and not any(hint in text for hint in kind.hints):
            continue
        for match in kind.pattern.finditer(text):
            if kind.check(match):
                start, end = kind.span(match)
                yield FoundSecret(start, end, kind.name)
