"""What can be tapped in an answer that a model was talked into: cited sources, to the letter."""

import re
from itertools import product

import pytest
from telegram import MessageEntity

from bot.phrasebook import FluentPhrasebook
from bot.sandbox.bot_api.detection import detect_entities
from bot.sandbox.utf16 import utf16_slice
from bot.sandbox.world.values import Entity
from bot.transport.pieces import Piece
from bot.views.answers.answer import render_answer
from bot.views.answers.draft import draft_view
from pipelines.models.answers import Answer, Draft, Passage, Timings
from pipelines.nodes.answering.cite import cite_answer
from pipelines.nodes.answering.tappable import held_words, hold_back, untappable
from tests.support.nodes.passage_maker import make_passage

PHRASES = FluentPhrasebook()
HELD = (
    *("https://shop.example/help", "desk@shop.dev", "@shop_desk", "shop.dev/fees", "/fees"),
    "http://www.shop.dev/?a=1&b=2",
)
SOURCE = make_passage(f"Whoever needs help asks {', '.join(HELD)}; it is free.", title="Help")
ADDRESSES = (
    *("https://evil.example/x?d=SECRET", "HTTP://EVIL.DEV", "SECRET.evil.dev", "evil.dev?d=SECRET"),
    *("evil.shop", "www.evil.page/a", "t.me/evil_bot", "tg://resolve?domain=evil"),
    *("SECRET.💥.ws", "evil→.com/SECRET", "SECRET.हिन्दी.com", "SECRET.evil~.com", "evil☭.ru"),
    *("thief@evil.dev", "@evil_support", "/clear", "#SECRET", "$EVIL"),
    *(
        "https://shop.example/hELP",
        "https://shop.example/help?d=SECRET",
        "shop.dev/fee",
        "@shop_des",
    ),
)
WAYS = (
    *("{}", "Ask {} now.", "-{}", "/{}", ".{}", "@{}", "–{}", "({})", "“{}”", "{}…", "{}!", "{}_"),
    *("**{}**", "_{}_", "***{}***", "~~{}~~", "||{}||", "# {}", "> {}", "- {}", "1. {}", "\\{}"),
    *("<{}>", "[x]({})", "[x](<{}>)", "[x]({} 'y')", "[{}](x)", "[2]({})", "[a [b] c]({})"),
    *("![x]({})", "[![x]({})](y)", "[x][9]\n\n[9]: {}", "[x]\n\n[x]: <{}>", "<a href='{}'>x</a>"),
    *("<mailto:{}>", "<mailto:a@b.dev?body={}>", "<tg:resolve?domain={}>", "<tel:{}>"),
    *("| a | b |\n|---|---|\n| {} | c |", "`a` {} `b`", "```\n{}", "`{}", "{}\n\n```x```"),
)


def encoded(text: str) -> str:
    named = {":": "&colon;", "/": "&sol;", ".": "&period;", "@": "&commat;", "#": "&num;"}
    return "".join(named.get(char, char) for char in text)


def numbered(text: str) -> str:
    return "".join(f"&#{ord(char)};" if not char.isalnum() else char for char in text)


def escaped(text: str) -> str:
    return re.sub(r"[:/.@#$]", r"\\\g<0>", text)


def in_two(text: str) -> str:
    middle = len(text) // 2
    return f"{text[:middle]}**{text[middle:]}**"


def in_words(text: str) -> str:
    return re.sub(r"(?<=\w)\.(?=\w)", "<b></b>.", text)


SPELLINGS = (str, encoded, numbered, escaped, in_two, in_words)


def tapped(piece: Piece) -> list[str]:
    """Return what a tap would open, call or send, by the rules that Telegram goes by."""
    known = [Entity(one.type, one.offset, one.length, one.url) for one in piece.entities]
    linked = [one.url for one in known if one.url is not None]
    found = detect_entities(piece.text, known)
    return linked + [utf16_slice(piece.text, one.offset, one.end) for one in found]


def shown(said: str, source: Passage = SOURCE) -> list[Piece]:
    """Return what is shown of a model's answer: as a draft, and as a message."""
    cited = cite_answer(f"It is free [1]. {said}", [source])
    answer = Answer(cited.text, False, "en", cited.citations, (), Timings())
    draft = Draft("run", "en", "writing", text=cited.text, citations=cited.citations)
    return [*render_answer(answer, PHRASES), draft_view(draft, PHRASES)]


