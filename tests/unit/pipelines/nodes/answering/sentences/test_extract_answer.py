"""extract_answer: the sentence that answers first, then as good ones, then what it leans on."""

import math
import re
import zlib
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipelines.models.answers import Passage, QueryEmbedding
from pipelines.models.documents import Anchor, FloatArray, TokenVectors
from pipelines.nodes.answering.cite import Quote
from pipelines.nodes.answering.sentences.extract_answer import (
    Extract,
    ExtractionRules,
    rank_sentences,
)
from pipelines.nodes.chunking.embedding_layout import quantize_rows
from tests.support.nodes.extracting import extract
from tests.support.nodes.passage_maker import make_passage

Pick = Callable[..., tuple[Quote, ...]]


def answers(*arguments: object, **named: object) -> tuple[Quote, ...]:
    return extract(*arguments, **{"language": "en", **named}).answers  # type: ignore[arg-type]


def everything(*arguments: object, **named: object) -> tuple[Quote, ...]:
    return extract(*arguments, **{"language": "en", **named}).quotes  # type: ignore[arg-type]


# Words of one group get one vector, as a model would give them nearly the same.
SYNONYMS = {"warranty": "guarantee", "long": "months", "lasts": "months", "costs": "price"}
BASE = make_passage("", rerank_score=0.5, fused_score=0.5)


def vector_of(word: str) -> FloatArray:
    seed = zlib.crc32(SYNONYMS.get(word.casefold(), word.casefold()).encode())
    row = np.random.default_rng(seed).standard_normal(32).astype(np.float32)
    return np.asarray(row / np.linalg.norm(row), dtype=np.float32)


def embed(text: str) -> FloatArray:
    rows = [vector_of(match[0]) for match in re.finditer(r"\w+", text)]
    return np.array(rows, dtype=np.float32).reshape(len(rows), 32)


def token_vectors(text: str) -> TokenVectors:
    offsets = [match.span() for match in re.finditer(r"\w+", text)]
    rows = embed(text)
    return TokenVectors(quantize_rows(rows), np.array(offsets, dtype=np.int32).reshape(-1, 2))


def query_of(question: str) -> QueryEmbedding:
    rows = embed(question)
    weights = np.full(len(rows), 1 / max(len(rows), 1), dtype=np.float32)
    offsets = [match.span() for match in re.finditer(r"\w+", question)]
    places = np.array(offsets, dtype=np.int32).reshape(-1, 2)
    return QueryEmbedding(np.ones(768, dtype=np.float32), rows, weights, places)


def ask(
    question: str,
    *passages: Passage,
    pick: Pick = answers,
    **rules: float,
) -> list[str]:
    vectors = {passage.id: token_vectors(passage.text) for passage in passages}
    chosen = ExtractionRules(**rules)  # type: ignore[arg-type]
    quotes = pick(question, query_of(question), passages, vectors, chosen)
    return [quote.text for quote in quotes]


def test_a_first_line_that_tells_a_number_is_an_answer_though_it_is_the_title() -> None:
    told = "mother 8 987 411 20 07"
    notes = f"{told}\nfather 8 987 411 20 08\nThe keys are with Ann."
    assert ask("the number of mother", passage(notes, title=told))[0] == told
    plain = "Tools of 2025\nThe tools of the workshop are oiled in May."
    assert ask("tools", passage(plain, title="Tools of 2025"))[0] != "Tools of 2025"


def test_a_line_that_opens_a_document_with_its_year_is_its_title_whatever_that_is_called() -> None:
    opening = "Tools – House Rules (February 2026)"
    rules = f"{opening}\nThe tools are lent on Sundays."
    assert ask("the house rules of tools", passage(rules, title="rules"))[0] != opening
    told = "Tools – 12 February 2026"
    assert ask("tools", passage(f"{told}\nBring them back.", title="rules"))[0] == told


