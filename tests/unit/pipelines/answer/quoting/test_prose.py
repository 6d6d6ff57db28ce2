"""Which sentences answer a question that goes on from another one."""

from dataclasses import replace

import pytest

from pipelines.answer.quoting.found import Found, Own
from pipelines.answer.quoting.prose import Prose, read_prose
from pipelines.answer.quoting.weighing import things as things_of_question
from pipelines.nodes.answering.asked import asked_kind
from pipelines.nodes.answering.quotable import quotable_spans
from pipelines.nodes.questions.anchors import anchors_of
from tests.support.nodes.passage_maker import make_passage
from tests.support.nodes.table_maker import query_of

DRILL = "The last drill of the ropes was on 11 February 2026 and took 94 minutes."
YEARS = "The ropes of the drill are replaced every fifteen years."


def best_after(before: str, question: str, said: str = DRILL) -> str:
    """Return what is quoted first, where a sentence was quoted to the question before."""
    query = query_of(question)
    passage = make_passage(f"{DRILL} {YEARS}")
    found = Found(
        question,
        (),
        "en",
        query,
        [passage],
        {},
        Own(question, query),
        said=(said,),
        asked_before=before,
        confidence=0.9,
    )
    best = read_prose(found).best
    assert best is not None
    return best.text


def test_what_was_quoted_answers_again_where_it_holds_another_thing_that_is_asked() -> None:
    assert best_after("When was the last drill?", "how long did the last drill take?") == DRILL


@pytest.mark.parametrize("before", ["How long was the last drill?", "How often is there a drill?"])
def test_something_new_comes_before_what_was_quoted_to_the_same_kind_of_question(
    before: str,
) -> None:
    assert best_after(before, "how long did the last drill take?") == YEARS


def of_a_reason(*sentences: str) -> str:
    """Return what is quoted first to "why?", where the first of some sentences was quoted."""
    query = query_of("why are the ropes replaced every fifteen years?")
    passage = make_passage(" ".join(sentences))
    own = Own("why", query_of("why"))
    question = "why are the ropes replaced every fifteen years?"
    found = Found(question, (), "en", query, [passage], {}, own, said=sentences[:1], confidence=0.9)
    best = read_prose(found).best
    assert best is not None
    return best.text


def test_why_is_answered_by_a_sentence_that_gives_a_reason_or_as_before() -> None:
    reason = "They go brittle because of the frost."
    assert of_a_reason(YEARS, DRILL, reason) == reason
    assert of_a_reason(YEARS, DRILL) == YEARS


def test_what_is_put_in_anothers_place_is_in_what_is_quoted_first() -> None:
    question = "how many pairs of snipe are there now"
    query = query_of(question)
    passage = make_passage("Lapwing rose from 2 pairs to 5 pairs now. Snipe rose from 3 to 11.")
    found = Found(question, (), "en", query, [passage], {}, Own(question, query), confidence=0.9)
    told = [read_prose(one).best for one in (found, replace(found, exchanged=frozenset({"snipe"})))]
    assert [quote.text.split()[0] for quote in told if quote] == ["Lapwing", "Snipe"]


TRIAL = "The trial period of the worker lasts three months."


def missing_of(heads: dict[str, str], **named: str) -> tuple[str, ...]:
    """Return what is missing for whoever asks about the trial period of somebody."""
    question = "How long is the trial period of Maslova?"
    query = query_of(question)
    passage = make_passage(TRIAL, document_id="contract", **named)
    own = Own(question, query)
    anchors = anchors_of(question)
    found = Found(question, anchors, "en", query, [passage], {}, own, confidence=0.4, heads=heads)
    return read_prose(found).missing


def test_a_document_is_about_whom_it_names_where_it_begins() -> None:
    assert missing_of({}) == ("Maslova",)
    assert missing_of({"contract": "Contract of the Square press with Vera Maslova"}) == ()
    assert missing_of({"another": "Contract of the Square press with Vera Maslova"}) != ()


