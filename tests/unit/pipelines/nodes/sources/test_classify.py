"""Splitting a message into its sources."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.models.documents import FileRef, Message
from pipelines.nodes.sources.classify import (
    classify,
    find_links,
    presentable_name,
    presentable_path,
    video_id,
)

ID = "dQw4w9WgXcQ"
WATCH = f"https://www.youtube.com/watch?v={ID}"


def kinds(text: str) -> list[tuple[str, str | None]]:
    return [(source.kind, source.url) for source in classify(Message(text))]


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("see https://ex.com/a.", "https://ex.com/a"),
        ("(https://ex.com/a)", "https://ex.com/a"),
        ("https://en.wikipedia.org/wiki/Foo_(bar), and", "https://en.wikipedia.org/wiki/Foo_(bar)"),
        ("(https://en.wikipedia.org/wiki/Foo_(bar))", "https://en.wikipedia.org/wiki/Foo_(bar)"),
        ("[name](https://ex.com/a?x=1&y=2)", "https://ex.com/a?x=1&y=2"),
        ("<https://ex.com/a>", "https://ex.com/a"),
        ("«https://пример.рф/путь»", "https://пример.рф/путь"),
        ("тут:https://ru.wikipedia.org/wiki/Кошка!", "https://ru.wikipedia.org/wiki/Кошка"),
        ("HTTPS://EX.COM/A?!", "HTTPS://EX.COM/A"),
        ("www.example.com/page;", "https://www.example.com/page"),
        ("**https://ex.com/a**", "https://ex.com/a"),
        ("http://[::1]:8080/x", "http://[::1]:8080/x"),
    ],
)
def test_a_link_is_found_without_what_surrounds_it(text: str, url: str) -> None:
    assert kinds(text) == [("web", url)]


@pytest.mark.parametrize(
    "url",
    [
        f"https://www.youtube.com/watch?v={ID}",
        f"http://youtube.com/watch?v={ID}&t=42s",
        f"https://m.youtube.com/watch?app=desktop&v={ID}&list=PL123&index=4",
        f"https://music.youtube.com/watch?v={ID}",
        f"https://youtu.be/{ID}",
        f"https://youtu.be/{ID}?si=abc&t=5",
        f"https://www.youtube.com/shorts/{ID}",
        f"https://www.youtube.com/live/{ID}?feature=share",
        f"https://www.youtube.com/embed/{ID}",
        f"https://www.youtube-nocookie.com/embed/{ID}",
        f"youtu.be/{ID}",
        f"youtube.com/watch?v={ID}",
    ],
)
def test_every_spelling_of_a_video_is_the_same_video(url: str) -> None:
    assert kinds(f"look: {url}, good") == [("video", WATCH)]


@pytest.mark.parametrize(
    "url",
    [
        f"https://youtube.com.evil.com/watch?v={ID}",
        f"https://youtube.com.evil/watch?v={ID}",
        f"https://evilyoutube.com/watch?v={ID}",
        f"https://evil.com/youtube.com/watch?v={ID}",
        f"https://youtube.com@evil.com/watch?v={ID}",
        f"https://youtu.be.evil/{ID}",
        f"https://ex.com/?u=https://youtu.be/{ID}",
    ],
)
def test_hostile_40_what_only_looks_like_a_video_is_a_page(url: str) -> None:
    assert kinds(url) == [("web", url)]


@pytest.mark.parametrize("tail", ["--exec", "short", f"{ID}x", "дурной_адрес"])
def test_hostile_41_an_impossible_video_id_is_never_canonical(tail: str) -> None:
    url = f"https://www.youtube.com/watch?v={tail}"
    assert video_id(url) is None
    assert kinds(url) == [("video", url)]


@pytest.mark.parametrize(
    "link",
    ["file:///etc/passwd", "ftp://ex.com/a", "gopher://ex.com/1", "data:text/html;base64,AA"],
)
def test_hostile_39_other_schemes_stay_in_the_list_to_be_refused(link: str) -> None:
    assert kinds(f"take {link} please") == [("web", link)]


@pytest.mark.parametrize(
    "prose",
    [
        "",
        "Note: this",
        "data: first, second",
        "в 12:30 файл: отчёт",
        "user@www.example.com",
        "a://",
    ],
)
def test_prose_holds_no_links(prose: str) -> None:
    assert classify(Message(prose)) == ()


def test_items_come_in_order_once_each_and_files_last() -> None:
    message = Message(
        text=f"https://b.com https://a.com https://b.com https://youtu.be/{ID} {WATCH}",
        links=("https://a.com", "https://hidden.com/x", "tg://user?id=1"),
        files=(FileRef("telegram", "k1", "one.pdf"), FileRef("artifact", "b/k2", "two.md")),
    )
    sources = classify(message)
    assert [source.idx for source in sources] == [0, 1, 2, 3, 4, 5]
    assert [source.label for source in sources] == [
        "https://b.com",
        "https://a.com",
        f"https://youtu.be/{ID}",
        "https://hidden.com/x",
        "one.pdf",
        "two.md",
    ]
    assert [source.kind for source in sources] == ["web", "web", "video", "web", "file", "file"]
    assert sources[4].file == message.files[0]


@given(st.text(max_size=200))
def test_any_text_can_be_classified(text: str) -> None:
    for link in find_links(text):
        assert link in text
    assert [source.idx for source in classify(Message(text, links=(text,)))] == list(
        range(len(classify(Message(text, links=(text,)))))
    )


@pytest.mark.parametrize(
    "url",
    [
        f"https://www.youtube.com/attribution_link?a=x&u=%2Fwatch%3Fv%3D{ID}%26feature%3Dshare",
        f"https://www.youtube.com/oembed?url=https%3A//www.youtube.com/watch%3Fv%3D{ID}&format=json",
        f"https://www.youtube.com/?v={ID}",
        f"https://www.youtube.com/watch/{ID}",
        f"https://www.youtube.com/v/{ID}&hl=en",
        f"https://youtube.googleapis.com/v/{ID}",
        f"https://gaming.youtube.com/watch?v={ID}",
        f"https://youtu.be/watch?v={ID}",
        f"https://WWW.YouTube.com./watch?v={ID}",
        f"https://www.youtube.com/watch?list=PL1&v={ID}&start_radio=1&t=1h2m3s",
        f"https://www.youtube.com/embed/{ID}?start=30&rel=0",
        f"https://www.youtube.com/shorts/{ID}/",
        f"youtube-nocookie.com/embed/{ID}",
    ],
)
def test_rare_spellings_are_the_same_video_too(url: str) -> None:
    assert kinds(f"«{url}»") == [("video", WATCH)]


@pytest.mark.parametrize(
    "url",
    [
        "https://www.youtube.com/@channel",
        "https://www.youtube.com/playlist?list=PL123",
        "https://www.youtube.com/embed/videoseries?list=PL123",
        "https://www.youtube.com/oembed",
        "https://youtu.be/",
        "https://www.youtube.com/results?search_query=cats",
    ],
)
def test_what_of_youtube_is_no_video_is_refused_as_one(url: str) -> None:
    assert kinds(url) == [("video", url)]
    assert video_id(url) is None


def test_a_link_below_a_video_is_where_it_leads() -> None:
    url = "https://www.youtube.com/redirect?event=x&q=https%3A%2F%2Fex.com%2Fa%3Fb%3D1"
    assert kinds(url) == [("web", "https://ex.com/a?b=1")]
    assert kinds("https://www.youtube.com/redirect?q=file%3A///etc/passwd")[0][0] == "video"


def test_spellings_of_one_page_are_one_source_and_the_first_stays() -> None:
    message = Message(
        "https://Ex.com/a?utm_source=tg https://ex.com/a#top https://ex.com:443/a https://ex.com/b",
        links=("https://ex.com/a?fbclid=1", "ex.com/b", "MAILTO:a@b.c"),
    )
    assert [source.url for source in classify(message)] == [
        "https://Ex.com/a?utm_source=tg",
        "https://ex.com/b",
    ]


def test_sources_know_what_language_their_sender_reads() -> None:
    assert classify(Message("https://ex.com"), language="de")[0].language == "de"
    assert classify(Message("https://ex.com"))[0].language is None


def test_spellings_of_a_telegram_post_are_one() -> None:
    text = "https://t.me/s/gardeners/42 t.me/gardeners/42 https://telegram.me/gardeners/42?single"
    assert kinds(text) == [("web", "https://t.me/gardeners/42")]
    assert kinds("https://t.me/iv?url=https%3A%2F%2Fex.com%2Fa&rhash=1") == [
        ("web", "https://ex.com/a")
    ]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("report.pdf", "report.pdf"),
        ("../../etc/passwd", "passwd"),
        ("..\\..\\boot.ini", "boot.ini"),
        ("/", "?"),
        ("..", "?"),
        ("", "?"),
        ("invoice\u202efdp.exe", "invoicefdp.exe"),
        ("a\x00b\ud800\u200b.txt", "ab.txt"),
        ("two\nlines  wide.txt", "two lines wide.txt"),
        (".profile", ".profile"),
    ],
)
def test_hostile_17_names_are_made_presentable(name: str, shown: str) -> None:
    assert presentable_name(name) == shown


def test_hostile_17_a_name_of_four_kilobytes_keeps_its_extension() -> None:
    assert presentable_name("й" * 2048 + ".pdf") == "й" * 115 + "….pdf"
    assert len(presentable_name("x" * 4096)) == 120


def test_a_path_keeps_its_folders_but_no_way_out() -> None:
    assert presentable_path("/a/../../b c/./d.txt") == "a/b c/d.txt"
    assert presentable_path("../..") == "?"


def test_hostile_17_a_source_is_called_by_its_presentable_name() -> None:
    (source,) = classify(Message(files=(FileRef("telegram", "key", "../\u202ex.txt"),)))
    assert (source.label, source.file) == ("x.txt", FileRef("telegram", "key", "x.txt"))
