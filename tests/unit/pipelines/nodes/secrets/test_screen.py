"""screen: where secrets stand is told, and spans and anchors survive their removal."""

import pytest

from pipelines.models.documents import Anchor, CleanText, FileRef, Message, Span
from pipelines.nodes.secrets.find import find_secrets
from pipelines.nodes.secrets.screen import (
    MOST_PLACES,
    listed,
    masked,
    places,
    screen,
    without_secrets_in_names,
)

KEY = "AKIAQ6AYBCDEFGH2IJKL"


def text_of(*paragraphs: str, anchors: tuple[Anchor, ...] = ()) -> CleanText:
    spans, at = [], 0
    for paragraph in paragraphs:
        spans.append(Span(at, at + len(paragraph)))
        at += len(paragraph) + 2
    return CleanText("\n\n".join(paragraphs), tuple(spans), anchors)


@pytest.mark.parametrize(
    ("anchor", "place"),
    [
        (Anchor(0, page=3), "page:3"),
        (Anchor(0, row=17), "row:17"),
        (Anchor(0, start_seconds=65.5), "time:65"),
        (Anchor(0, heading="Ports"), "paragraph:2"),
    ],
)
def test_a_place_is_the_best_that_is_known(anchor: Anchor, place: str) -> None:
    cleaned = text_of("First.", f"Then {KEY}.", anchors=(anchor,))
    assert listed(places(cleaned, find_secrets(cleaned.text))) == f"aws-access-key@{place}"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le"])
def test_lines_are_counted_in_the_bytes(encoding: str) -> None:
    cleaned = text_of("Ёлка.", f"Then {KEY}.")
    content = f"Ёлка.\n\n\nThen {KEY}.\n".encode(encoding)
    found = places(cleaned, find_secrets(cleaned.text), content)
    assert listed(found) == "aws-access-key@line:4"


def test_places_are_listed_once_and_not_without_end() -> None:
    cleaned = text_of(*(f"Key {KEY}." for _ in range(30)))
    found = places(cleaned, find_secrets(cleaned.text))
    assert len(found) == 30
    assert len(listed(found).split()) == MOST_PLACES
    assert listed([found[0], found[0]]) == "aws-access-key@paragraph:1"


def test_spans_and_anchors_move_along() -> None:
    cleaned = text_of(
        f"One {KEY} two.", "Three.", anchors=(Anchor(0, page=1), Anchor(32, page=2, heading=KEY))
    )
    after = masked(cleaned, find_secrets(cleaned.text))
    assert [after.text[span.start : span.end] for span in after.paragraphs] == [
        "One [secret removed: AWS access key] two.",
        "Three.",
    ]
    first, second = after.anchors
    assert after.text[second.at :] == cleaned.text[32:]
    assert (first.at, second.heading) == (0, "[secret removed: AWS access key]")


def test_paragraphs_within_a_secret_are_gone() -> None:
    key = "-----BEGIN PRIVATE KEY-----", "MIIEow", "-----END PRIVATE KEY-----"
    cleaned = text_of("Before.", *key, "After.")
    after = masked(cleaned, find_secrets(cleaned.text))
    shown = [after.text[span.start : span.end] for span in after.paragraphs]
    assert shown == ["Before.", "[secret removed: private key]", "After."]


def test_a_screen_looks_at_text_and_names() -> None:
    cleaned = text_of("Plain.", f"Key {KEY}.")
    screened = screen(cleaned, b"", "A [secret removed: JWT]", "a.txt", None)
    assert (screened.secrets, screened.places) == (2, "jwt@title aws-access-key@paragraph:2")
    assert KEY not in screened.text.text
    assert screen(text_of("Plain."), b"", None, None, None).secrets == 0


def test_a_message_loses_the_secrets_in_its_names() -> None:
    message = Message(
        text=f"see https://example.org/?k={KEY} please",
        links=(f"https://bob:pass12345@example.org/{KEY}",),
        files=(FileRef("artifact", "1/a", f"{KEY}.txt"),),
    )
    told = without_secrets_in_names(message)
    assert KEY not in repr(told)
    assert "pass12345" not in repr(told)
    assert told.files[0].key == "1/a"
    assert told.text.startswith("see https://example.org/?k=~secret-removed")
