"""From extracted blocks to clean paragraphs."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.errors import SourceRefused
from pipelines.models.documents import (
    Anchor,
    Block,
    CleanText,
    Extracted,
)
from pipelines.nodes.text.clean import clean, one_line


def paragraphs(cleaned: CleanText) -> list[str]:
    return [cleaned.text[span.start : span.end] for span in cleaned.paragraphs]


def cleaned_paragraphs(*blocks: Block) -> list[str]:
    return paragraphs(clean(Extracted(blocks)))


def page(number: int, *texts: str) -> list[Block]:
    return [Block(text, page=number) for text in texts]


@pytest.mark.parametrize(
    "line",
    [
        "Back to top",
        "↑ Back to the top",
        "Was this page helpful?",
        "Was this page helpful? Yes / No",
        "Наверх",
        "Была ли эта страница полезной?",
        "We use cookies to improve your visit.",
        "Accept all cookies",
        "Мы используем файлы cookie, чтобы сайт работал лучше.",
        "Skip to main content",
    ],
)
def test_lines_of_the_site_are_dropped(line: str) -> None:
    text = "The station was founded in 1968 by a meteorologist."
    assert cleaned_paragraphs(Block(line), Block(text), Block(f"{line}\n{text}")) == [text, text]


@pytest.mark.parametrize(
    "line",
    [
        "Cookies are small files that a site keeps in the browser; this handbook says how.",
        "Back to the top of the hill it takes an hour.",
        "Наверх ведёт лестница из сорока ступеней.",
    ],
)
def test_sentences_about_such_things_stay(line: str) -> None:
    assert cleaned_paragraphs(Block(line)) == [line]


def test_headers_footers_and_page_numbers_are_dropped() -> None:
    blocks = []
    for number in range(1, 6):
        body = f"Text of its own stands on page {'abcde'[number - 1]}."
        blocks += page(number, f"Handbook 2024, part {number}", body, f"Page {number} of 5")
    assert cleaned_paragraphs(*blocks) == [
        f"Text of its own stands on page {letter}." for letter in "abcde"
    ]


def test_bare_numbers_go_only_if_they_count_along() -> None:
    blocks = [*page(1, "One two three.", "1"), *page(2, "Four five six.", "1968")]
    assert cleaned_paragraphs(*blocks) == ["One two three.", "Four five six.", "1968"]


def test_the_title_on_the_front_page_stays_though_it_runs_along() -> None:
    blocks = [Block("Handbook", page=1, heading=True), *page(1, "Text on the front page.")]
    for number in (2, 3, 4):
        blocks += page(number, "Handbook", f"Other text {'xyzv'[number - 1]} stands here.")
    assert cleaned_paragraphs(*blocks)[0] == "Handbook\nText on the front page."
    assert clean(Extracted(tuple(blocks))).text.count("Handbook") == 1


@pytest.mark.parametrize(
    ("broken", "whole"),
    [
        ("the sta-\ntion is open", "the station is open"),
        ("стан-\nция открыта", "станция открыта"),
        ("the sta\u00ad\ntion is open", "the station is open"),
        ("hyphen\u00adation in\u00adside a line", "hyphenation inside a line"),
        ("Schwarz-\nWeiß", "Schwarz-Weiß"),
        ("a well-known fact, a well-\nknown one", "a well-known fact, a well-known one"),
        ("кто-\nто пришёл", "кто-то пришёл"),
        ("сделал по-\nрусски", "сделал по-русски"),
        ("он по-\nлучил", "он получил"),
        ("1968-\n2024", "1968-2024"),
        ("Москва -\nстолица", "Москва - столица"),
        ("one line\nand another", "one line and another"),
        ("• first\n• second\ngoes on", "• first\n• second goes on"),
        ("Bring:\n1. a torch\n2. a map", "Bring:\n1. a torch\n2. a map"),
        ("Contents . . . . . . . . . 12", "Contents … 12"),
        ("ﬁne oﬃce", "fine office"),
    ],
)
def test_lines_of_a_page_are_joined(broken: str, whole: str) -> None:
    assert cleaned_paragraphs(Block(broken, page=1)) == [whole]


def test_a_paragraph_goes_on_over_the_end_of_a_page() -> None:
    blocks = (*page(3, "It was late and the boat", "9"), *page(4, "had left. The rest", "10"))
    cleaned = clean(Extracted((*blocks, *page(5, "New sentence here."))))
    assert paragraphs(cleaned) == [
        "It was late and the boat had left. The rest",
        "New sentence here.",
    ]
    assert cleaned.anchors == (Anchor(0, page=3), Anchor(25, page=4), Anchor(45, page=5))
    assert cleaned.text[25:].startswith("had left")
    assert cleaned.text[45:].startswith("New")


def test_a_word_broken_at_the_end_of_a_page_is_whole_again() -> None:
    cleaned = clean(Extracted((*page(1, "They mea-"), *page(2, "sured it."))))
    assert cleaned.text == "They measured it."
    assert cleaned.anchors == (Anchor(0, page=1), Anchor(8, page=2))


def test_headings_stand_with_the_paragraph_below() -> None:
    blocks = (
        Block("Chapter one", heading=True),
        Block("Section", heading=True),
        Block("Its text."),
        Block("More text."),
        Block("Last words", heading=True),
    )
    assert cleaned_paragraphs(*blocks) == [
        "Chapter one\nSection\nIts text.",
        "More text.",
        "Last words",
    ]


def test_short_lines_are_taken_for_headings_where_none_are_marked() -> None:
    text = "Инструмент выдаётся под запись в коричневом журнале на четыре дня."
    assert cleaned_paragraphs(Block("Выдача инструмента"), Block(text), Block("Конец.")) == [
        f"Выдача инструмента\n{text}",
        "Конец.",
    ]


@pytest.mark.parametrize(
    "lines",
    ["- Sow barley\n- Buy a seeder", "1. Sow barley\n2. Buy a seeder\n3. Rest"],
)
def test_items_without_stops_keep_their_lines(lines: str) -> None:
    assert cleaned_paragraphs(Block(text=lines, page=1)) == [lines]


def test_a_line_of_an_item_that_begins_with_a_number_or_a_dash_is_no_item() -> None:
    broken = "- Sow barley before the\n12. of May, the day\n— as ever — of the fair"
    assert cleaned_paragraphs(Block(text=broken, page=1)) == [broken.replace("\n", " ")]


def test_a_list_stands_with_the_line_that_announces_it() -> None:
    assert cleaned_paragraphs(Block("Take along:"), Block("- a torch\n- a map")) == [
        "Take along:\n- a torch\n- a map"
    ]


def test_lines_that_all_begin_large_are_items_however_long() -> None:
    timetable = (
        "Monday: choir for beginners, 19:00, hall 1, taught by Ada Moss\n"
        "Tuesday: drums and whistles, 17:30, hall 2, taught by Ben Alder\n"
        "Wednesday: choir for everyone, 20:00, hall 1, taught by Ada Moss"
    )
    assert cleaned_paragraphs(Block(timetable)) == [timetable]


def test_wrapped_plain_text_is_joined_and_other_lines_are_kept() -> None:
    wrapped = (
        "This paragraph was broken by an editor that fits all of its\n"
        "lines to a width of sixty characters, as they used to do it\n"
        "in the days of terminals."
    )
    code = "for line in lines:\n    print(line)"
    table = (
        "name | weight | how many of them there are in all\nGouda | 5 kg | three hundred and two"
    )
    first, *rest = cleaned_paragraphs(Block(wrapped), Block(code), Block(table))
    assert "\n" not in first
    assert rest == [code, table]


@pytest.mark.parametrize(
    "notes",
    [
        "отвезти старый холодильник на свалку до пятницы\n"
        "позвонить насчёт крыши руслану, он обещал скидку\n"
        "опрыскать яблони от плодожорки в конце мая утром",
        "the ladder lives in the byre, behind the old piano\n"
        "wheelbarrow tyre went flat. ask at Ardblair\n"
        "the clock loses five minutes a day. Wind it on Fri",
    ],
)
def test_notes_of_like_length_stay_lines(notes: str) -> None:
    assert cleaned_paragraphs(Block(notes)) == [notes]


def test_wrapped_lines_of_other_scripts_are_joined() -> None:
    wrapped = "图书馆" * 16 + "\n" + "每天开门" * 12 + "\n" + "周日不开放。"
    assert "\n" not in cleaned_paragraphs(Block(wrapped))[0]


def test_invisible_characters_are_stripped() -> None:
    text = "a\u200bb\x00c\u202ed\U000e0041e\ud800f\ufeffg"
    assert cleaned_paragraphs(Block(text)) == ["abcdefg"]
    assert cleaned_paragraphs(Block("می\u200cخواهم 👩\u200d🚀")) == ["می\u200cخواهم 👩\u200d🚀"]


def test_letters_that_are_not_drawn_are_stripped() -> None:
    hidden = "\u034f\u115f\u1160\u17b4\u180b\u3164\uffa0\ufe00\ufe0e\ufe0f\U0001bca0\U0001d173"
    assert cleaned_paragraphs(Block(f"ghp_{'1'.join(hidden)}z")) == [f"ghp_{'1' * 11}z"]
    drawn = "❤\ufe0f ☎\ufe0f 1\ufe0f\u20e3 👁\ufe0f\u200d🗨\ufe0f ᠠ\u180b 한글 각"
    assert cleaned_paragraphs(Block(drawn)) == [drawn]


def test_a_name_is_what_is_seen_of_it() -> None:
    assert one_line("\u202ea\u3164\u200b \n\u2800b\xadc\ufe0f") == "a bc"
    assert one_line("\u3164\u2800\ufe0f\u115f") == ""


def test_caption_lines_become_paragraphs_that_keep_their_seconds() -> None:
    blocks = [
        Block("Good morning everybody", start_seconds=0.0),
        Block("and welcome.", start_seconds=2.5),
        Block("After a long silence", start_seconds=60.0),
    ]
    cleaned = clean(Extracted(tuple(blocks)))
    assert paragraphs(cleaned) == ["Good morning everybody and welcome.", "After a long silence"]
    assert cleaned.anchors == (
        Anchor(0, start_seconds=0.0),
        Anchor(23, start_seconds=2.5),
        Anchor(37, start_seconds=60.0),
    )


def test_long_speech_is_divided_at_the_ends_of_sentences() -> None:
    blocks = tuple(
        Block("ten words are said in this line of the captions.", start_seconds=4.0 * number)
        for number in range(40)
    )
    assert len(cleaned_paragraphs(*blocks)) > 4


def test_nothing_left_is_refused() -> None:
    with pytest.raises(SourceRefused) as caught:
        clean(Extracted((Block("Back to top"), Block(" \u200b "))))
    assert caught.value.code == "source-no-text"


PIECES = st.lists(
    st.tuples(st.text(alphabet="аб.A-\n •\u00ad,1", max_size=40), st.integers(1, 4), st.booleans()),
    min_size=1,
    max_size=30,
)


@given(PIECES)
def test_paragraphs_and_anchors_fit_the_text(pieces: list[tuple[str, int, bool]]) -> None:
    ordered = sorted(pieces, key=lambda piece: piece[1])
    blocks = tuple(Block(text, page=number, heading=head) for text, number, head in ordered)
    try:
        cleaned = clean(Extracted(blocks))
    except SourceRefused:
        return
    end = 0
    for span in cleaned.paragraphs:
        assert end <= span.start < span.end <= len(cleaned.text)
        assert not cleaned.text[end : span.start].strip()
        end = span.end
    assert end == len(cleaned.text)
    places = [anchor.at for anchor in cleaned.anchors]
    assert places == sorted(places)
    assert places[0] == 0
    assert all(at <= len(cleaned.text) for at in places)


def test_five_megabytes_on_one_line_are_cleaned() -> None:
    assert len(clean(Extracted((Block("a" * 5_000_000),))).text) == 5_000_000


def test_lines_of_a_picture_go_on_where_they_begin_small() -> None:
    notice = "Notice to tenants\nHot water is off from 3 to 9 June\nbecause of repairs.\nmilk"
    pictured = Extracted((Block(notice),), pages_by_ocr=1)
    assert clean(pictured).text == (
        "Notice to tenants\nHot water is off from 3 to 9 June because of repairs.\nmilk"
    )
    assert clean(replace(pictured, pages_by_ocr=0)).text == notice
