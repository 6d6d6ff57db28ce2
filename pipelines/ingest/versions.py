"""When an upload is a new version of an earlier one of its owner, and what has changed since."""

from collections import Counter

from pipelines.ingest.batch import Item
from pipelines.models.watches import Changes
from pipelines.nodes.sources.media_type import SPEECH
from pipelines.nodes.sources.web_address import normal_url

# A camera, a clipboard or a phone names these alike, whatever is in them.
_NAMED_BY_MACHINES = ("image/", "audio/", "video/", SPEECH)
_LONGEST_QUOTE = 160  # characters


def version_key(item: Item) -> str | None:
    """Name what two versions of a document share: the address asked for, or the file's name.

    None: nothing it came with says that it could be a version of anything. A note has no name of
    its own, but the message that it was written in may be changed. A page is known by the link it
    was asked for under, not by what it calls itself: some sites give all of their pages one
    canonical address.
    """
    source = item.source
    if source.kind != "file" or source.file is None:
        return f"url:{normal_url(source.url)}" if source.url else None
    if source.file.place == "post":
        written_in = f"message:{source.file.message}" if source.file.message else None
        return f"url:{normal_url(item.url)}" if item.url else written_in
    if item.media_type.startswith(_NAMED_BY_MACHINES):
        return None
    name = source.file.file_name.strip().casefold()
    return f"file:{name}" if name else None


def compare(before: str, after: str) -> Changes:
    """Compare two versions, paragraph by paragraph; where a paragraph stands does not count."""
    old, new = _paragraphs(before), _paragraphs(after)
    came, went = Counter(new) - Counter(old), Counter(old) - Counter(new)
    first = next((paragraph for paragraph in new if came[paragraph]), "")
    return Changes(came.total(), went.total(), _shortened(first))


def _paragraphs(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]


def _shortened(paragraph: str) -> str:
    if len(paragraph) <= _LONGEST_QUOTE:
        return paragraph
    return paragraph[:_LONGEST_QUOTE].rsplit(" ", 1)[0].rstrip(" ,;:–—") + "…"
