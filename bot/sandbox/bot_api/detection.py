"""Find in a plain text what Telegram's server marks by itself."""

import re
from collections.abc import Sequence

from bot.sandbox.utf16 import utf16_length
from bot.sandbox.world.values import Entity

_ZONES = (
    "com|org|net|ru|рф|su|io|dev|me|ai|app|info|edu|gov|uk|de|fr|eu|co|us|ua|by|kz|xyz|site|"
    "online|tech|tv|cc|gg|ly|biz|cloud|blog|wiki|page|int|name|pro|news|shop|in|it|es|pl|nl|ch"
)
_URL = re.compile(
    rf"(?:https?|ftp)://[^\s<>\"]+|"
    rf"(?<![\w@./-])(?:[^\W_](?:[\w-]*[^\W_])?\.)+(?:{_ZONES})(?![\w-])(?::\d+)?(?:[/?#][^\s<>\"]*)?",
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
    while url:
        last = url[-1]
        unmatched = last in _CLOSING and url.count(last) > url.count(_CLOSING[last])
        if not unmatched and last not in ".,:;!?'\"»…*_~`|":
            return url
        url = url[:-1]
    return url
