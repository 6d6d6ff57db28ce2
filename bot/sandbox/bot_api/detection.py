"""Find in a plain text what Telegram's server marks by itself."""

import re
from collections.abc import Sequence

from bot.sandbox.utf16 import utf16_length
from bot.sandbox.world.values import Entity

_ZONES = (
    "com|org|net|ru|рф|su|io|dev|me|ai|app|info|edu|gov|uk|de|fr|eu|co|us|ua|by|kz|xyz|site|"
    "online|tech|tv|ws|cc|gg|ly|biz|cloud|blog|wiki|page|int|name|pro|news|shop|in|it|es|pl|nl|ch"
)
# TDLib's is_url_unicode_symbol, is_domain_symbol and is_url_path_symbol.
_SPACES = r"\xa0\u1680\u2000-\u200b\u200e\u200f\u2016-\u206f\u3000"
_LABEL = rf"(?:[A-Za-z0-9_~-]|[^\0-\xbf{_SPACES}])"
_PATH = rf"[^\0-\x20<>\"«»{_SPACES}]"
_URL = re.compile(
    rf"(?:https?|ftp)://{_PATH}+|"
    rf"(?<![A-Za-z0-9_~@./-])(?<![^\0-\xbf{_SPACES}])(?:{_LABEL}+(?<!-)\.)+"
    rf"(?:{_ZONES})(?!{_LABEL})(?::\d+)?(?:[/?#]{_PATH}*)?",
    re.IGNORECASE,
)
_EMAIL = re.compile(r"(?<![\w.+-])[a-z0-9.+_-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,24}", re.I)
_COMMAND = re.compile(r"(?<![\w/<>])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\w/<>@])")
_MENTION = re.compile(r"(?<!\w)@[A-Za-z]\w{3,31}(?!\w)", re.ASCII)
_HASHTAG = re.compile(r"(?<!\w)#\w*[^\W\d]\w*")
_CASHTAG = re.compile(r"(?<!\w)\$[A-Z]{1,8}(?!\w)")
_KINDS = (
    ("email", _EMAIL),
    ("url", _URL),
    ("bot_command", _COMMAND),
    ("mention", _MENTION),
    ("hashtag", _HASHTAG),
    ("cashtag", _CASHTAG),
)
_OPAQUE = frozenset({"code", "pre", "text_link", "text_mention", "custom_emoji"})
_CLOSING = {")": "(", "]": "[", "}": "{"}


def detect_entities(text: str, known: Sequence[Entity]) -> list[Entity]:
    """Return links, addresses, commands, mentions and tags outside code and given links."""
    taken = [(entity.offset, entity.end) for entity in known if entity.type in _OPAQUE]
    given = {(entity.type, entity.offset) for entity in known}
    found: list[Entity] = []
    for kind, pattern in _KINDS:
        for match in pattern.finditer(text):
            piece = _without_trailing_marks(match[0]) if kind == "url" else match[0]
            start = utf16_length(text[: match.start()])
            entity = Entity(kind, start, utf16_length(piece))
            if any(start < end and entity.end > begin for begin, end in taken):
                continue
            taken.append((start, entity.end))
            if (kind, start) not in given:
                found.append(entity)
    return found


def _without_trailing_marks(url: str) -> str:
    """Return an address up to its first odd closing bracket, without the marks at its end."""
    opened = dict.fromkeys(_CLOSING.values(), 0)
    for at, char in enumerate(url):
        if char in opened:
            opened[char] += 1
        elif char in _CLOSING:
            if not opened[_CLOSING[char]]:
                url = url[:at]
                break
            opened[_CLOSING[char]] -= 1
    return url.rstrip(".,:;!?'(*_~`|")
