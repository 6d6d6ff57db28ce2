"""What messages hand to the ingest pipeline."""

import datetime as dt
from typing import Any

import pytest
from telegram import (
    Chat,
    Document,
    Message,
    MessageEntity,
    MessageOriginChannel,
    PhotoSize,
    User,
)

from bot.messages.composition import Composition, asking_captions, compose, file_label
from bot.messages.message import read_message
from bot.phrasebook import FluentPhrasebook
from pipelines.models.posts import Post

PHRASES = FluentPhrasebook()
NOW = dt.datetime(2026, 11, 22, 12, tzinfo=dt.UTC)
THEN = dt.datetime(2026, 11, 3, 9, tzinfo=dt.UTC)
CHANNEL = Chat(-100123, Chat.CHANNEL, title="News", username="the_news")
POST = MessageOriginChannel(THEN, CHANNEL, 17)
ANNA = User(5, "Anna", False)
PICTURE = (PhotoSize("P", "U", 10, 10, 100),)


def message(number: int = 7, **content: object) -> Message:
    return Message(number, NOW, Chat(5, Chat.PRIVATE), from_user=ANNA, **content)  # type: ignore[arg-type]


def composed(*messages: Message, language: str = "en") -> Composition:
    parts = [read_message(each) for each in messages]
    return compose(parts, "run-1", language, PHRASES)


def test_a_forwarded_post_keeps_author_channel_date_and_link() -> None:
    batch = composed(message(text="A ferry was late.", forward_origin=POST))
    assert batch.posts["post-0"] == Post(
        text="A ferry was late.",
        title="News, 3 Nov 2026",
        url="https://t.me/the_news/17",
        author="News",
        published="2026-11-03",
    )
    (file,) = batch.sources.files
    assert (file.place, file.key, file.file_name) == ("post", "run-1/post-0", "News, 3 Nov 2026")


def test_no_text_travels_in_the_request() -> None:
    batch = composed(message(text="The code is 4711, do not tell."))
    assert "4711" not in repr(batch.sources)
    assert batch.posts["post-0"].text == "The code is 4711, do not tell."


def test_a_note_has_an_owner_and_a_day() -> None:
    post = composed(message(text="Note it."), language="ru").posts["post-0"]
    assert post.title == "Заметка от 22 нояб. 2026"
    assert (post.author, post.published, post.url) == ("Anna", "2026-11-22", None)
    assert post.is_note


def test_a_forwarded_photo_is_two_items_its_words_and_itself() -> None:
    batch = composed(message(photo=PICTURE, caption="Look at this", forward_origin=POST))
    assert len(batch) == 2, "a post is somebody's text"
    words, picture = batch.sources.files
    assert words.file_name == "News, 3 Nov 2026"
    assert picture.file_name == "Photo of 3 Nov 2026 (no. 7), News.jpg"


def test_a_caption_is_kept_and_its_links_are_items() -> None:
    caption = "The plan, see here"
    entity = MessageEntity(MessageEntity.TEXT_LINK, 14, 4, url="https://e.org/plan")
    batch = composed(
        message(document=Document("F", "U", "a.pdf"), caption=caption, caption_entities=[entity])
    )
    assert batch.posts["post-0"].text == caption
    assert [file.place for file in batch.sources.files] == ["post", "telegram"]
    assert batch.sources.links == ("https://e.org/plan",)


@pytest.mark.parametrize(
    ("text", "kept"), [("note: cards are renewed at e.org", 1), ("they are renewed at e.org", 0)]
)
def test_beside_a_link_what_calls_itself_a_note_is_kept(text: str, kept: int) -> None:
    entity = MessageEntity(MessageEntity.URL, text.index("e.org"), 5)
    batch = composed(message(text=text, entities=[entity]))
    assert batch.sources.links == ("https://e.org",)
    assert [post.text for post in batch.posts.values()] == ["cards are renewed at e.org"] * kept


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("Заметка: лифт не работает", "лифт не работает"),
        ("note\nthe lift is out\nuntil May", "note\nthe lift is out\nuntil May"),
        ("Note: the lift\nis out", "the lift\nis out"),
        ("запомни, лифт не работает", "запомни, лифт не работает"),
        ("Lift: out of order.", "Lift: out of order."),
    ],
)
def test_a_note_is_kept_without_its_label(written: str, kept: str) -> None:
    assert composed(message(text=written)).posts["post-0"].text == kept


