"""Reading posts and notes."""

import pytest

from pipelines.errors import InternalError, SourceRefused
from pipelines.extractors import extract
from pipelines.models.documents import Fetched
from pipelines.models.posts import POST, Post


def read(post: Post):  # type: ignore[no-untyped-def]
    return extract("post", Fetched(post.encode(), POST))


def test_a_post_keeps_what_a_citation_needs() -> None:
    post = Post(
        text="A ferry was late.\n\nNobody\nminded.\u200b",
        title="News, 3 Nov 2026",
        url="https://t.me/the_news/17",
        author="Ivan",
        published="2026-11-03",
    )
    extracted = read(post)
    assert [block.text for block in extracted.blocks] == ["A ferry was late.", "Nobody\nminded."]
    assert (extracted.title, extracted.url) == (post.title, post.url)
    assert (extracted.author, extracted.published) == ("Ivan", "2026-11-03")


def test_notes_of_one_day_are_told_apart_by_their_first_words() -> None:
    note = Post(
        "The code of the door is 4711, and please do not tell anybody.", "Note", is_note=True
    )
    assert read(note).title == "Note: The code of the door is 4711, and please do not…"
    short = Post("For https://example.org/a the house", "Note", is_note=True)
    assert read(short).title == "Note: For the house"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("note: Karen's holiday", "Note: Karen's holiday"),
        ("Заметка: Соня ходит на балет.\n\nИ на плавание.", "Note: Соня ходит на балет."),
        ("Memo:\n\nThe key is at Ann's.\n\nSo is the lamp.", "Note: The key is at Ann's."),
    ],
)
def test_the_title_of_a_note_does_not_say_so_twice(text: str, title: str) -> None:
    extracted = read(Post(text, "Note", is_note=True))
    assert extracted.title == title
    assert "\n\n".join(block.text for block in extracted.blocks) == text


@pytest.mark.parametrize("text", ["", " \n ", "— 👍 —", "\u200b"])
def test_a_post_without_words_is_refused(text: str) -> None:
    with pytest.raises(SourceRefused, match="source-no-text"):
        read(Post(text, "News"))


def test_hostile_18_half_a_surrogate_pair_and_nul_do_no_harm() -> None:
    assert read(Post("one\ud800 \x00two", "News")).blocks[0].text.replace("?", "") == "one two"


@pytest.mark.parametrize("content", [b"", b"[]", b'{"text": "x"}', b'{"no": 1}'])
def test_bytes_that_are_no_post_are_our_own_fault(content: bytes) -> None:
    with pytest.raises(InternalError):
        Post.decode(content)
