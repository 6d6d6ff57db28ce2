"""Look through everything that would be kept of a source before any of it is."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pipelines.models.documents import Anchor, CleanText, FileRef, Message, Screened, Span
from pipelines.nodes.secrets.find import (
    bare_label,
    find_secrets,
    kinds_removed,
    mask,
    without_secrets,
)
from pipelines.nodes.secrets.kinds import FoundSecret

MOST_PLACES = 10  # that are named one by one
_ENCODINGS = ("utf-8", "utf-16-le", "utf-16-be")
_LEAD = 12  # characters of a secret that are looked for in the bytes: it may go on elsewhere


@dataclass(frozen=True, slots=True)
class Place:
    """Where a secret stands, by the best that is known: a page, a row, a second, a line."""

    kind: str
    unit: str  # "page", "row", "time", "line", "paragraph", "title", "name", "link"
    number: int = 0

    def __str__(self) -> str:
        return f"{self.kind}@{self.unit}" + (f":{self.number}" if self.number else "")


def screen(
    cleaned: CleanText,
    content: bytes,
    title: str | None,
    file_name: str | None,
    link: str | None,
) -> Screened:
    """Find the secrets of a document, and make of its text one without them.

    Args:
        cleaned: the whole text: a key may lie across what will be two chunks.
        content: the bytes it was read from where lines can be counted in them, else empty.
        title, file_name, link: out of which secrets have been taken already.
    """
    found = find_secrets(cleaned.text)
    named = [
        *(Place(kind, "name") for kind in kinds_removed(file_name)),
        *(Place(kind, "link") for kind in kinds_removed(link)),
    ]
    # A title is mostly taken from one of these: what it holds is not counted twice.
    elsewhere = {each.kind for each in named} | {each.kind for each in found}
    named += (Place(kind, "title") for kind in kinds_removed(title) if kind not in elsewhere)
    return Screened(
        text=masked(cleaned, found),
        secrets=len(found) + len(named),
        places=listed([*named, *places(cleaned, found, content)]),
    )


def without_secrets_in_names(message: Message) -> Message:
    """Take secrets out of what a run's record would show of a message: text, links, file names.

    A link that carried one cannot be opened any more; the run refuses it and says why.
    """
    return replace(
        message,
        text=bare_label(message.text),
        links=tuple(map(bare_label, message.links)),
        files=tuple(_named_without(file) for file in message.files),
    )


def places(
    cleaned: CleanText, found: Sequence[FoundSecret], content: bytes = b""
) -> tuple[Place, ...]:
    """Say for every secret where it stands.

    Args:
        cleaned: the text in which they were found.
        content: the bytes it came from, where lines can be counted in them; else empty.
    """
    starts = [anchor.at for anchor in cleaned.anchors]
    paragraphs = [paragraph.start for paragraph in cleaned.paragraphs]
    told = []
    for secret in found:
        at = bisect_right(starts, secret.start) - 1
        unit, number = _anchored(cleaned.anchors[at]) if at >= 0 else ("", 0)
        if not unit and (line := _line(content, cleaned.text[secret.start : secret.end])):
            unit, number = "line", line
        if not unit:
            unit, number = "paragraph", bisect_right(paragraphs, secret.start)
        told.append(Place(secret.kind, unit, number))
    return tuple(told)


def listed(found: Sequence[Place]) -> str:
    """Write places down for a failure's values: "aws-access-key@page:3 password@line:12"."""
    return " ".join(str(place) for place in list(dict.fromkeys(found))[:MOST_PLACES])


def masked(cleaned: CleanText, found: Sequence[FoundSecret]) -> CleanText:
    """Put the kind of every secret in its place; spans and anchors move along."""
    parts: list[str] = []
    at = shift = 0
    cuts: list[tuple[int, int, int]] = []  # start and end of a secret, and where its mask ends
    for secret in found:
        sign = mask(secret)
        parts += [cleaned.text[at : secret.start], sign]
        shift += len(sign) - (secret.end - secret.start)
        cuts.append((secret.start, secret.end, secret.end + shift))
        at = secret.end
    text = "".join((*parts, cleaned.text[at:]))
    ends = [end for _, end, _ in cuts]

    def moved(place: int) -> int:
        """Where a place went; one inside a secret went to the end of its mask."""
        before = bisect_right(ends, place)
        if before < len(cuts) and cuts[before][0] < place:
            return cuts[before][2]
        return place + (cuts[before - 1][2] - cuts[before - 1][1] if before else 0)

    spans = (Span(moved(span.start), moved(span.end)) for span in cleaned.paragraphs)
    return replace(
        cleaned,
        text=text,
        paragraphs=tuple(span for span in spans if span.start < span.end),
        anchors=tuple(
            replace(anchor, at=moved(anchor.at), heading=_masked_heading(anchor))
            for anchor in cleaned.anchors
        ),
    )


def _named_without(file: FileRef) -> FileRef:
    return replace(file, file_name=bare_label(file.file_name))


def _masked_heading(anchor: Anchor) -> str | None:
    return None if anchor.heading is None else without_secrets(anchor.heading)


def _anchored(anchor: Anchor) -> tuple[str, int]:
    if anchor.page is not None:
        return "page", anchor.page
    if anchor.row is not None:
        return "row", anchor.row
    if anchor.start_seconds is not None:
        return "time", int(anchor.start_seconds)
    return "", 0


def _line(content: bytes, secret: str) -> int:
    """Find the line of the bytes that a secret stands in, from 1; 0 when it is not there."""
    lead = secret.split()[0][:_LEAD] if secret.strip() else ""
    for encoding in _ENCODINGS:
        at = content.find(lead.encode(encoding)) if lead else -1
        if at >= 0:
            return content.count("\n".encode(encoding), 0, at) + 1
    return 0