def test_what_the_title_names_a_sentence_need_not_name() -> None:
    founded = "The Marrow Lane Theatre opened in Quenby."
    text = f"{founded} The architect worked for nothing. The hall seats many."
    question = "What seats has the Marrow Lane Theatre?"
    assert ask(question, passage(text, title="Marrow Lane Theatre"))[0] == "The hall seats many."
    assert ask(question, passage(text, title="A town"))[0] == founded


def passage(text: str, **changes: object) -> Passage:
    return replace(BASE, text=text, **changes)  # type: ignore[arg-type]


MANUAL = passage(
    "Guarantee\n"
    "The box holds a charger and two cables. "
    "The guarantee runs for 24 months from the day of sale. "
    "Keep the device away from water."
)


def test_picks_the_sentence_that_answers() -> None:
    quotes = ask("How long is the warranty?", MANUAL)
    assert quotes == ["The guarantee runs for 24 months from the day of sale."]


def test_words_alone_will_do_where_there_are_no_vectors() -> None:
    best, *_ = rank_sentences("May the device touch water?", query_of("x"), [MANUAL], {})
    assert best.text == "Keep the device away from water."


def test_a_quote_knows_its_offset() -> None:
    asked = "guarantee months"
    (quote,) = answers(asked, query_of(asked), [MANUAL], {})
    assert MANUAL.text[quote.span.start : quote.span.end] == quote.text


def test_headings_are_not_quoted() -> None:
    assert "Guarantee" not in ask("Guarantee?", MANUAL)


def test_an_item_of_a_list_is_quoted_though_it_is_as_short_as_a_heading() -> None:
    slide = passage("Guarantee\n- Runs 24 months\n- Kept in the drawer")
    table = passage("Keep: off; Water: away; Device: cables", id=2)
    assert "Runs 24 months" in ask("How many months does it run?", slide, table)[0]


def test_a_note_without_a_full_stop_is_quoted_beside_passages_with_some() -> None:
    note = passage("Guarantee claims go to room 12", id=2, title="Note of 22 Nov 2026")
    best, *_ = ask("Where do guarantee claims go?", note, MANUAL)
    assert best == "Guarantee claims go to room 12"


def test_the_question_is_not_echoed_but_its_answer_follows() -> None:
    faq = passage(
        "Can I return a phone? Yes, bring it back within two weeks. The shop opens at nine."
    )
    assert ask("Can I return a phone?", faq) == ["Yes, bring it back within two weeks."]


def test_in_a_chat_the_next_message_answers() -> None:
    text = (
        "[17.11.2026, 09:40] Tim: the van is back on Gagarin street, all is well\n"
        "[17.11.2026, 11:02] Nina: Boys, who took money from the till on Friday? It is short now.\n"
        "[17.11.2026, 11:05] Leo: me, for the film on the window."
    )
    best, *_ = ask("Who took money from the till?", passage(text))
    assert best.startswith("[17.11.2026, 11:05] Leo: me")


def found(question: str, text: str, *, language: str = "en", **rules: float) -> Extract:
    vectors = {BASE.id: token_vectors(text)}
    chosen = ExtractionRules(**rules)  # type: ignore[arg-type]
    return extract(
        question, query_of(question), [passage(text)], vectors, chosen, language=language
    )


def test_the_answer_leads_and_what_it_leans_on_supports_it() -> None:
    text = "Berlin is the capital of Germany. Its population is 3.78 million. Trains run hourly."
    extracted = found("What is the population?", text)
    (answer,), (context,) = extracted.answers, extracted.context
    assert answer.text == "Its population is 3.78 million."
    assert context.text == "Berlin is the capital of Germany."
    assert extracted.quotes == (answer, context)


def test_what_goes_on_from_the_best_sentence_supports_it() -> None:
    text = "The guarantee runs for 24 months. It covers months of use. Paint is sold apart."
    asked = "How long is the guarantee in months?"
    near = found(asked, text, continuing=0.9, close=0.0)
    assert [quote.text for quote in near.answers] == ["The guarantee runs for 24 months."]
    assert [quote.text for quote in near.context] == ["It covers months of use."]
    assert found(asked, text, continuing=0, close=0).context == ()