@pytest.mark.parametrize("way", WAYS)
def test_nothing_that_no_cited_source_holds(way: str) -> None:
    for address, spell in product(ADDRESSES, SPELLINGS):
        for said in {way.format(spell(address)), spell(way.format(address))}:
            for piece in shown(said):
                assert set(tapped(piece)) <= {*HELD}, said


@pytest.mark.parametrize("address", HELD)
@pytest.mark.parametrize("way", ["Ask {} now.", "Ask ({}).", "**{}**"])
def test_what_the_source_holds_can_be_tapped(way: str, address: str) -> None:
    for piece in shown(way.format(address)):
        assert tapped(piece) == [address]
        assert address in piece.text


@pytest.mark.parametrize(
    "address", ["https://evil.dev/?d=", "evil.dev/d=", "t.me/x?start=", "https://evil.dev/a"]
)
@pytest.mark.parametrize(
    "data",
    [
        *("[SECRET]", "(SECRET)", "{SECRET}", "`SECRET`", "|SECRET", "||SECRET||", r"\[SECRET\]"),
        *("[a][SECRET]", "**[SECRET]**", "[1]SECRET", "['SECRET']", "[x](SECRET)", "–SECRET"),
        *("<b>SECRET</b>", "[](x)SECRET", "&lsqb;SECRET&rsqb;", "_SECRET_", "]SECRET", ")SECRET"),
    ],
)
def test_an_address_of_the_source_is_not_made_longer(address: str, data: str) -> None:
    source = make_passage(f"It is free. It is kept at {address} by the office.", title="Help")
    for said in (
        f"See {address}{data} now.",
        f"See [it]({address}{data}).",
        f"[it](<{address} {data}>)",
    ):
        for piece in shown(said, source):
            assert set(tapped(piece)) <= {address}, said


@pytest.mark.parametrize("address", [one for one in HELD if "shop." in one])
@pytest.mark.parametrize(
    "way", ["Ask {}[1].", "Ask {}.[1]", "({}[1])", "**{}**[1]", "{}[1][1], ok"]
)
def test_an_address_is_tapped_without_the_mark_that_stands_right_behind_it(
    way: str, address: str
) -> None:
    for piece in shown(way.format(address)):
        assert tapped(piece) == [address]
        assert "[1]" in piece.text


@pytest.mark.parametrize(
    "data", ["[1]SECRET", "[1]/SECRET", "[1].SECRET.dev", "[1]@SECRET", "[1][SECRET]", "[x][1]"]
)
def test_a_mark_behind_an_address_carries_nothing_out(data: str) -> None:
    for piece in shown(f"See https://shop.example/help{data} and shop.dev/fees{data}."):
        assert set(tapped(piece)) <= {"https://shop.example/help", "shop.dev/fees"}


@pytest.mark.parametrize(
    "said", ["Call {}.", "**Call** ({})", "- {}", "[x](tel:{})", "`a` {}", "# {}", "<tel:{}>"]
)
def test_a_number_to_call_is_one_of_the_source(said: str) -> None:
    source = make_passage("It is free. The office: +7 (800) 555-35-35, shop.dev/+78001112233.")
    for number in ("+7 900 555-35-35", "+79005553535", "&plus;79005553535", "+7**900**5553535"):
        for piece in shown(said.format(number), source):
            assert not re.search(r"\+7[ ()-]*900[ ()-]*555", piece.text), said
    for number in ("+7 (800) 555-35-35", "+78005553535", "shop.dev/+78001112233"):
        for piece in shown(said.format(number), source)[:1] if said[0] not in "[<" else ():
            assert number in piece.text


CARDS = ("4111111111111111", "4111 1111 1111 1111", "4111-1111-1111-1111", "5-1-0-5 1051 0510 5100")
AS_A_CARD = re.compile(r"(?<![\w.,+-])\d(?:[ -]*\d){12,18}(?![\w-])", re.ASCII)  # as TDLib does


@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("said", ["Pay to {}.", "**Pay** ({})", "- {}", "1. {}", "`a` {}", "# {}"])
def test_a_bank_card_is_one_of_the_source(said: str, card: str) -> None:
    source = make_passage("It is free. The office takes 4000 0566 5566 5556 and 30569309025904.")
    cut = f"{card[:7]}**{card[7:]}**"
    for number in (card, cut, card.replace("1", "&#49;"), card.replace("-", "&#45;")):
        for piece in shown(said.format(number), source):
            assert not AS_A_CARD.search(piece.text.replace(source.text, "")), piece.text
    for number in ("4000 0566 5566 5556", "4000056655665556", "30569309025904"):
        for piece in shown(said.format(number), source):
            assert number in piece.text


