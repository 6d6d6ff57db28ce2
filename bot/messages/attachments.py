"""The file in a message, whatever Telegram calls it: document, photo, voice, video."""

import mimetypes
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Literal

from telegram import Message, PhotoSize

from pipelines.models.documents import FileRef
from pipelines.nodes.text.invisible import strip_invisible

AttachmentKind = Literal["document", "photo", "voice", "audio", "video", "round"]

_LONGEST_NAME = 120
_SPACES = re.compile(r"\s+")
_SUFFIXES = {"audio/ogg": ".ogg", "audio/mpeg": ".mp3", "audio/mp4": ".m4a", "video/mp4": ".mp4"}


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file in a message. Photos and recordings have no name until they are given one."""

    kind: AttachmentKind
    key: str
    size: int | None
    media_type: str | None
    name: str | None

    @property
    def suffix(self) -> str:
        """The ending for a name that is made up."""
        kind = self.media_type or ""
        return _SUFFIXES.get(kind) or mimetypes.guess_extension(kind) or ""

    @property
    def sounds(self) -> bool:
        """Whether it is a recording or a film, as far as the sender says."""
        return (self.media_type or "").startswith(("audio/", "video/"))

    def named(self, name: str) -> FileRef:
        """Return the reference the pipelines take, under its own name or this one."""
        label = self.name or f"{name}{self.suffix}"
        return FileRef("telegram", self.key, label, self.size, self.media_type)


def attachment_of(message: Message, *, largest: int | None = None) -> Attachment | None:
    """Find the file of a message; of a photo the largest size of at most `largest` bytes."""
    if (document := message.document) and not message.animation:
        return Attachment(
            "document",
            document.file_id,
            document.file_size,
            document.mime_type,
            presentable(document.file_name),
        )
    if message.photo:
        photo = _best_size(message.photo, largest)
        return Attachment("photo", photo.file_id, photo.file_size, "image/jpeg", None)
    if voice := message.voice:
        kind = _sounding(voice.mime_type, "audio/ogg")
        return Attachment("voice", voice.file_id, voice.file_size, kind, None)
    if audio := message.audio:
        name = presentable(audio.file_name or audio.title)
        kind = _sounding(audio.mime_type, "audio/mpeg")
        return Attachment("audio", audio.file_id, audio.file_size, kind, name)
    if video := message.video:
        name = presentable(video.file_name)
        kind = _sounding(video.mime_type, "video/mp4")
        return Attachment("video", video.file_id, video.file_size, kind, name)
    if note := message.video_note:
        return Attachment("round", note.file_id, note.file_size, "video/mp4", None)
    return None


def presentable(name: str | None) -> str | None:
    """Make a label of a file name: one line without hidden characters, of bearable length.

    It is shown and never used as a path, so "../../x" may stay what it is.
    """
    line = _SPACES.sub(" ", strip_invisible(name or "")).strip()
    if len(line) <= _LONGEST_NAME:
        return line or None
    suffix = PurePath(line).suffix[:12]
    return f"{line[: _LONGEST_NAME - len(suffix) - 1].rstrip()}…{suffix}"


def _sounding(media_type: str | None, usual: str) -> str:
    """Return the type that the sender says, if it is one of a recording or a film at all."""
    return media_type if media_type and media_type.startswith(("audio/", "video/")) else usual


def _best_size(sizes: Sequence[PhotoSize], largest: int | None) -> PhotoSize:
    by_size = sorted(sizes, key=lambda size: size.width * size.height)
    fitting = [s for s in by_size if largest is None or (s.file_size or 0) <= largest]
    return (fitting or by_size[:1])[-1]