def test_a_document_is_about_whom_its_file_is_named_after() -> None:
    assert missing_of({}, file_name="contract_27_maslova.pdf") == ()
    assert missing_of({}, file_name="договор_маслова.pdf") == ()


def how_surely(question: str) -> float:
    """Return how surely a sentence of the weight of a rabbit answers a question, by its words."""
    query = query_of(question)
    rabbit = make_passage("The rabbit weighs 1870 grams and eats cabbage.", language="en")
    own = Own(question, query)
    found = Found(question, (), "ru", query, [rabbit], {}, own, confidence=0.62)
    return read_prose(found).confidence


def test_the_weight_of_another_thing_is_hardly_an_answer() -> None:
    assert how_surely("Сколько весит кролик?") > 0.3
    assert how_surely("Сколько весит хомяк?") < 0.1


def of_a_house(question: str) -> float:
    """Return how surely the rules of a house answer a question, by its words."""
    query = query_of(question)
    rules = make_passage("Kettles and fridges are allowed. Nurse: Ann Reid. Doors are shut at ten.")
    found = Found(question, (), "en", query, [rules], {}, Own(question, query), confidence=0.36)
    return read_prose(found).confidence


@pytest.mark.parametrize(
    ("named", "asked"),
    [
        ("nurse?", "what does the nurse do?"),
        ("may I have kettles?", "how are kettles and fridges repaired?"),
    ],
)
def test_a_bare_name_and_leave_for_one_thing_are_surer_answered_than_more(
    named: str, asked: str
) -> None:
    assert of_a_house(named) > 0.8 > 0.7 > of_a_house(asked)


def sureness(question: str, text: str, confidence: float = 0.5) -> float:
    query = query_of(question)
    own = Own(question, query)
    found = Found(question, (), "en", query, [make_passage(text)], {}, own, confidence=confidence)
    return read_prose(found).confidence


def test_a_number_beside_whom_it_is_asked_of_is_surely_it() -> None:
    listed = "guard Farhad 8-926-551-08-14\nnurse Ann 8-916-204-67-31"
    asked_by_name = sureness("дай номер farhad", listed, 0.4)
    assert asked_by_name > 0.6 > sureness("номер карты farhad", "guard Farhad has a card", 0.4)


def test_a_message_of_another_month_or_about_somebody_else_hardly_answers() -> None:
    chat = "[07/06/2025, 17:31] Tom: the water is off on Sunday\n[08/06/2025, 9:00] Ann: ok then"
    june, august = (sureness(f"when is the water off in {m}", chat) for m in ("June", "August"))
    assert june > august
    said = ("Ewa: birthday cake on 9 June", "Ann: it is for Joan", "Bob: Tom is off today")
    cake = "\n".join(f"[07/06/2025, 17:31] {one}" for one in said)
    assert sureness("when is the birthday", cake) > sureness("when is tom's birthday", cake)


@pytest.mark.parametrize(
    ("question", "above", "below"),
    [
        (
            "what are the tickets in 2027",
            "Summer of 2027.\nThe tickets are 57 euros.",
            "The tickets are 57 euros.\nThe passport is valid until 2027.",
        ),
        (
            "who is on duty on 5 August",
            "Rota for August.\nAnn Lee is on duty in the morning.",
            "Ann Lee is on duty in the morning.\nWedding on 16 August, 5 cars.",
        ),
        (
            "who is on duty on 5 August",
            "Ann Lee is on duty on 05.08.",
            "Ann Lee is on duty on 05.07.\nWedding on 16 August, 5 cars.",
        ),
        (
            "who is on duty on 5 August",
            "Ann Lee is on duty from 4 to 17 August.",
            "Ann Lee is on duty from 4 to 17 July.\nWedding on 16 August, 5 cars.",
        ),
    ],
)
def test_a_year_or_a_day_stands_above_what_is_told_of_it(
    question: str, above: str, below: str
) -> None:
    assert sureness(question, above) > 0.5 > sureness(question, below)


