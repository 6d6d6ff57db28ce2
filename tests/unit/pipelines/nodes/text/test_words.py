"""words: stems in any script, how much of a question a text holds, names in another script."""

from difflib import SequenceMatcher

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.nodes.text.words import (
    content_words,
    coverage,
    fold,
    joined_codes,
    overlap,
    romanised,
    spelled_apart,
    without_marks,
    word_weights,
    words_of,
)


def test_inflected_forms_meet() -> None:
    assert content_words("гарантийный") & content_words("гарантия")
    assert content_words("Running") == content_words("runnings")


def test_function_words_and_question_words_are_left_out() -> None:
    assert content_words("What is the price of it?") == {"price"}
    assert content_words("Какой у него срок?") == {"него", "срок"}


def test_a_word_with_a_hyphen_behind_few_letters_is_also_known_without_it() -> None:
    assert content_words("Wi-Fi") & content_words("wifi")
    assert content_words("вай-фай") & content_words("вайфай")
    assert content_words("and-so") == content_words("so")
    assert content_words("a/bc") == {"bc"}


@pytest.mark.parametrize(
    ("text", "number"),
    [("Пётр I", "1"), ("Карл XII", "12"), ("XX век", "20"), ("Part II", "2"), ("глава V.", "5")],
)
def test_a_roman_numeral_is_its_number_too(text: str, number: str) -> None:
    assert number in content_words(text)


@pytest.mark.parametrize("text", ["I am Peter", "MIX", "vitamin C", "V. Petrov", "а X5 нет"])
def test_a_letter_by_itself_is_no_number(text: str) -> None:
    assert not any(word.isdigit() for word in content_words(text))


def test_numbers_stay_whole_and_yo_is_ye() -> None:
    assert content_words("Ещё 1234567 ёлок") == {"1234567", "елок"}


def test_scripts_without_spaces_give_pairs() -> None:
    assert content_words("保証期間") == {"保証", "証期", "期間"}


@pytest.mark.parametrize(
    ("code", "held"),
    [
        ("34.602-2020", {"34-602-2020", "34", "602", "2020"}),
        ("8K0-959-802-B", {"8k0959802b", "8k0", "959", "802"}),
        ("E-2407", {"e2407", "2407"}),
        ("E2407", {"e2407"}),
        ("0x80070005", {"0x80070005"}),
        ("Windows-11", {"windows11", "11", "windo"}),
        ("п. 4.2.1", {"4-2-1", "4", "2", "1"}),
    ],
)
def test_a_code_counts_as_a_whole_and_in_its_parts(code: str, held: set[str]) -> None:
    assert content_words(code) == held


@pytest.mark.parametrize("joint", ["-", "\u2010", "\u2011", "\u2013", ".", "/", "_", ":"])
def test_a_code_is_the_same_whatever_joins_it(joint: str) -> None:
    assert "34-602-2020" in content_words(joint.join(("34", "602", "2020")))
    assert content_words(f"AB{joint}12") == content_words("ab-12")


@pytest.mark.parametrize(
    ("one", "other"),
    [("4.2.1", "4.1.2"), ("4.21", "42.1"), ("4.2.1", "4.21"), ("E2407", "E2408"), ("4.2", "42")],
)
def test_other_codes_are_others_as_a_whole(one: str, other: str) -> None:
    whole, not_there = (max(content_words(code), key=len) for code in (one, other))
    assert whole not in content_words(other)
    assert not_there not in content_words(one)


def test_in_codes_letters_that_look_alike_are_one() -> None:
    cyrillic, latin = "АВЕКМНОРСТУХ-12", "ABEKMHOPCTYX-12"
    assert max(content_words(cyrillic), key=len) == max(content_words(latin), key=len)
    assert joined_codes("К 155 ЛА3") == joined_codes("K 155 ЛA3")
    assert content_words("ТОМ") != content_words("TOM")  # words are not codes


def test_terms_beside_each_other_may_be_one_code() -> None:
    assert {"8k0959802b", "8k0959", "959-802", "802b"} <= joined_codes("8K0 959 802 B")
    assert joined_codes("no digits here") == frozenset()
    assert joined_codes("12") == frozenset()