def test_asked_when_the_date_at_the_beginning_of_the_paragraph_supports_the_answer() -> None:
    text = "12 апреля. Снял крышу. Вынес ульи из зимовника и мусор.\nЛампы горят ночью."
    extracted = found("Когда вынес ульи из зимовника?", text, close=0.0)
    assert [quote.text for quote in extracted.answers] == ["Вынес ульи из зимовника и мусор."]
    assert [quote.text for quote in extracted.context] == ["12 апреля. Снял крышу."]


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who keeps the keys of the store?", "The keys of the store are with Ottilie Brandt."),
        ("When do the keys of the store change?", "The keys of the store change on Monday."),
        ("How many keys of the store are there?", "The keys of the store are seven keys in all."),
    ],
)
def test_what_is_asked_for_tips_the_scales(question: str, answer: str) -> None:
    text = (
        "The keys of the store are kept well. The keys of the store are with Ottilie Brandt. "
        "The keys of the store change on Monday. The keys of the store are seven keys in all."
    )
    assert ask(question, passage(text), close=0.0) == [answer]


def test_a_sentence_without_what_is_asked_for_is_not_shown_beside_one_with_it() -> None:
    text = "The guarantee of lamps ends in May. The guarantee of lamps ends some day."
    assert ask("When does the guarantee of lamps end?", passage(text), close=9.0, same=2.0) == [
        "The guarantee of lamps ends in May."
    ]


@pytest.mark.parametrize(
    "junk",
    [
        "The guarantee of tools … 17",
        "Guarantee of tools, 12, 45–47",
        "λ = 64/Re for Re < 2320; 1/√λ = −2·lg(2.51/(Re·√λ)) of guarantee",
        "Lorem ipsum dolor sit amet, consectetur adipiscing elit.",
        "Insert guarantee text here",
        "3 The manual of tools",
    ],
)
def test_junk_is_never_quoted(junk: str) -> None:
    manual = passage(f"{junk}\nKeep the device away from water.", title="The manual of tools")
    assert ask("guarantee of tools in months", manual, close=9.0) == [
        "Keep the device away from water."
    ]
    assert ask("guarantee of tools in months", passage(junk, title="The manual of tools")) == []


def test_near_copies_are_said_once() -> None:
    copy = passage("The guarantee runs for 24 months from day of sale.", id=2, document_id="b")
    quotes = ask("How long is the warranty?", MANUAL, copy, close=9.0)
    assert sum("24 months" in quote for quote in quotes) == 1


def test_sentences_as_good_as_the_best_come_too_and_weaker_ones_stay_out() -> None:
    assert len(ask("How long is the warranty?", MANUAL)) == 1
    text = "The guarantee is 24 months. Rain falls on roofs. The guarantee is long."
    assert ask("What of the guarantee?", passage(text), same=2.0, close=0.5) == [
        "The guarantee is 24 months.",
        "The guarantee is long.",
    ]


def test_at_most_three_sentences_unless_asked_for_more() -> None:
    text = " ".join(f"The {word} guarantee lasts {n} months." for n, word in enumerate("abcdefg"))
    for most in (3, 5):
        rules = {"close": 9.0, "same": 2.0, "max_sentences": most}
        assert len(ask("How long?", passage(text), pick=rank_sentences, **rules)) == most
    assert ExtractionRules().max_sentences == 3


def test_answers_come_best_first_each_for_itself() -> None:
    text = "The guarantee is long. The guarantee is 24 months. Rain falls."
    asked = "How many months is the guarantee?"
    assert ask(asked, passage(text), close=9.0, same=2.0, max_sentences=2, held=2.0) == [
        "The guarantee is 24 months.",
        "The guarantee is long.",
    ]


def test_the_better_passage_tips_the_scales() -> None:
    weak = passage("The guarantee runs 12 months.", fused_score=0.1)
    strong = passage("The guarantee runs 24 months.", id=2, document_id="b", fused_score=0.9)
    assert ask("How long is the warranty?", weak, strong, close=0.0) == [strong.text]