@pytest.mark.parametrize(
    "asked", ["how long does it last?", "О чём этот договор?", "多少钱", "钥匙在门房？"]
)
def test_what_a_caption_asks_is_no_document(asked: str) -> None:
    sent = message(document=Document("F", "U", "a.pdf"), caption=asked)
    assert not composed(sent).posts
    assert asking_captions([read_message(sent)])
    told = compose([read_message(sent)], "run", "en", PHRASES, is_answer=True)
    assert told.posts["post-0"].text == asked, "of an answer everything is kept"


def test_two_captions_that_ask_are_both_asked() -> None:
    sent = [
        message(
            number, document=Document("F", "U", f"{number}.pdf"), caption=f"What is in {number}?"
        )
        for number in (7, 8)
    ]
    parts = [read_message(each) for each in sent]
    assert asking_captions(parts) == tuple(parts)
    assert not composed(*sent).posts


@pytest.mark.parametrize("with_source", [{"document": Document("F", "U", "a.pdf")}, {}])
def test_a_question_sent_beside_a_file_or_a_post_is_asked_and_no_document(
    with_source: dict[str, Any],
) -> None:
    post = {"text": "The fair is on Sunday.", "forward_origin": POST}
    source = message(8, **(with_source or post))
    sent = [message(7, text="When is the fair?"), source]
    parts = [read_message(each) for each in sent]
    assert asking_captions(parts) == (parts[0],)
    assert "When is the fair?" not in [each.text for each in composed(*sent).posts.values()]
    told = message(7, text="The fair was fine.")
    assert composed(told, source).posts["post-0"].text == "The fair was fine."
    assert not asking_captions([read_message(sent[0])]), "alone it is a question"


def test_what_a_forwarded_caption_asks_is_asked_of_nobody_here() -> None:
    sent = message(photo=PICTURE, caption="Who has seen this?", forward_origin=POST)
    assert composed(sent).posts
    assert not asking_captions([read_message(sent)])


def test_a_caption_is_named_by_what_it_is_the_caption_of() -> None:
    album = [
        message(number, photo=PICTURE, media_group_id="g", caption="Receipts" * (number == 8))
        for number in (7, 8, 9)
    ]
    other = message(10, document=Document("F", "U", "a.pdf"), caption="The plan")
    batch = composed(*album, other)
    assert len(batch) == 4, "captions belong to their files"
    titles = [post.title for post in batch.posts.values()]
    assert titles == ["Caption: Photo of 22 Nov 2026 (no. 7).jpg and 2 more", "Caption: a.pdf"]


def test_a_remark_beside_a_link_is_not_kept_but_an_article_around_one_is() -> None:
    url = "https://example.org/a"
    assert not composed(message(text=f"interesting {url}")).posts
    long = "word " * 30 + url
    assert len(composed(message(text=long)).posts) == 1


def test_links_by_which_channels_point_at_themselves_are_left_out_of_posts_only() -> None:
    text = "News https://t.me/the_news and https://example.org/a"
    assert composed(message(text=text, forward_origin=POST)).sources.links == (
        "https://example.org/a",
    )
    assert len(composed(message(text=text)).sources.links) == 2


def test_an_address_that_cannot_be_taken_apart_is_an_item_that_will_be_refused() -> None:
    text = "so much http://[::1 for that"
    assert composed(message(text=text, forward_origin=POST)).sources.links == ("http://[::1",)


def test_hostile_47_an_album_of_100_is_one_batch_of_100() -> None:
    album = [
        message(number, document=Document(f"F{number}", "U", f"{number}.txt"))
        for number in range(100)
    ]
    batch = composed(*album)
    assert len(batch) == 100
    assert [file.file_name for file in batch.sources.files[:2]] == ["0.txt", "1.txt"]


def test_photos_of_one_day_have_names_of_their_own() -> None:
    first, second = (read_message(message(number, photo=PICTURE)) for number in (1, 2))
    assert file_label(first, "ru", PHRASES) == "Фото от 22 нояб. 2026 (№ 1).jpg"
    assert file_label(second, "ru", PHRASES) == "Фото от 22 нояб. 2026 (№ 2).jpg"


def test_a_note_knows_its_message_and_a_forwarded_post_none() -> None:
    (own,) = composed(message(41, text="The door code is 4711.")).sources.files
    (same,) = composed(message(41, text="The door code is 4712.")).sources.files
    (forwarded,) = composed(message(42, text="The fair is on.", forward_origin=POST)).sources.files
    assert own.message == same.message
    assert own.message.endswith("/41")
    assert forwarded.message == ""
