"""What a message means after what was said before, and which reading of it is taken."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.answer.state import Hit, Reading
from pipelines.answer.understanding import MOST_READINGS, Understood, choose, spare, understand
from pipelines.models.answers import Exchange
from pipelines.models.requests import AnswerRequest

PRICE = Exchange("Сколько стоит участок в Берёзовке в 2023 году?", "Берёзовка, 2023: 3 100 ₽ [1]")
CHAIR = Exchange("Кто председатель?", "Председатель — Вера Сомова. [1]", subject=("Вера Сомова",))
THANKS = Exchange("", "Пожалуйста.", kind="thanks")
LISTED = Exchange("", "1. Fees", documents=("d",), kind="documents")


def read(text: str, *exchanges: Exchange, **more: object) -> Understood:
    return understand(AnswerRequest(text, "chat", 1, **more), exchanges)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Привет!", "greeting"),
        ("thanks", "thanks"),
        ("👍", "acknowledgement"),
        ("who are you?", "identity"),
        ("Какие документы есть?", "documents"),
        ("How many documents are there?", "document_count"),
        ("О чём этот документ?", "about_document"),
        ("подробнее", "more"),
        ("Какая завтра погода?", "outside"),
        ("ghbdtn", "greeting"),  # typed on the other layout
    ],
)
def test_what_wants_no_search_has_no_readings(text: str, kind: str) -> None:
    understood = read(text, PRICE)
    assert understood.intent.kind == kind
    assert understood.readings == ()


def test_how_many_there_are_is_of_documents_only_after_a_list_of_them() -> None:
    assert read("А сколько их?", LISTED).intent.kind == "document_count"
    for earlier in ((), (PRICE,), (LISTED, PRICE)):
        assert read("А сколько их?", *earlier).intent.kind == "question"


def test_where_it_is_from_asks_after_an_answer_that_cites() -> None:
    cited = Exchange("Кто казначей?", "Лапин [1]", passages=(7,), documents=("d",))
    assert read("откуда это?", cited).intent.kind == "source"
    assert read("откуда это?", PRICE).intent.kind == "question"
    assert read("where is that from?").intent.kind == "question"


def test_who_doubts_that_there_is_no_answer_asks_the_same_again() -> None:
    cited = Exchange("Кто казначей?", "Лапин [1]", passages=(7,), documents=("d",))
    refused = replace(cited, question="Есть парковка?", answer="В документах этого нет.")
    understood = read("точно?", cited, refused)
    assert [reading.question for reading in understood.readings] == ["Есть парковка?"]
    assert read("точно?", refused, cited).intent.kind == "source"
    assert read("точно").intent.kind == "acknowledgement"


def test_a_question_is_read_as_written_and_as_a_follow_up() -> None:
    written, exchanged = read("а в Калиновке?", PRICE).readings
    assert written.shown == ""
    assert exchanged.question == "Сколько стоит участок в Калиновке в 2023 году?"
    assert (exchanged.shown, exchanged.leaning) == ("в Калиновке, в 2023", 1.0)


def test_a_day_is_read_by_its_date_too_and_stays_as_it_was_put() -> None:
    request = AnswerRequest("who works tomorrow?", "chat", 1)
    written, dated = understand(request, (), date(2026, 11, 27)).readings
    assert written.question == "who works tomorrow?"
    assert dated.question == "who works on Saturday 28 November?"
    assert (dated.day, dated.legible, dated.put) == ("2026-11-28", *2 * (written.question,))


@pytest.mark.parametrize(("found", "taken"), [((Hit(1, 0.5),), "dated"), ((), "written")])
def test_a_date_is_taken_where_what_was_found_names_it(found: tuple[Hit, ...], taken: str) -> None:
    written = Reading("written", hits=(Hit(2, 0.9),), confidence=0.9)
    dated = Reading("dated", hits=found, confidence=0.4, day="2026-11-28", undated="written")
    (chosen,) = choose((written, dated))
    assert chosen.question == taken


def test_as_written_is_one_reading_to_the_letter() -> None:
    (only,) = read("а в Калиновке?", PRICE, is_literal=True).readings
    assert only == Reading("а в Калиновке?")
    assert read("Привет!", is_literal=True).readings == (Reading("Привет!"),)


def test_a_courtesy_between_is_passed_over() -> None:
    assert read("а в Калиновке?", PRICE, THANKS).earlier == PRICE
    assert read("О чём он?", PRICE, LISTED).earlier == LISTED


def test_a_reply_means_the_answer_that_it_replies_to() -> None:
    shown = "Берёзовка, 2023:\nБерёзовка, 2023: 3 100 ₽ [1]\n\nИсточники\n[1] Плата"
    assert read("а в 2024?", PRICE, CHAIR, replied_to=shown).earlier == PRICE
    assert read("а в 2024?", PRICE, CHAIR).earlier == CHAIR
    lost = read("а в 2024?", PRICE, CHAIR, replied_to="Something else")
    assert lost.earlier is not None
    assert lost.earlier.question == "", "it leans on no other answer in place of one not known"
    assert [reading.shown for reading in lost.readings] == [""]
    receipt = read("о чём этот документ?", PRICE, replied_to="Готово", about=("lease",))
    assert receipt.earlier is not None
    assert receipt.earlier.documents == ("lease",), "that of the receipt, and none that came later"


def test_what_was_said_in_vain_and_about_hardly_anything_is_leant_on_by_nothing() -> None:
    in_vain = Exchange("сколько по времени", "В базе нет ответа на этот вопрос.")
    assert read("в каком кабинете", CHAIR, in_vain).earlier == CHAIR
    other = Exchange("Сколько стоит лодка с веслами?", "В базе нет ответа на этот вопрос.")
    assert read("а без вёсел?", CHAIR, other).earlier == other, "it brought a matter of its own"
    whoever = Exchange("who runs the choir?", "The base has no answer to this question.")
    assert read("what's her number", CHAIR, whoever).earlier == whoever, "she is no one else"


def test_why_asks_after_the_earlier_question() -> None:
    (why,) = read("почему?", PRICE).readings
    assert why.question == "стоит участок в Берёзовке в 2023: почему?"
    assert (why.own, why.is_carried) == ("почему", True)
    (dear,) = read("а почему так дорого?", PRICE).readings
    assert dear.question == why.question, "no other thing is asked for than the reason"
    for said in ("с чего вдруг?", "а почему так строго?"):
        (reason,) = read(said, Exchange("Коту на балкон можно?", "Нет. [1]")).readings
        assert reason.question.startswith("Коту на балкон: "), "a cat is no name"
    (spanish,) = read("¿Por qué?", Exchange("¿Cuándo abre la piscina?", "A las 9. [1]")).readings
    assert spanish.own == "Por qué"


def test_what_is_asked_politely_with_if_is_a_question_of_its_own() -> None:
    asked = read("can you tell me if dogs are allowed?", Exchange("Where is the pool?", "[1]"))
    assert [reading.shown for reading in asked.readings] == [""]
    assert read("почему?").readings[0].shown == ""


def test_two_questions_are_two_parts_and_only_the_first_leans() -> None:
    readings = read("Какой у неё телефон? Кто казначей товарищества?", CHAIR).readings
    assert {reading.part for reading in readings} == {0, 1}
    assert [reading.shown for reading in readings if reading.part == 1] == [""]


def test_of_several_questions_each_is_known_as_it_was_put() -> None:
    readings = read("What is the price of the ferry and is there a bar?").readings
    assert list(dict.fromkeys(reading.put for reading in readings)) == [
        "What is the price of the ferry?",
        "is there a bar?",
    ]
    assert readings[1].question == "ferry: is there a bar?"


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Здравствуйте! Подскажите, пожалуйста, кто казначей?", "кто казначей"),
        ("kak oformit propusk", "как оформит"),
        ("rfr jajhvbnm ghjgecr", "как оформить пропуск"),
        ("Кто дежурит 22-го июня?", "кто дежурит 22 июня"),
    ],
)
def test_a_question_is_searched_without_its_courtesies_and_as_meant(
    text: str, question: str
) -> None:
    assert read(text).readings[0].question.casefold().startswith(question)


def test_a_question_is_read_without_whom_it_tells_of_in_passing() -> None:
    told, alone = read("Мой Вася ходит на лодочную станцию, на каком причале они стоят?").readings
    assert "Вася" in told.question
    assert alone.question == "на каком причале стоят лодочную станцию?"
    assert told.order > alone.order, "as it was written it needs more confidence"


def test_the_thing_a_question_begins_with_is_not_told_in_passing() -> None:
    (only,) = read("The lighthouse on Swan Rock, how tall is that one?").readings
    assert "Swan Rock" in only.question


def reading(shown: str = "", **more: object) -> Reading:
    return Reading(f"q{shown}", shown=shown, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("written", "carried", "leaning", "wins"),
    [
        (0.6, 0.7, 0.5, "carried"),
        (0.7, 0.6, 0.5, "written"),
        (0.6, 0.7, 0.0, "written"),  # it stands by itself: not by so little
        (0.6, 0.8, 0.0, "written"),  # nor by more, if it is answered as it stands
        (0.4, 0.6, 0.0, "carried"),
        (0.65, 0.6, 0.85, "carried"),
        (0.9, 0.1, 1.0, "carried"),  # alone it says nothing
    ],
)
def test_the_reading_that_the_base_answers_best_wins_by_a_margin(
    written: float, carried: float, leaning: float, wins: str
) -> None:
    readings = (
        reading(confidence=written, leaning=leaning),
        reading("x", confidence=carried, leaning=leaning),
    )
    (chosen,) = choose(readings)
    assert ("carried" if chosen.shown else "written") == wins


def test_of_equals_the_likelier_one_wins() -> None:
    added = reading("x", confidence=0.5, leaning=1.0, order=1)
    exchanged = reading("y", confidence=0.5, leaning=1.0)
    assert choose([added, exchanged]) == (exchanged,)


@pytest.mark.parametrize(
    ("leaning", "confidence", "is_kept"),
    [(0.45, 0.64, True), (0.45, 0.4, False), (0.9, 0.64, False)],
)
def test_a_short_question_that_is_answered_as_it_stands_takes_nothing_over(
    leaning: float, confidence: float, is_kept: bool
) -> None:
    written = Reading("When is lunch?", leaning=leaning, confidence=confidence)
    carried = Reading("When is lunch tea?", shown="tea", leaning=leaning, confidence=0.75)
    assert choose([written, carried]) == ((written,) if is_kept else (carried,))


@pytest.mark.parametrize(
    ("shown", "passage", "confidence", "is_kept"),
    [
        ("bakers", 1, 0.6, True),
        ("bakers", 2, 0.6, False),  # something else is found by them
        ("bakers", 1, 0.5, False),  # hardly anything is found without them
        ("Anna Orlova", 1, 0.6, False),  # who is meant is to be seen
    ],
)
def test_what_finds_nothing_else_is_not_taken_over(
    shown: str, passage: int, confidence: float, *, is_kept: bool
) -> None:
    written = reading(leaning=0.9, confidence=confidence, hits=(Hit(1, 0.8),))
    carried = reading(
        shown, leaning=0.9, confidence=0.8, is_carried=True, hits=(Hit(passage, 0.9),)
    )
    assert choose([written, carried]) == ((written,) if is_kept else (carried,))


@pytest.mark.parametrize(
    ("stands", "carried_stands", "is_kept"),
    [(True, False, True), (True, True, False), (False, False, False)],
)
def test_a_thing_that_stands_there_and_not_near_the_earlier_is_new(
    stands: bool, carried_stands: bool, is_kept: bool
) -> None:
    written = Reading("Any towels?", leaning=0.45, confidence=0.4, stands=stands)
    carried = Reading(
        "Any towels kettle?", shown="kettle", leaning=0.45, confidence=0.9, stands=carried_stands
    )
    assert choose([written, carried]) == ((written,) if is_kept else (carried,))


@pytest.mark.parametrize(("found", "is_kept"), [(1, True), (2, False)])
def test_a_thing_that_stands_there_is_new_where_the_earlier_finds_nothing_else(
    found: int, *, is_kept: bool
) -> None:
    written = Reading(
        "как записаться", leaning=0.45, confidence=0.5, stands=True, hits=(Hit(1, 0.8),)
    )
    carried = Reading(
        "как записаться щенком", shown="щенком", leaning=0.45, confidence=0.7, stands=True
    )
    carried = replace(carried, hits=(Hit(found, 0.9),))
    assert choose([written, carried]) == ((written,) if is_kept else (carried,))


@pytest.mark.parametrize(("stands_in", "is_kept"), [(1, True), (3, False)])
def test_a_thing_is_new_where_the_earlier_finds_it_in_no_other_place(
    stands_in: int, *, is_kept: bool
) -> None:
    written = Reading("where is the ladder", leaning=0.45, confidence=0.5, hits=(Hit(1, 0.8),))
    written = replace(written, stands=True, stands_in=1)
    carried = replace(written, question="where is the ladder flood?", shown="flood", confidence=0.7)
    carried = replace(carried, hits=(Hit(2, 0.9),), stands_in=stands_in)
    assert choose([written, carried]) == ((written,) if is_kept else (carried,))


def test_one_reading_of_each_part_is_taken() -> None:
    parts = [reading(part=part, confidence=part / 10) for part in (0, 1, 1)]
    assert [each.part for each in choose(parts)] == [0, 1]
    assert choose([]) == ()


@given(st.text(min_size=1, max_size=80), st.text(max_size=80), st.text(max_size=80))
def test_no_message_is_refused(text: str, earlier: str, replied_to: str) -> None:
    understood = read(text, Exchange(earlier, "An answer."), replied_to=replied_to)
    parts = [each.part for each in understood.readings]
    assert all(parts.count(part) <= MOST_READINGS for part in parts)
    assert bool(understood.readings) == (understood.intent.kind == "question")
    (literal,) = read(text, Exchange(earlier, "An answer."), is_literal=True).readings
    assert literal.question == text


def test_what_else_a_question_may_mean_is_kept_if_something_was_found_for_it() -> None:
    taken = Reading("F54 of the boiler?", shown="F54", hits=(Hit(1, 0.5),), confidence=0.5)
    written = Reading("F54?", hits=(Hit(2, 0.5),), confidence=0.4)
    astray = Reading("F54 of the pump?", shown="F54", hits=(Hit(3, 0.5),), confidence=0.9)
    empty = Reading("F54 there?", confidence=0.9)
    assert spare([taken, written, astray, empty], [taken]) == (written,)
    stands = replace(astray, stands=True)
    assert spare([taken, written, stands], [taken]) == (stands,)
    assert spare([taken], [taken]) == ()
    whole = replace(written, is_whole=True)
    assert spare([taken, whole, stands], [taken]) == (stands, whole), "it may stand alone"


def test_what_may_stand_alone_leans_little_on_what_is_over_or_had_no_answer() -> None:
    told = replace(PRICE, subject=("Берёзовка",))
    for before in ((replace(PRICE, answer="Этого нет."),), (told, THANKS)):
        for message, leaning in (("баня платная?", 0.45), ("а в Калиновке?", 1.0)):
            assert {one.leaning for one in read(message, *before).readings} == {leaning}
    assert {one.leaning for one in read("баня платная?", told).readings} == {0.9}


@pytest.mark.parametrize(("stands", "taken"), [(False, ""), (True, "Nika")])
def test_what_is_carried_over_must_be_about_what_is_named_now(stands: bool, taken: str) -> None:
    written = Reading("which fine", leaning=0.45, confidence=0.4)
    carried = Reading("which fine Nika?", own="which fine", shown="Nika", is_carried=True)
    carried = replace(carried, leaning=0.45, confidence=0.65, stands=stands)
    assert choose([written, carried])[0].shown == taken


def test_what_is_done_is_no_thing_that_must_stand_there() -> None:
    written = Reading("что взять с собой", leaning=0.45, confidence=0.2)
    carried = replace(written, own="что взять с собой", shown="поход", is_carried=True)
    carried = replace(carried, confidence=0.45)
    assert choose([written, carried])[0].shown == "поход"


def test_how_often_names_nothing_that_must_stand_there() -> None:
    written = Reading("как часто", leaning=0.45, confidence=0.4)
    carried = replace(written, own="как часто", shown="черепаху", is_carried=True, confidence=0.65)
    assert choose([written, carried])[0].shown == "черепаху"


def test_which_of_the_last_two_things_is_cheaper() -> None:
    kayak = Exchange("how much is the kayak", "£8 [1]")
    canoe = Exchange("how much is the canoe", "£9 [1]")
    (reading,) = read("which is cheaper", kayak, canoe).readings
    assert reading.question == "which is cheaper: kayak or canoe?"
    assert reading.shown == "kayak / canoe"


def test_of_two_ways_to_take_a_message_one_goes_on_in_the_document_that_was_cited() -> None:
    written = reading(leaning=0.7, confidence=0.52, hits=(Hit(1, 0.8),))
    carried = reading("skis", leaning=0.7, confidence=0.5, is_carried=True, hits=(Hit(2, 0.8),))
    assert choose([written, carried]) == (written,)
    on_it = replace(carried, goes_on=True)
    assert choose([written, on_it]) == (on_it,)
