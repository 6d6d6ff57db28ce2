"""Whether a string looks drawn by lot, as keys are, or written by people and compilers."""

import math
import re
from collections import Counter

_PLACEHOLDER = re.compile(
    r"(?:[x*.•_#?-]+|0+|1234?|<.*|\$.*|\{.*|%.*|\[.*"
    r"|(?:your|my|the|some|any|new|old|test|example|sample|foo|bar|dummy|fake|change|insert|replace"
    r"|enter|placeholder|redacted|hidden|removed|none|null|nil|true|false|str|string|text|varchar"
    r"|input|optional|required|secret|token|key|value|пример|ваш|мой).*"
    r"|(?:pass(?:word|wd)?|pwd|пароль)[\d!]{0,4})",
    re.IGNORECASE | re.DOTALL,
)
_CALL = re.compile(r"[A-Za-z_][\w.]*[(\[]")
_DOTTED = re.compile(r"[A-Za-z_]\w*(?:(?:\.|->|::)[A-Za-z_]\w*)+")
_SNAKE = re.compile(r"[a-z]+(?:_[a-z]+)+\d{0,2}|[A-Z]+(?:_[A-Z]+)+\d{0,2}")
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


def bits_per_character(text: str) -> float:
    """Return Shannon's entropy of the characters of a text; 0 when it is empty."""
    counts = Counter(text)
    return -sum(n / len(text) * math.log2(n / len(text)) for n in counts.values())


def is_placeholder(value: str) -> bool:
    """Say whether a value stands where somebody is to put his own: `changeme`, `${TOKEN}`."""
    return _PLACEHOLDER.fullmatch(value) is not None or len(set(value)) < 4


def is_high_entropy(value: str) -> bool:
    """Say whether a long value is a random one: letters and digits in no order of ours."""
    if is_placeholder(value) or _is_code(value) or is_uuid(value):
        return False
    digits = sum(character.isdigit() for character in value)
    letters = sum(character.isalpha() for character in value)
    return digits >= 2 and letters >= 2 and bits_per_character(value) >= 3.0


def is_uuid(value: str) -> bool:
    """Say whether a value is a UUID: drawn by lot, but mostly a mere name."""
    return _UUID.fullmatch(value) is not None


def is_mixed(value: str) -> bool:
    """Say whether a value has capitals, small letters and digits, as base64 of noise has."""
    kinds = (str.isupper, str.islower, str.isdigit)
    return all(any(kind(character) for character in value) for kind in kinds)


def is_password(value: str, *, quoted: bool) -> bool:
    """Say whether what stands after `password:` is one, rather than prose, a type or code.

    Words alone are no passwords here: too much prose would be taken for one.
    """
    if len(value) < 6 or is_placeholder(value):
        return False
    if not quoted and (_is_code(value) or _SNAKE.fullmatch(value)):
        return False
    if any(ord(character) > 0x2FF for character in value) and not quoted:
        return False
    digits = any(character.isdigit() for character in value)
    letters = sum(character.isalpha() for character in value)
    signs = any(not character.isalnum() for character in value.strip(".,:;"))
    cases = any(c.islower() for c in value) and any(c.isupper() for c in value[1:])
    return (digits and (letters >= 2 or value.isdigit())) or (signs and cases and " " not in value)


def _is_code(value: str) -> bool:
    return _CALL.match(value) is not None or _DOTTED.fullmatch(value) is not None