def test_a_text_may_spell_a_code_apart() -> None:
    codes = frozenset({"8k0959802b", "e2407", "34-602"})
    assert spelled_apart(codes, "Fit 8К0 959 802 В, then 34 602.") == {"8k0959802b", "34-602"}
    assert spelled_apart(codes, "Fit 8K0 959 802 C at 34602, and pipe 240 7.") == frozenset()
    assert spelled_apart(frozenset(), "E 2407") == frozenset()


def test_no_words() -> None:
    assert content_words("?! …") == frozenset()


def test_rare_words_weigh_more() -> None:
    weights = word_weights([frozenset({"a", "b"}), frozenset({"a"})])
    assert weights["b"] > weights["a"]
    wanted = frozenset({"a", "b"})
    assert coverage(wanted, frozenset({"b"}), weights) > coverage(wanted, {"a"}, weights)
    assert coverage(wanted, wanted, weights) == pytest.approx(1.0)


def test_a_word_no_text_holds_counts_as_the_rarest() -> None:
    weights = {"a": 1.0, "b": 2.0}
    assert coverage(frozenset({"a", "z"}), frozenset({"a"}), weights) == pytest.approx(1 / 3)


def test_weights_are_added_exactly_so_that_their_order_is_nothing() -> None:
    tenths = {f"w{n}": 0.1 for n in range(10)}  # one after the other they make .9999999999999999
    weights = {**tenths, "one": 1.0}
    assert coverage(frozenset(weights), frozenset(tenths), weights) == 0.5


def test_nothing_wanted_is_nothing_covered() -> None:
    assert coverage(frozenset(), frozenset({"a"}), {}) == 0.0


def test_overlap_is_a_cosine() -> None:
    assert overlap(frozenset("ab"), frozenset("ab")) == pytest.approx(1.0)
    assert overlap(frozenset("ab"), frozenset("bc")) == pytest.approx(0.5)
    assert overlap(frozenset(), frozenset("a")) == 0.0


def test_words_are_folded_and_whole() -> None:
    assert words_of("Ёлка, ЁЛКИ; the Ｐump-12!") == {"елка", "елки", "the", "pump", "12"}
    assert words_of(" … ") == frozenset()


@given(st.text(max_size=60))
def test_words_stand_in_the_folded_text_to_the_letter(text: str) -> None:
    for word in words_of(text):
        assert word in fold(text)
        assert not any(map(str.isspace, word))


@pytest.mark.parametrize(
    ("cyrillic", "latin"),
    [
        ("калуга", "kaluga"),
        ("харьков", "kharkov"),
        ("шахматов", "shakhmatov"),
        ("елец", "elets"),
        ("жуковка", "zhukovka"),
        ("александр", "alexandr"),
        ("виктор", "victor"),
        ("борщ", "borsch"),
        ("ким", "kim"),
        ("муром", "múrom"),
    ],
)
def test_a_usual_spelling_is_the_same(cyrillic: str, latin: str) -> None:
    assert romanised(cyrillic) == romanised(latin)


@pytest.mark.parametrize(
    ("cyrillic", "latin"),
    [("щукин", "shchukin"), ("хрущев", "khrushchev"), ("щербаков", "shcherbakov")],
)
def test_another_spelling_is_near(cyrillic: str, latin: str) -> None:
    one, other = romanised(cyrillic), romanised(latin)
    assert one[0] == other[0]
    assert SequenceMatcher(None, one, other).ratio() > 0.9


@pytest.mark.parametrize(("one", "other"), [("анна", "ivan"), ("тверь", "omsk")])
def test_other_names_are_others(one: str, other: str) -> None:
    assert SequenceMatcher(None, romanised(one), romanised(other)).ratio() < 0.75


def test_marks_go_and_letters_stay() -> None:
    assert without_marks("größe café niño") == "große cafe nino"


def test_accents_make_no_other_word_but_letters_of_their_own_do() -> None:
    assert content_words("crèche café") == content_words("creche cafe")
    assert content_words("schön") != content_words("schon")
    assert content_words("año") != content_words("ano")
