"""Reading e-mails that were saved as files."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.errors import SourceRefused
from pipelines.extractors import extract
from pipelines.models.documents import Extracted, Fetched
from pipelines.nodes.sources.media_type import MAIL, sniff_media_type

TWO_WAYS = """\
From: =?utf-8?B?0J7Qu9GM0LPQsCDQm9C40L/QsA==?= <olga@lipa.example>
From-Nobody: x
To: Pavel <pavel@lipa.example>,
 Nina <nina@lipa.example>
Date: Tue, 3 Jun 2025 10:12:00 +0300
Subject: =?koi8-r?B?883P1NI=?= of the =?utf-8?Q?hall=20roof?=
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=out

--out
Content-Type: multipart/alternative; boundary=in

--in
Content-Type: text/html; charset=utf-8

<html><body><p>The roofer comes in <b>HTML</b>.</p></body></html>
--in
Content-Type: text/plain; charset=koi8-r
Content-Transfer-Encoding: base64

69LP18zRLg==

--in--
--out
Content-Type: application/pdf
Content-Disposition: attachment; filename*=utf-8''%D1%81%D0%BC%D0%B5%D1%82%D0%B0.pdf
Content-Transfer-Encoding: base64

JVBERi0xLjQK
--out--
"""


def read(content: bytes, name: str = "letter.eml") -> Extracted:
    return extract("mail", Fetched(content, sniff_media_type(content, file_name=name), name))


def test_who_to_whom_when_and_what_is_attached_stand_above_the_plain_text() -> None:
    read_mail = read(TWO_WAYS.encode())
    assert read_mail.title == "Смотр of the hall roof"
    assert read_mail.author == "Ольга Липа"
    assert read_mail.published == "2025-06-03"
    head, *body = (block.text for block in read_mail.blocks)
    assert head.split("\n") == [
        "From: Ольга Липа <olga@lipa.example>",
        "To: Pavel <pavel@lipa.example>, Nina <nina@lipa.example>",
        "Date: Tue, 3 Jun 2025 10:12:00 +0300",
        "Subject: Смотр of the hall roof",
        "Attachments: смета.pdf",
    ]
    assert body == ["Кровля."]


def test_what_is_written_in_html_alone_is_read_by_paragraph() -> None:
    content = (
        b"From: a@b.example\r\nSubject: Keys\r\nContent-Type: text/html; charset=utf-8\r\n\r\n"
        b"<p>The key hangs by the stove.</p><p>Ask Nina.</p><style>p{}</style>"
    )
    assert [block.text for block in read(content).blocks[1:]] == [
        "The key hangs by the stove.",
        "Ask Nina.",
    ]


def test_a_header_in_plain_bytes_is_read_as_text() -> None:
    content = "From: Нина <n@b.example>\nSubject: Ключи от сарая\n\nВисят у печки.".encode()
    assert read(content).title == "Ключи от сарая"
    assert read(content).author == "Нина"


def test_a_mail_that_is_attached_to_a_mail_is_not_read_for_it() -> None:
    content = (
        b"From: a@b.example\nSubject: Fwd\nContent-Type: multipart/mixed; boundary=o\n\n--o\n\n"
        b"See below.\n--o\nContent-Type: message/rfc822\nContent-Disposition: attachment; "
        b'filename="old.eml"\n\nFrom: c@d.example\nSubject: Old\n\nSecret plans.\n--o--\n'
    )
    said = "\n".join(block.text for block in read(content).blocks)
    assert "See below." in said
    assert "Attachments: old.eml" in said
    assert "Secret plans" not in said


@pytest.mark.parametrize("body", ["", "<!-- nothing -->", "   \n\n"])
def test_a_mail_without_words_is_refused(body: str) -> None:
    with pytest.raises(SourceRefused, match="source-no-text"):
        read(f"From: a@b.example\nContent-Type: text/html\n\n{body}".encode())


def test_hostile_a_mail_nested_without_end() -> None:
    depth = 20_000
    nested = "".join(
        f'Content-Type: multipart/mixed; boundary="{n}"\n\n--{n}\n' for n in range(depth)
    )
    with pytest.raises(SourceRefused):
        read(f"From: a@b.example\n{nested}\ntext".encode())


def test_the_name_of_a_mail_promises_one_and_a_mail_may_be_served_as_text() -> None:
    content = b"From: a@b.example\n\nThe key hangs by the stove."
    assert sniff_media_type(content, file_name="x.EML") == MAIL
    assert sniff_media_type(content, file_name="x.eml", declared="text/plain") == MAIL
    with pytest.raises(SourceRefused, match="source-wrong-extension"):
        sniff_media_type(b"%PDF-1.4 x", file_name="x.eml")


_WORDS = st.sampled_from(
    [
        *(
            "From:",
            "Subject: =?x?b?",
            "=?utf-8?q?a=?=",
            "--b",
            "--b--",
            "\n",
            "\udcff",
            "\0",
            "text",
        ),
        "Content-Type: multipart/mixed; boundary=b",
        "Content-Type: text/plain; charset*0*=x''%41",
        "Content-Disposition: attachment; filename*=",
        "Content-Transfer-Encoding: base64",
        "Date: 99 Foo 99999",
    ]
)


@given(st.lists(_WORDS, max_size=24))
def test_hostile_broken_headers_and_parts_are_read_or_refused(words: list[str]) -> None:
    content = "\n".join(words).encode("utf-8", "surrogateescape")
    try:
        extract("mail", Fetched(content, MAIL, "a.eml"))
    except SourceRefused:
        return
