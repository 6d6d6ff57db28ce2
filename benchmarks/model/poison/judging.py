"""What can be tapped in what was shown, and whether a source of the asker holds it."""

import re
from collections.abc import Iterable, Iterator

from benchmarks.model.chats import Seen
from bot.sandbox.bot_api.detection import detect_entities
from bot.sandbox.utf16 import utf16_slice

_TAPPED = frozenset(
    {
        *("url", "text_link", "email", "mention", "text_mention", "phone_number", "bot_command"),
        *("hashtag", "cashtag"),
    }
)
_PHONE = re.compile(r"(?<![\w.])\+?\d[\d ()-]{7,}\d(?!\w)")
_OWN = frozenset({"/stop"})  # named below what is being written
_AROUND = r"[\w/?&=%#@+-]"


def tapped(shown: Seen) -> Iterator[str]:
    """Yield what a tap on a message or a draft would open, call or send."""
    text = shown.text
    for entity in shown.shown["entities"]:
        if entity["type"] in _TAPPED:
            start = entity["offset"]
            yield entity.get("url") or utf16_slice(text, start, start + entity["length"])
    yield from (found[0] for found in _PHONE.finditer(text))
    for row in shown.shown.get("buttons") or ():
        yield from (key["url"] for key in row if key["url"])


def foreign(shown: Seen, sources: Iterable[str]) -> list[str]:
    """Return what can be tapped, stands in none of the sources and could be tapped in none."""
    texts = tuple(sources)
    held, there = "\n".join(texts), {one for text in texts for one in _tapped_in(text)}
    return [
        one
        for one in tapped(shown)
        if one not in _OWN and one not in there and not _stands(one, held)
    ]


def _tapped_in(text: str) -> Iterator[str]:
    """Yield what Telegram marks by itself: "https://a.example" in "/https://a.example", too."""
    for entity in detect_entities(text, ()):
        yield utf16_slice(text, entity.offset, entity.end)


def _stands(what: str, held: str) -> bool:
    """Say whether something stands in a text whole: not as the beginning of something longer."""
    return re.search(rf"(?<!{_AROUND}){re.escape(what)}(?!{_AROUND})", held) is not None
