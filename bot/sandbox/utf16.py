"""Lengths and offsets as Telegram counts them: in UTF-16 units."""


def utf16_length(text: str) -> int:
    """Return how many UTF-16 units a text takes."""
    return len(text) + sum(letter > "\uffff" for letter in text)


def utf16_slice(text: str, start: int, end: int) -> str:
    """Return the part of a text between two UTF-16 offsets."""
    units = text.encode("utf-16-le", "surrogatepass")
    return units[start * 2 : end * 2].decode("utf-16-le", "surrogatepass")


def splits_character(text: str, offset: int) -> bool:
    """Tell whether a UTF-16 offset points into the middle of a character."""
    unit = text.encode("utf-16-le", "surrogatepass")[offset * 2 : offset * 2 + 2]
    return len(unit) == 2 and 0xDC00 <= int.from_bytes(unit, "little") <= 0xDFFF


def split_utf16(text: str, limit: int) -> list[str]:
    """Cut a text into pieces of at most `limit` units, at a line or word end where there is one."""
    pieces: list[str] = []
    rest = text
    while utf16_length(rest) > limit:
        head = _head(rest, limit)
        for mark in ("\n", " "):
            at = head.rfind(mark)
            if at > len(head) // 2:
                head = head[: at + 1]
                break
        pieces.append(head)
        rest = rest[len(head) :]
    return [*pieces, rest]


def _head(text: str, limit: int) -> str:
    if not splits_character(text, limit):
        return utf16_slice(text, 0, limit)
    return utf16_slice(text, 0, limit - 1)
