"""What messages hand to the ingest pipeline: links, files, and texts with where they are from."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from bot.messages.message import Incoming
from bot.views.text import day
from pipelines.models.documents import FileRef
from pipelines.models.documents import Message as Sources
from pipelines.models.posts import Post
from pipelines.nodes.questions.asking import asks_unspaced, ends_asking
from pipelines.nodes.sources.notes import noted, without_label
from pipelines.ports import Phrasebook

_LONGEST_ASKED = 200  # characters of a caption
_MOST_BESIDE = 6  # words beside an address that is sent for itself
A_TEXT = 20  # words beside links from which on a text is worth keeping for itself
_TELEGRAM = re.compile(r"(?:^|\.)(?:t|telegram)\.me$")


@dataclass(frozen=True, slots=True)
class Composition:
    """One batch: the request's message, and the texts to leave as artifacts, by name."""

    sources: Sources
    posts: Mapping[str, Post]

    def __len__(self) -> int:
        """Return how many sources there are; captions belong to theirs."""
        return len(self.sources.links) + sum(not file.is_caption for file in self.sources.files)


def compose(
    parts: Sequence[Incoming],
    run_id: str,
    language: str | None,
    phrases: Phrasebook,
    *,
    is_answer: bool = False,
) -> Composition:
    """Put a batch together from the messages that were sent for it, losing none of it.

    The text of a forwarded post, of a caption and of a plain message becomes an item of its own;
    a remark beside a link does not, if it does not call itself a note, nor what a caption asks
    (`asking_captions`), unless all of it is somebody's answer (`is_answer`). Texts travel as
    artifacts, never in the request itself.
    """
    naming = _Naming(language, phrases)
    links: dict[str, None] = {}
    files: list[FileRef] = []
    posts: dict[str, Post] = {}
    asked = () if is_answer else asking_captions(parts)
    for at, part in enumerate(parts):
        if _is_kept(part) and not any(part is one for one in asked):
            name = f"post-{at}"
            album = _album(part, parts)
            post = posts[name] = naming.post(part, album)
            place = "" if part.forward else f"{part.message.chat.id}/{part.message.message_id}"
            files.append(
                FileRef(
                    *("post", f"{run_id}/{name}", post.title),
                    message=place,
                    is_caption=bool(album) and not part.forward,
                )
            )
        if part.file is not None:
            files.append(part.file.named(naming.file(part)))
        links |= dict.fromkeys(_sources_among(part))
    return Composition(Sources(links=tuple(links), files=tuple(files)), posts)


def asking_captions(parts: Sequence[Incoming]) -> tuple[Incoming, ...]:
    """Return the messages that ask something of the files or the links in them.

    Else the first question that came with them in a message of its own, as what is written to a
    forwarded post does.
    """
    asked = tuple(part for part in parts if asks_of_source(part))
    if not asked and any(part.has_sources for part in parts):
        asked = tuple(part for part in parts if _asks_alone(part))[:1]
    return asked


def asks_of_source(part: Incoming) -> bool:
    """Tell whether a caption, or what stands beside an address, asks something and is no more."""
    has_source = not part.links if part.file is not None else _has_address(part)
    return has_source and _asks(part)


def shows_address(part: Incoming) -> bool:
    """Tell whether there is hardly more than an address: "have a look: https://…"."""
    return _has_address(part) and len(part.beside.split()) <= _MOST_BESIDE


def _has_address(part: Incoming) -> bool:
    return bool(part.links) and "://" in part.text  # a name of a site may be asked about


def _asks_alone(part: Incoming) -> bool:
    return not (part.has_sources or part.links) and noted(part.text) is None and _asks(part)


def _asks(part: Incoming) -> bool:
    """Tell whether the words of a message ask something, and are no more."""
    text = part.beside
    is_short = len(text) <= _LONGEST_ASKED and "\n" not in text
    is_asked = ends_asking(text) or asks_unspaced(text)
    return part.forward is None and is_short and bool(part.words) and is_asked


def file_label(part: Incoming, language: str | None, phrases: Phrasebook) -> str:
    """Return what a message's file will be called."""
    assert part.file is not None
    return part.file.named(_Naming(language, phrases).file(part)).file_name


def post_title(part: Incoming, language: str | None, phrases: Phrasebook) -> str:
    """Return what a message's text will be called."""
    return _Naming(language, phrases).post(part).title


@dataclass(frozen=True, slots=True)
class _Naming:
    """Names what has no name, in the sender's language."""

    language: str | None
    phrases: Phrasebook

    def post(self, part: Incoming, album: Sequence[Incoming] = ()) -> Post:
        """Make a post of a text; what it is the caption of, if it is one, is its album."""
        message, forward = part.message, part.forward
        if forward is not None:
            return Post(
                text=part.text,
                title=f"{forward.name}, {day(forward.date, self.language)}",
                url=forward.url,
                author=forward.author,
                published=forward.date.date().isoformat(),
            )
        date = day(message.date, self.language)
        return Post(
            text=without_label(part.text),
            title=self._caption(album) or self.phrases.say("note-name", self.language, date=date),
            author=message.from_user.full_name if message.from_user else None,
            published=message.date.date().isoformat(),
            is_note=True,
        )

    def _caption(self, album: Sequence[Incoming]) -> str:
        if not album or (file := album[0].file) is None:
            return ""
        name = file.named(self.file(album[0])).file_name
        return self.phrases.say("caption-name", self.language, name=name, more=len(album) - 1)

    def file(self, part: Incoming) -> str:
        """Name a photo or a recording; the number tells those of one day apart."""
        assert part.file is not None
        message, forward = part.message, part.forward
        name = self.phrases.say(
            "sent-file-name",
            self.language,
            kind=part.file.kind,
            date=day(forward.date if forward else message.date, self.language),
            number=message.message_id,
        )
        return f"{name}, {forward.name}" if forward else name


def _album(part: Incoming, parts: Sequence[Incoming]) -> list[Incoming]:
    """Return the messages with files that a text is the caption of: its own, or all its album."""
    group = part.message.media_group_id
    if part.file is None or group is None:
        return [part] if part.file is not None else []
    return [each for each in parts if each.file and each.message.media_group_id == group]


def _is_kept(part: Incoming) -> bool:
    if not part.words:
        return False
    is_short = part.words < A_TEXT and noted(part.text) is None
    is_remark = bool(part.links) and part.file is None and is_short
    return part.is_post or not is_remark


def _sources_among(part: Incoming) -> Sequence[str]:
    """Leave out of a forwarded post the links by which channels point at themselves."""
    if part.forward is None:
        return part.links
    return [link for link in part.links if not _TELEGRAM.search(_host(link))]


def _host(link: str) -> str:
    try:
        return urlsplit(link).hostname or ""
    except ValueError:
        return ""
