"""Chats: messages copied out with who wrote them, and when, on a line of its own.

Telegram copies them so: "Ann Lee, [03.03.2025 18:02]", and beneath it what she says. They are
written as all other chats are, "[03.03.2025 18:02] Ann Lee: …", by which a message is known.
"""

import re

from pipelines.nodes.text.calendar import dates_in

_CLOCK = r"\d{1,2}:\d{2}(?::\d{2})?(?:\s?[AaPp]\.?[Mm]\.?)?"
_NUMERIC = r"\d{1,4}[./-]\d{1,2}[./-]\d{2,4}"
_WRITTEN = r"(?:\d{1,2}\s+[^\W\d_]+\.?|[^\W\d_]+\s+\d{1,2}),?\s+\d{4}(?:\s?г\.?)?"
_BETWEEN = r",?\s+(?:at\s+|в\s+|um\s+)?"
_HEADER = re.compile(
    r"(?P<name>[^\W\d_][^\n\[\]:]{0,40}?),\s*(?P<open>\[)?"
    rf"(?P<day>{_NUMERIC}|{_WRITTEN}){_BETWEEN}(?P<clock>{_CLOCK})(?(open)\]):?"
)
_FEWEST = 2  # messages of a chat


def with_headers_joined(text: str) -> str:
    """Return a text with each message behind its header, in one line; no chat as it is."""
    lines = text.split("\n")
    headers = {
        at: match for at, line in enumerate(lines) if (match := _HEADER.fullmatch(line.strip()))
    }
    said = {at for at in headers if at + 1 < len(lines) and lines[at + 1].strip()}
    said -= {at for at in said if at + 1 in headers}
    if len(said) < _FEWEST:
        return text
    joined: list[str] = []
    for at, line in enumerate(lines):
        if at - 1 in said:
            joined[-1] += line.strip()
        else:
            joined.append(_header(headers[at]) if at in said else line)
    return "\n".join(joined)


def _header(match: re.Match[str]) -> str:
    """Write a header as chats have it before a message: the day in numbers."""
    day = match["day"]
    if known := () if re.fullmatch(_NUMERIC, day) else dates_in(day):
        day = f"{known[0].day:02}.{known[0].month:02}.{known[0].year}"
    return f"[{day}, {match['clock']}] {match['name'].strip()}: "
