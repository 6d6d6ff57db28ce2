"""The method that sends rich messages: HTML of a few tags, shown as text and entities."""

from html.parser import HTMLParser

from bot.sandbox.bot_api.formatting import trim
from bot.sandbox.bot_api.methods.call import Call, chat_id_of
from bot.sandbox.bot_api.methods.sending import send
from bot.sandbox.bot_api.parameters import Parameters
from bot.sandbox.errors import bad_request
from bot.sandbox.jsonvalues import JsonValue
from bot.sandbox.limits import MAX_RICH_BLOCKS, MAX_RICH_TEXT
from bot.sandbox.utf16 import utf16_length
from bot.sandbox.world.values import Entity, Formatted

_FORMS = ("html", "markdown", "blocks")
_INLINE = {
    "b": "bold",
    "i": "italic",
    "u": "underline",
    "s": "strikethrough",
    "code": "code",
    "a": "text_link",
    "summary": "bold",
}
_BLOCKS = {"p": "", "pre": "pre", "blockquote": "blockquote", "details": "expandable_blockquote"}


async def send_rich_message(call: Call) -> JsonValue:
    """Send a text in blocks."""
    chat_id = chat_id_of(call)
    shown = _read(Parameters(call.parameters.object("rich_message") or {}))
    return send(call, chat_id, shown, is_rich=True)


def _read(given: Parameters) -> Formatted:
    if sum(given.has(form) for form in _FORMS) != 1:
        raise bad_request("exactly one of html, markdown and blocks must be used")
    if not given.has("html"):
        raise bad_request("the sandbox knows rich messages of HTML only")
    reader = _Reader()
    reader.feed(given.text("html"))
    reader.close()
    if reader.open:
        raise bad_request(f"can't parse rich message: <{reader.open[-1][0]}> is not closed")
    formatted = trim(Formatted(reader.text, tuple(sorted(reader.entities, key=_place))))
    if not formatted.text:
        raise bad_request("message text is empty")
    if len(formatted.text) > MAX_RICH_TEXT or reader.blocks > MAX_RICH_BLOCKS:
        raise bad_request("rich message is too long")
    return formatted


class _Reader(HTMLParser):
    """Reads text, and what its stretches mean; blocks stand on lines of their own."""

    def __init__(self) -> None:
        super().__init__()
        self.text, self.blocks = "", 0
        self.entities: list[Entity] = []
        self.open: list[tuple[str, int, str | None]] = []  # tag, where it begins, address

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _INLINE and tag not in _BLOCKS:
            raise bad_request(f"can't parse rich message: unsupported tag <{tag}>")
        if tag in _BLOCKS:
            self._begin_line()
            self.blocks += 1
        self.open.append((tag, utf16_length(self.text), dict(attrs).get("href")))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open[-1][0] != tag:
            raise bad_request(f"can't parse rich message: unexpected </{tag}>")
        _, start, url = self.open.pop()
        kind, length = _INLINE.get(tag) or _BLOCKS[tag], utf16_length(self.text) - start
        if kind and length:
            self.entities.append(Entity(kind, start, length, url=url))
        if tag == "summary":
            self._begin_line()

    def handle_data(self, data: str) -> None:
        self.text += data

    def _begin_line(self) -> None:
        if self.text and not self.text.endswith("\n"):
            self.text += "\n"


def _place(entity: Entity) -> tuple[int, int]:
    return entity.offset, -entity.length