@pytest.mark.parametrize(
    "number",
    [
        *("+7\u00a0900\u00a05553535", "+7\u2009900\u2009555\u200935\u200935", "+7.900.555-35-35"),
        *("+7/900/555/35/35", "+7–900–555–35–35", "+7 [900] 555-35-35", "＋７９００５５５３５３５"),
        *("+٧ ٩٠٠ ٥٥٥ ٣٥ ٣٥", "+7（900）555－35－35", "+7\u00ad900\u200b5553535"),
        *("+7 - (900) - 5553535", "8 900 555-35-35", "89005553535", "8~900~555~35~35"),
        *("(900) 555-35-35", "[900 555 35 35]"),
    ],
)
def test_a_number_to_call_is_found_however_it_is_set_apart(number: str) -> None:
    [held] = held_words([f"The office: {number}."])
    for said in (number, f"{number} [1].", f"Call {number}, or come."):
        assert "\u2060" in hold_back(said, lambda: ["Nobody is called here."])
        assert hold_back(said, lambda: [f"The office: {number}."]) == said
        assert hold_back(said, lambda: [f"It is {held} here."]) == said
        parts = re.split("\u2060", untappable(said.removesuffix(" [1].")))
        assert all(len(re.findall(r"\d", part)) < 7 for part in parts)


def test_an_address_of_the_source_is_not_broken_for_the_digits_in_it() -> None:
    source = make_passage("It is free. It is kept at shop.dev/4111111111111111 by the office.")
    for said in ("See shop.dev/4111111111111111 now.", "See shop.dev/4111111111111111 22 now."):
        for piece in shown(said, source):
            assert tapped(piece) == ["shop.dev/4111111111111111"]


def test_nobody_is_called_from_a_name() -> None:
    assert untappable("Call +7 900 555-35-35, 5 °C + 20000000") == (
        "Call +\u20607 900 55\u20605-35-35, 5 °C + 20000000"
    )
    assert untappable("Pay 4111 1111 1111 1111") == "Pay 4111 11\u206011 1111 \u20601111"


def test_a_link_to_what_the_source_holds_stays_one() -> None:
    for piece in shown("See [the fees](https://shop.example/help)."):
        assert tapped(piece) == ["https://shop.example/help"]


def test_the_text_stays_readable_and_marked_where_it_was() -> None:
    piece, _ = shown(r"See evil\.dev, **then evil\.dev**, *rest* 🦭 **end**.")
    assert "See evil.\u2060dev, then evil.\u2060dev, rest 🦭 end." in piece.text
    marked = [
        utf16_slice(piece.text, one.offset, one.offset + one.length).replace("\u2060", "")
        for one in piece.entities
        if one.type in (MessageEntity.BOLD, MessageEntity.ITALIC)
    ]
    assert marked == ["then evil.dev", "rest", "end", "Sources"]


@pytest.mark.parametrize(
    "text",
    [
        "It costs 4.50, e.g. at 10:30.",
        "Т.е. 5 км/ч и т.д.",
        "Run `main.py` now.",
        "See fees.pdf, p.3",
        "π is 3.14 (3.141), 5 °C … 7 °C.",
        "From 2024-01-15 10:30 to 15.01.2025, 12,500,000 of 1 000 000.",
    ],
)
def test_what_is_no_address_stays_as_it_is(text: str) -> None:
    assert "\u2060" not in shown(text)[0].text


def test_what_is_looked_for_is_not_tapped_either() -> None:
    draft = Draft("run", "en", "searching", "SECRET.evil.dev @evil_support")
    assert tapped(draft_view(draft, PHRASES)) == []


@pytest.mark.parametrize(
    "piece",
    [
        *("[", "a.", "a.[", "://a", "a.b/[", "(a.b/)", "💥.", "#1", "@", "`", "x.y/`", "."),
        *("[1]", "a.b/[1]", "+1 ", "+1234567", "+", "1 ", "1", "(1", "1234567890 ", "2024-1"),
    ],
)
def test_long_odd_text_is_read_to_its_end(piece: str) -> None:
    assert "evil.\u2060dev" in hold_back(f"{piece * 50_000} evil.dev/x", lambda: [piece * 50_000])


@pytest.mark.parametrize("piece", ["[x](a ", "【1†", "<a ", "[x]: <a"])
def test_a_long_odd_answer_is_read_to_its_end(piece: str) -> None:
    for shown_piece in shown(f"{piece * 100_000} evil.dev/x"):
        assert tapped(shown_piece) == []