def test_captions_without_stops_are_quoted_by_the_line() -> None:
    captions = passage("so today we talk\nthe guarantee is two years\nbye and see you")
    assert ask("How long is the warranty?", captions) == ["the guarantee is two years"]


def test_ranked_sentences_come_best_first_each_for_itself() -> None:
    text = "The guarantee is law. Lamps glow. The guarantee of tools is 24 months."
    asked = "How many months is the guarantee of tools?"
    rules = {"close": 9.0, "same": 2.0, "max_sentences": 2}
    assert ask(asked, passage(text), pick=rank_sentences, **rules) == [
        "The guarantee of tools is 24 months.",
        "The guarantee is law.",
    ]


def test_in_another_language_the_sentence_after_the_best_supports_it() -> None:
    text = "The guarantee of tools is new. Lamps glow at night. Rain falls."
    asked = "guarantee of tools"
    (context,) = found(asked, text, language="ru").context
    assert context.text == "Lamps glow at night."
    for language in ("en", "und"):
        assert found(asked, text, language=language).context == ()


def test_no_heading_supports_the_sentence_before_it() -> None:
    text = "The guarantee of tools is new.\nContact\nLamps glow at night."
    under = (Anchor(0, heading="Tools"), Anchor(text.index("Contact"), heading="Contact"))
    asked, vectors = "guarantee of tools", {BASE.id: token_vectors(text)}
    passages = [passage(text, anchors=under)]
    extracted = extract(asked, query_of(asked), passages, vectors, language="ru")
    assert [quote.text for quote in extracted.quotes] == ["The guarantee of tools is new."]


def test_rare_words_of_the_question_count() -> None:
    text = "The pump shows fault E2407. The pump shows fault E2408. The pump hums."
    best, *_ = rank_sentences("pump fault E-2408", query_of("pump fault"), [passage(text)], {})
    assert best.text == "The pump shows fault E2408."


@pytest.mark.parametrize("text", ["", "Menu", "Home | Shop | Cart | Help", "Really?"])
def test_nothing_to_quote(text: str) -> None:
    assert ask("What is there?", passage(text)) == []


def test_no_passages() -> None:
    assert extract("What?", query_of("what"), [], {}) == Extract()


@settings(max_examples=60)
@given(
    st.lists(st.text(alphabet="ab ?.!\n—•|1日本。Жж", max_size=80), max_size=4),
    st.text(max_size=20),
)
def test_quotes_are_disjoint_pieces_of_the_passages(texts: list[str], question: str) -> None:
    passages = [passage(text, id=i, passage_idx=i) for i, text in enumerate(texts)]
    vectors = {p.id: token_vectors(p.text) for p in passages}
    extracted = extract(question, query_of(question), passages, vectors, language="ru")
    assert len(extracted.answers) <= ExtractionRules().max_sentences
    places = sorted((q.passage.passage_idx, q.span.start, q.span.end) for q in extracted.quotes)
    assert all(start < end for _, start, end in places)
    assert all(q.text.strip() for q in extracted.quotes)
    for one, other in pairwise(places):
        assert (one[0], one[2]) <= (other[0], other[1])


def test_an_answer_says_what_it_stands_on() -> None:
    question = "How many months does the guarantee run?"
    other = passage("The kettle is blue. It whistles.", id=2)
    vectors = {each.id: token_vectors(each.text) for each in (MANUAL, other)}
    grounds = extract(question, query_of(question), [MANUAL, other], vectors).grounds
    assert grounds is not None
    assert grounds.held is not None
    assert grounds.held > 0.5  # a number with what is counted
    assert 0.0 < grounds.lead < math.inf
    around = MANUAL.text[grounds.around.start : grounds.around.end]
    assert around.startswith("The box")
    assert around.endswith("from water.")


