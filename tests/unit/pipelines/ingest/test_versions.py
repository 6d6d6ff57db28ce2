"""Versions: what counts as one, and what differs between two."""

import pytest

from pipelines.ingest.batch import Item, Order
from pipelines.ingest.versions import compare, version_key
from pipelines.models.documents import FileRef, Source
from pipelines.models.watches import Changes

ORDER = Order("b", 1, "", None, None, None, reader_role="everyone")


def item(source: Source, **more: object) -> Item:
    return Item(ORDER, source, **more)  # type: ignore[arg-type]


def file(name: str, place: str = "telegram") -> Source:
    return Source(0, "file", name, file=FileRef(place, "k", name))  # type: ignore[arg-type]


def written(name: str, message: str) -> Source:
    return Source(0, "file", name, file=FileRef("post", "k", name, message=message))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            item(Source(0, "web", "x", url="https://Example.org:443/a?utm_source=tg#top")),
            item(Source(3, "web", "y", url="https://example.org/a")),
        ),
        (
            item(Source(0, "web", "x", url="https://example.org/a")),
            item(
                Source(0, "web", "x", url="https://example.org/a", file=FileRef("artifact", "", ""))
            ),
        ),
        (item(file("Plan.TXT")), item(file(" plan.txt", "artifact"))),
        (
            item(file("Post", "post"), url="https://t.me/news/7"),
            item(file("Post, edited", "post"), url="https://t.me/news/7#"),
        ),
        (item(written("Note of 1 May", "7/41")), item(written("Note of 1 May, changed", "7/41"))),
    ],
)
def test_these_are_versions_of_one_document(one: Item, other: Item) -> None:
    assert version_key(one) == version_key(other) is not None


@pytest.mark.parametrize(
    "nameless",
    [
        item(file("note.txt", "post")),
        item(file("photo.jpg"), media_type="image/jpeg"),
        item(file("voice.ogg"), media_type="audio/x-speech"),
        item(file(" ")),
    ],
)
def test_what_has_no_name_of_its_own_is_a_version_of_nothing(nameless: Item) -> None:
    assert version_key(nameless) is None


def test_a_canonical_address_does_not_make_pages_one() -> None:
    pages = [
        item(Source(0, "web", "x", url=f"https://example.org/{n}"), url="https://example.org/")
        for n in "ab"
    ]
    assert version_key(pages[0]) != version_key(pages[1])


def test_notes_of_two_messages_are_two() -> None:
    notes = [item(written("Note of 1 May", f"7/{message}")) for message in (41, 42)]
    assert version_key(notes[0]) != version_key(notes[1])


def test_paragraphs_that_came_and_went() -> None:
    before, after = "One.\n\nTwo.\nThree.", "One.\n\nThree.\n\n  New  words.\nThree."
    assert compare(before, after) == Changes(added=2, removed=1, first="Three.")
    assert compare(before, before.replace("\n\n", "\n")) == Changes(0, 0)


def test_a_long_paragraph_is_quoted_in_part() -> None:
    changes = compare("", "word " * 200)
    assert changes.first.endswith("word…")
    assert len(changes.first) <= 161
