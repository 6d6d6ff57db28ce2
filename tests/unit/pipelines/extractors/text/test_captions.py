"""Reading captions."""

import json

import pytest

from pipelines.errors import SourceRefused
from pipelines.extractors import extract
from pipelines.models.documents import Block, Fetched


def captions(*rows: tuple[object, ...], **rest: object) -> Fetched:
    value = {"title": "A talk", "language": "en-GB", "rows": rows} | rest
    return Fetched(json.dumps(value).encode(), "application/x-captions+json", url="https://y/w")


def test_lines_keep_their_seconds() -> None:
    extracted = extract(
        "captions",
        captions(
            ("[Music]", 0, 3),
            (">> Hello\nthere", 3.5, 2),
            ("♪ la la ♪", 6, 1),
            ("- bye [Applause] now\ud800", 8, 1),
        ),
    )
    assert extracted.blocks == (
        Block("Hello there", start_seconds=3.5),
        Block("la la", start_seconds=6.0),
        Block("bye now", start_seconds=8.0),
    )
    assert (extracted.title, extracted.language, extracted.url) == ("A talk", "en", "https://y/w")


def test_the_channel_and_the_day_are_kept() -> None:
    said = ("Hello", 0, 1)
    extracted = extract("captions", captions(said, author="A channel", published="2019-04-05"))
    assert (extracted.author, extracted.published) == ("A channel", "2019-04-05")
    extracted = extract("captions", captions(said, author="", published="soon"))
    assert (extracted.author, extracted.published) == (None, None)


def test_silence_is_refused() -> None:
    with pytest.raises(SourceRefused) as caught:
        extract("captions", captions(("[Music]", 0, 3)))
    assert caught.value.code == "source-no-captions"


@pytest.mark.parametrize(
    "fetched",
    [
        Fetched(b"not json", "x"),
        Fetched(b"[]", "x"),
        Fetched(b'{"rows": []}', "x"),
        captions(("text", "soon", 1)),
        captions(("text",)),
    ],
)
def test_what_is_not_captions_is_refused(fetched: Fetched) -> None:
    with pytest.raises(SourceRefused) as caught:
        extract("captions", fetched)
    assert caught.value.code == "source-broken"