def test_where_the_reader_denies_it_a_price_is_of_what_is_named_in_so_many_words() -> None:
    question, text = "сколько стоит кирпич", "Щебень и песок стоят 1 900 рублей за куб."
    query, passage = query_of(question), make_passage(text, language="ru")
    own = Own(question, query)

    def sure(odds: float) -> float:
        read = {(passage.id, 0): odds}
        found = Found(question, (), "ru", query, [passage], {}, own, confidence=0.6, read=read)
        return read_prose(found).confidence

    assert max(sure(-3.0), sure(0.0)) < 0.4 < sure(4.0)


def read_so(question: str, text: str, *odds: float) -> Prose:
    """Return what is read in a text, the first sentences of which were read closely."""
    query, passage = query_of(question), make_passage(text)
    starts = [span.start for span in quotable_spans(text)]
    read = {(passage.id, start): one for start, one in zip(starts, odds, strict=False)}
    own = Own(question, query)
    found = Found(question, (), "en", query, [passage], {}, own, confidence=0.6, read=read)
    return read_prose(found)


@pytest.mark.parametrize(("odds", "shown"), [((3.0, 1.0), 2), ((3.0, -5.0), 1), ((-3.0, -5.0), 2)])
def test_beside_an_answer_nothing_stands_that_a_reader_denies(
    odds: tuple[float, float], shown: int
) -> None:
    text = "The ferry takes dogs at the stern. The ferry takes dogs and their people."
    assert len(read_so("does the ferry take dogs", text, *odds).extract.answers) == shown


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("how long does the ferry to the island take", "The ferry to the island takes a bend."),
        ("who takes the photos of the ferry", "The photos of the ferry are taken for money."),
        ("when is the ferry painted", "The ferry is painted by the crew."),
    ],
)
def test_without_what_is_known_by_its_shape_a_sentence_is_read_however_sure_it_is(
    question: str, text: str
) -> None:
    assert read_so(question, text).needs_reading
    assert read_so(question, text).confidence > 0.6 > read_so(question, text, -5.0).confidence


def test_a_day_may_stand_above_the_sentence_that_it_is_of() -> None:
    question, text = "when did we go to the regatta", "20 January 2026.\nWe went to the regatta."
    assert not read_so(question, text).needs_reading


@pytest.mark.parametrize(
    ("question", "with_it", "without"),
    [
        (
            "what time does the ferry leave",
            "The ferry leaves at 7:40.",
            "The ferry leaves on 13 July.",
        ),
        (
            "how much is a ticket for the ferry",
            "A ticket for the ferry is £4.",
            "A ticket for the ferry is sold on board. Tea costs £2.",
        ),
    ],
)
def test_an_hour_and_a_price_have_to_be_there(question: str, with_it: str, without: str) -> None:
    assert read_so(question, with_it, 8.0).confidence > 0.9
    assert read_so(question, without, 8.0).confidence < 0.2


def test_a_number_of_anything_is_no_price_where_the_reader_surely_denies_it() -> None:
    question, text = "how much is the repair of the ferry", "Item 3. The repair of the ferry."
    assert read_so(question, text, -4.0).confidence > 0.5 > read_so(question, text, -6.0).confidence
    priced = "The repair of the ferry is £300."
    assert read_so(question, priced, -6.0).confidence > 0.5
    beside = f"{text} For all of that £300 are paid."
    assert read_so(question, beside, -6.0, -6.0).confidence > 0.5


def test_a_day_of_another_matter_stands_above_no_answer_that_the_reader_denies() -> None:
    question = "when is the rubbish taken away"
    text = "Trip to the port by bus with the whole class: 22 January. The rubbish is taken away."
    prose = read_so(question, text, 0.0, -4.0)
    assert prose.confidence < 0.5


def test_a_line_that_is_only_a_day_stands_above_what_is_told_of_it() -> None:
    question, text = "когда была олимпиада", "20 января 2026 года.\nЕздили на олимпиаду автобусом."
    assert read_so(question, text, 0.0, -4.0).confidence > 0.5


