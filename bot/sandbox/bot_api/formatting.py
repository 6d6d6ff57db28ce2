"""From a text and the entities a caller names to a formatted text."""

from collections.abc import Sequence
from dataclasses import replace

from bot.sandbox.bot_api.detection import detect_entities
from bot.sandbox.errors import bad_request
from bot.sandbox.jsonvalues import JsonObject, JsonValue
from bot.sandbox.limits import MAX_ENTITIES
from bot.sandbox.utf16 import splits_character, utf16_length
from bot.sandbox.world.values import Entity, Formatted

_MARKED = ("bold", "italic", "underline", "strikethrough", "spoiler", "code", "pre")
_QUOTED = ("blockquote", "expandable_blockquote")
_LINKED = ("text_link", "text_mention", "custom_emoji", "date_time")
_FOUND = ("mention", "hashtag", "cashtag", "bot_command", "url", "email", "phone_number")
ENTITY_TYPES = frozenset({*_MARKED, *_QUOTED, *_LINKED, *_FOUND})


def format_text(text: str, entities: Sequence[JsonValue]) -> Formatted:
    """Check, trim, and mark the links and commands that Telegram finds by itself."""
    return with_detected(trim(Formatted(text, read_entities(text, entities))))


def read_entities(text: str, entities: Sequence[JsonValue]) -> tuple[Entity, ...]:
    """Check the entities a caller names against the text they belong to."""
    length = utf16_length(text)
    checked: list[Entity] = []
    for value in entities[:MAX_ENTITIES]:
        if not isinstance(value, dict):
            raise bad_request("can't parse entities: expected an Object")
        entity = _read_entity(value)
        if entity.end > length:
            raise bad_request(
                f"entity beginning at UTF-16 offset {entity.offset} ends after the end of the "
                f"text at UTF-16 offset {entity.end}"
            )
        if splits_character(text, entity.offset) or splits_character(text, entity.end):
            raise bad_request(
                f"entity beginning at UTF-16 offset {entity.offset} begins or ends in a middle "
                "of a UTF-16 symbol"
            )
        if entity.length:
            checked.append(entity)
    return tuple(sorted(checked, key=lambda entity: (entity.offset, -entity.length)))


def _read_entity(value: JsonObject) -> Entity:
    kind, offset, length = value.get("type"), value.get("offset"), value.get("length")
    if not isinstance(kind, str) or kind not in ENTITY_TYPES:
        raise bad_request(f"can't parse entities: unsupported entity type {kind!r}")
    if not isinstance(offset, int) or not isinstance(length, int) or offset < 0 or length < 0:
        raise bad_request('can\'t parse entities: fields "offset" and "length" must be Integers')
    url, language, emoji = (value.get(key) for key in ("url", "language", "custom_emoji_id"))
    user = value.get("user")
    user_id = user.get("id") if isinstance(user, dict) else None
    return Entity(
        type=kind,
        offset=offset,
        length=length,
        url=str(url) if url else None,
        language=str(language) if language else None,
        custom_emoji_id=str(emoji) if emoji else None,
        user_id=user_id if isinstance(user_id, int) else None,
    )


def trim(formatted: Formatted) -> Formatted:
    """Drop white space at both ends, as Telegram does, and move the entities along."""
    text = formatted.text.strip()
    cut = utf16_length(formatted.text[: len(formatted.text) - len(formatted.text.lstrip())])
    length = utf16_length(text)
    kept = []
    for entity in formatted.entities:
        start, end = max(entity.offset - cut, 0), min(entity.end - cut, length)
        if start < end:
            kept.append(replace(entity, offset=start, length=end - start))
    return Formatted(text, tuple(kept))


def with_detected(formatted: Formatted) -> Formatted:
    """Add links, commands, mentions, tags and addresses where nothing else is marked."""
    found = detect_entities(formatted.text, formatted.entities)
    merged = sorted(
        (*formatted.entities, *found), key=lambda entity: (entity.offset, -entity.length)
    )
    return Formatted(formatted.text, tuple(merged))


def entity_json(entity: Entity) -> JsonObject:
    """Return an entity as the Bot API writes it."""
    written: dict[str, JsonValue] = {
        "type": entity.type,
        "offset": entity.offset,
        "length": entity.length,
    }
    for key in ("url", "language", "custom_emoji_id"):
        if value := getattr(entity, key):
            written[key] = value
    if entity.user_id is not None:
        written["user"] = {"id": entity.user_id, "is_bot": False, "first_name": "User"}
    return written
