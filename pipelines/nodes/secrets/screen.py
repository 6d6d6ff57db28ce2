"""Look through everything that would be kept of a source before any of it is."""

from collections.abc import Callable
from dataclasses import replace

from pipelines.models.documents import CleanText, FileRef, Message, Screened
from pipelines.nodes.secrets.find import bare_label, find_secrets, kinds_removed
from pipelines.nodes.secrets.kinds import FoundSecret
from pipelines.nodes.secrets.locations import Place, listed, masked, places

Detector = Callable[[str], tuple[FoundSecret, ...]]


def screen(
    detect: Detector,
    cleaned: CleanText,
    content: bytes,
    title: str | None,
    file_name: str | None,
    link: str | None,
) -> Screened:
    """Find the secrets of a document, and make of its text one without them.

    Args:
        detect: another detector, besides our own.
        cleaned: the whole text: a key may lie across what will be two chunks.
        content: the bytes it was read from where lines can be counted in them, else empty.
        title, file_name, link: out of which secrets have been taken already.
    """
    found = find_secrets(cleaned.text, detect(cleaned.text))
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


def _named_without(file: FileRef) -> FileRef:
    return replace(file, file_name=bare_label(file.file_name))