def test_what_is_asked_in_other_words_is_no_answer_where_the_reader_surely_denies_it() -> None:
    question, text = "is there a schoolyard", "One adult is required for every schoolyard."
    query, passage = query_of(question), make_passage(text)
    found = Found(
        question, (), "en", query, [passage], {}, Own(question, query), confidence=0.6,
        read={(passage.id, 0): -8.0},
    )  # fmt: skip
    reworded = replace(found, put="is there a playground")
    assert read_prose(found).confidence > 0.5 > read_prose(reworded).confidence


@pytest.mark.parametrize(
    ("question", "text", "put"),
    [
        ("how much is the heating", "The heating is 2140 pounds.", "how much is the boiler"),
        (
            "how much is hire of an instrument",
            "After four terms of hire half of an instrument is paid.",
            "how much is hire of a saxophone",
        ),
    ],
)
def test_a_price_that_is_asked_in_other_words_is_doubted_where_the_reader_denies_it(
    question: str, text: str, put: str
) -> None:
    query, passage = query_of(question), make_passage(text)
    found = Found(
        question, (), "en", query, [passage], {}, Own(question, query), confidence=0.6,
        read={(passage.id, 0): -3.0},
    )  # fmt: skip
    reworded = replace(found, put=put)
    assert read_prose(found).confidence > 0.5 > read_prose(reworded).confidence


def test_of_two_that_come_close_the_one_with_the_sum_that_is_asked_for_is_first() -> None:
    question = "What is the deposit for the garage?"
    about = "The deposit for the garage comes back in a week."
    told = "A deposit of 9000 pounds is paid for the garage."
    prose = read_so(question, f"{about} {told}", 4.0, -2.0)
    assert prose.best is not None
    assert prose.best.text == told


def test_of_a_number_and_a_sum_the_one_is_first_that_the_reader_holds_likelier() -> None:
    question = "how much does the christmas dinner cost"
    told = "Two courses of the dinner are £24."
    assert (best := read_so(question, f"The christmas dinner is for 40. {told}", 2.1, 3.0).best)
    assert best.text == told


def test_where_a_number_is_asked_for_the_sentence_has_one() -> None:
    question = "how much did the sale of cakes make"
    told = read_so(question, "The sale of cakes made 70 pounds.", 8.0)
    untold = read_so(question, "There was a sale of cakes.", 8.0)
    assert told.confidence > 0.9 > 0.2 > untold.confidence


def test_a_number_of_other_things_is_doubted_where_the_reader_surely_denies_it() -> None:
    question, text = (
        "how many boats took part in the race",
        "The race of the boats brought nine medals.",
    )
    told, denied = (read_so(question, text, odds).confidence for odds in (-4.0, -6.0))
    assert told > 0.6 > denied


def test_a_noun_that_may_mean_a_number_asks_for_none_for_sure() -> None:
    question, text = "which crew mends a portion of boats", "The harbour crew mends boats."
    assert asked_kind(question).name == "how_many"
    assert read_so(question, text, 4.0).confidence > 0.6


def test_whose_number_it_is_is_quoted_with_it() -> None:
    question, text = "who do i call for towing", "Sloane, towing at night. Ring 01632 960288."
    prose = read_so(question, text, 3.0, -6.0)
    assert prose.best is not None
    assert prose.best.text == text
    assert prose.confidence > read_so(question, text, -6.0, -6.0).confidence


def test_a_speed_told_in_another_language_is_not_doubted_for_the_words_of_the_question() -> None:
    question = "How fast may I drive on the streets of the allotments?"
    query = query_of(question)
    said = "Скорость на улицах товарищества — не больше 15 километров в час."
    passage = make_passage(said, language="ru")
    own = Own(question, query)
    prose = read_prose(Found(question, (), "en", query, [passage], {}, own, confidence=0.6))
    assert prose.best is not None
    assert prose.confidence > 0.8