def test_of_one_passage_alone_and_of_any_kind_less_is_known() -> None:
    question = "Tell me of the guarantee"
    grounds = extract(question, query_of(question), [MANUAL], {}).grounds
    assert grounds is not None
    assert grounds.held is None
    assert grounds.lead == math.inf


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            "When is the hall open on Sundays?",
            "The hall opens at 8:30. The hall is shut on Sundays.",
        ),
        (
            "Во сколько открыт зал в среду?",
            "Зал открыт с 8:30. По будням зал открыт дольше.",
        ),
    ],
)
def test_the_day_that_is_asked_about_tells_more_than_an_hour(question: str, text: str) -> None:
    passage = make_passage(text, rerank_score=0.5, fused_score=0.5)
    nothing = QueryEmbedding(*(np.zeros(size, np.float32) for size in (32, (0, 32), 0)))
    first, second = text.replace(". ", ".|").split("|")
    ranked = rank_sentences(question, nothing, [passage], {})
    assert [quote.text for quote in ranked] == [second, first]


@pytest.mark.parametrize(
    ("question", "hour"),
    [
        ("until when is the terrace open in July?", "9 pm"),
        ("until when is the terrace open in summer?", "9 pm"),
        ("until when is the terrace open on 3 January?", "5 pm"),
    ],
)
def test_the_stretch_that_holds_the_time_asked_about_is_the_one(question: str, hour: str) -> None:
    text = (
        "From 1 October to 30 April the terrace is open until 5 pm. "
        "From 1 May to 30 September the terrace is open until 9 pm."
    )
    assert hour in ask(question, replace(BASE, text=text))[0]


@pytest.mark.parametrize(
    ("question", "last"),
    [
        ("is the pool open in October?", "31 August"),
        ("is the pool open in July?", "31 August"),
        ("is the terrace open in October?", "30 April"),
        ("when does the terrace shut in October?", "30 April"),
    ],
)
def test_a_stretch_of_another_thing_tells_nothing(question: str, last: str) -> None:
    text = (
        "From 1 May to 30 September the terrace is open until 9 pm. "
        "From 1 October to 30 April it is open until 5 pm. "
        "Children shut the door. The outdoor pool is open from 15 June to 31 August."
    )
    assert last in ask(question, replace(BASE, text=text))[0]


def test_messages_that_thank_or_ask_are_never_quoted() -> None:
    header = "06.06.2025, 09:0"
    chat = passage(
        f"{header}2 - Игорь: кто знает почем щебень\n{header}5 - Павел: говорят 1900 за куб\n"
        f"{header}6 - Игорь: Спасибо Павел!\n{header}7 - Игорь: <Без медиафайлов>"
    )
    assert ask("почем щебень", chat)[0].endswith("говорят 1900 за куб")
    assert not any("Спасибо" in said or "медиа" in said for said in ask("почем щебень", chat))


def test_beside_the_best_message_none_stands_without_a_word_of_the_question() -> None:
    header = "[06/06/2025, 09:0"
    chat = passage(f"{header}2] Ann: the cat is with us\n{header}3] Tim: the oven is on again")
    assert ask("where is the cat", chat, close=9.0) == [f"{header}2] Ann: the cat is with us"]


def test_a_line_below_a_heading_is_of_it_and_not_of_another_one() -> None:
    recipes = passage("TART makes 2\n700g plums\n3 eggs\n\nDUMPLINGS\n5 eggs\n400g flour")
    for question, first in (("how many eggs in the tart", "3"), ("eggs for dumplings", "5")):
        assert ask(question, recipes)[0] == f"{first} eggs"


def test_of_a_list_of_telephones_the_line_of_whom_is_asked_for_is_quoted_alone() -> None:
    numbers = passage("guard Farhad 8-926-551-08-14\nnurse Ann 8-916-204-67-31\nThe guard sleeps.")
    assert ask("the telephone number of the guard", numbers, close=9.0) == [
        "guard Farhad 8-926-551-08-14"
    ]


def test_a_line_of_the_day_that_is_asked_about_comes_first() -> None:
    notes = passage(
        "by 10 June 41 people paid\nby 20 June 79 people paid\nby 1 July 96 people paid"
    )
    assert ask("how many people paid by 20 June", notes)[0].startswith("by 20 June")


