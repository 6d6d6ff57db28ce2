"""Repetition: a model that has lost its way writes the same words until it is stopped."""

_LONGEST_UNIT = 600  # characters that are repeated as one
_COPIES = 6
_LENGTH = 240  # characters of all copies: six of a sentence of 40, more of a shorter one
_LENGTH_OF_RULES = 1200  # … when they hold no letter or digit: rules of tables, blanks


def end_of_first_copy(text: str) -> int | None:
    """Return where to cut a text that ends in a loop, to keep one copy; None when it does not."""
    periodic = 0  # characters at the end that a smaller unit repeats, in too few copies
    for unit in range(1, min(_LONGEST_UNIT, len(text) // _COPIES) + 1):
        if 2 * unit <= periodic or text[-unit:] != text[-2 * unit : -unit]:
            continue
        start = _start_of_copies(text, unit)
        periodic = len(text) - start
        copied = text[-unit:]
        enough = _LENGTH if any(map(str.isalnum, copied)) else _LENGTH_OF_RULES
        if periodic >= max(enough, _COPIES * unit):
            # The end of the line before it may read like the copy's: end with a whole line.
            line_end = text.find("\n", start + unit - 1, start + 2 * unit)
            return start + unit if line_end < 0 else line_end
    return None


def _start_of_copies(text: str, unit: int) -> int:
    """Return where the part at the end begins in which every character comes again."""
    start = len(text) - 2 * unit
    copied = text[-unit:]
    while start >= unit and text[start - unit : start] == copied:
        start -= unit
    while start > 0 and text[start - 1] == text[start - 1 + unit]:
        start -= 1
    return start