def test_the_sentence_beside_the_best_is_quoted_with_it_where_only_that_tells_when() -> None:
    text = "The rope of the mooring is frayed. Please have it replaced within three weeks."
    question = "by when must the frayed mooring rope be replaced"
    query = query_of(question)
    own = Own(question, query)
    found = Found(question, (), "en", query, [make_passage(text)], {}, own, confidence=0.9)
    best = read_prose(found).best
    assert best is not None
    assert best.text == text


def test_of_two_that_come_close_the_one_with_the_date_that_is_asked_for_is_first() -> None:
    question = "What date is the Moss wedding?"
    query = query_of(question)
    about = "The date of the Moss wedding is known to all."
    told = "The Moss party is on Saturday 20 June."
    found = Found(
        question, (), "en", query, [make_passage(f"{about} {told}")], {}, Own(question, query),
        confidence=0.9,
    )  # fmt: skip
    prose = read_prose(found)
    assert [quote.text for quote in prose.extract.answers] == [told, about]
    assert prose.extract.ranked[0].text == about, "how surely it answers is that of the best"


def test_a_month_that_is_only_named_stands_behind_the_date_of_the_same() -> None:
    month = "A late interim report delays the January payment."
    dated = "Send an interim report of 800 words by 10 January 2027, and a final one by 15 July."
    prose = read_so("interim report deadline", f"{month} {dated}", 4.0, -2.0)
    assert prose.best is not None
    assert prose.best.text == dated
    other = dated.replace("an interim", "a yearly")
    prose = read_so("interim report deadline", f"{month} {other}", 4.0, -2.0)
    assert prose.best is not None
    assert prose.best.text == month, "it has fewer words of the question"


@pytest.mark.parametrize(
    ("question", "sentence", "is_told"),
    [
        ("какой телефон у коменданта", "Комендант — Ида Ройтман, телефон 555-01-88.", True),
        ("какой телефон у директора", "Директор — Ида Ройтман, телефон 555-01-88.", True),
        ("what is the bursar's phone number", "Bursar: Ida Royce, 01632 960188.", True),
        ("какой телефон у коменданта", "Завхоз — Ида Ройтман, телефон 555-01-88.", False),
    ],
)
def test_a_number_beside_whoever_it_is_asked_of_is_denied_by_a_sure_reader_alone(
    question: str, sentence: str, *, is_told: bool
) -> None:
    query, passage = query_of(question), make_passage(sentence, language="ru")
    place = (passage.id, 0)
    found = Found(question, (), "ru", query, [passage], {}, Own(question, query), confidence=0.6)
    assert (read_prose(replace(found, read={place: -2.8})).confidence > 0.5) == is_told
    assert read_prose(replace(found, read={place: -9.0})).confidence < 0.5


@pytest.mark.parametrize(
    ("question", "letter"),
    [
        ("phone of berta klint", "Pay by Friday.\nBerta Klint, Boats\nTel. 01632 960417"),
        ("телефон григория оленева", "Ждём вас.\nГригорий Оленев, «Верфь»\nтел. 016 3296 0417"),
    ],
)
def test_a_number_below_a_signature_is_of_whoever_signed(question: str, letter: str) -> None:
    prose = read_so(question, letter, -8.0, -8.0, -8.0)
    assert prose.confidence > 0.6
    assert prose.best is not None
    assert prose.best.text == letter[letter.index("\n") + 1 :]


def test_who_is_asked_in_other_words_is_doubted_where_nothing_stands_for_whom(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(things_of_question, "unsupported_share", lambda *_, **__: 0.33)
    question, text = "who chairs the society", "The society elected Rolf Amber to the chair."
    query, passage = query_of(question), make_passage(text)
    own, read = Own(question, query), {(passage.id, 0): -2.5}
    found = Found(question, (), "en", query, [passage], {}, own, confidence=0.6, read=read)
    reworded = replace(found, put="who chairs the club of veterans")
    assert read_prose(reworded).confidence < 0.5 < read_prose(found).confidence


def test_two_words_that_deny_need_no_other_word_of_the_question() -> None:
    text = "Ring twice at the gate. No bicycles. Children wait at the door."
    assert read_so("may bicycles come in", text, 0.0, 3.0).confidence > 0.6