@pytest.mark.parametrize(
    ("question", "is_quoted"),
    [("what date is the regatta", False), ("on what date was the message sent", True)],
)
def test_the_header_of_an_e_mail_is_quoted_only_when_it_is_asked_for(
    question: str, is_quoted: bool
) -> None:
    text = (
        "From: Owen Price\nDate: 4 May 2025 10:12\nSubject: regatta\n\n"
        "The regatta is on Saturday 14 June below the weir."
    )
    passage = replace(BASE, text=text)
    vectors = {passage.id: token_vectors(text)}
    ranked = rank_sentences(question, query_of(question), [passage], vectors)
    assert ("Date: 4 May 2025 10:12" in [quote.text for quote in ranked]) is is_quoted


HOURS = """Spring (1 March to 31 May)
Open Wednesday to Sunday, 10:00 to 16:30.
Winter (1 November to 28 February)
Open on Saturdays and Sundays only, 11:00 to 15:30."""
WINTER = HOURS.index("Winter")


@pytest.mark.parametrize(
    ("question", "hours"),
    [
        ("What time do you open on Saturdays in May?", "10:00 to 16:30"),
        ("What time do you open on Saturdays in January?", "11:00 to 15:30"),
        ("What time do you open on Saturdays in winter?", "11:00 to 15:30"),
    ],
)
def test_what_stands_under_the_time_that_is_asked_about_comes_first(
    question: str, hours: str
) -> None:
    seasons = (
        Anchor(0, heading="Hours › Spring (1 March to 31 May)"),
        Anchor(WINTER, heading="Hours › Winter (1 November to 28 February)"),
    )
    museum = replace(passage(HOURS), anchors=seasons)
    assert hours in ask(question, museum)[0]


def test_the_price_of_what_is_asked_about_goes_before_any_other() -> None:
    container = "How much is the container: 4200 pounds is how much the container is."
    ferry = "For children 38 pounds are paid on the ferry."
    assert ask("How much is the ferry?", passage(f"{container} {ferry}")) == [ferry]
    assert ask("How much is the container?", passage(f"{container} {ferry}")) == [container]


def test_a_price_below_the_heading_of_what_is_asked_about_goes_before_what_holds_none() -> None:
    text = "Nursery of the ferry\nYes, the nursery is for babies of the ferry. It costs £4 an hour."
    ferry = replace(passage(text), anchors=(Anchor(0, heading="Nursery of the ferry"),))
    told = ask("How much is the nursery of the ferry?", ferry, naming=2.0)
    assert told[0] == "It costs £4 an hour."


def test_a_weight_goes_before_what_has_more_words_and_no_weight() -> None:
    text = "One may drive there at 15 km/h. Lorries of over 5 tonnes are kept out."
    found = extract("what weight may one drive there", query_of(""), [make_passage(text)], {})
    assert [quote.text for quote in found.answers[:1]] == ["Lorries of over 5 tonnes are kept out."]


def test_a_deposit_is_asked_for_by_its_name() -> None:
    about = "The deposit for the garage comes back in the week of the garage."
    told = "On signing a deposit of 9000 pounds is paid."
    asked = ask("What is the deposit for the garage?", passage(f"{about} {told}"), naming=2.0)
    assert asked[0] == told


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("what is covered", "The hull is covered:"),
        ("what is not covered", "The hull is not covered:"),
    ],
)
def test_of_two_with_the_same_words_the_one_that_is_denied_as_the_question_is(
    question: str, said: str
) -> None:
    lines = ("The hull is not covered:", "The hull is covered:")
    for text in ("\n".join(lines), "\n".join(reversed(lines))):
        assert answers(question, query_of(question), [make_passage(text)], {})[0].text == said


def test_beside_who_sees_to_one_thing_stands_nobody_who_sees_to_another() -> None:
    fair = "Agreed to hold the summer fair on 17 May. Responsible: Nina Ash."
    oven = "Agreed to buy an oven. Responsible: Rufus Gale."
    asked = ask("who is responsible for the summer fair", passage(f"{fair}\n{oven}"))
    assert not any("Gale" in text for text in asked)
