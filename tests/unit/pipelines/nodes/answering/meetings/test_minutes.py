"""Minutes: who was there, who was not, and what was decided."""

import pytest

from pipelines.models.answers import Passage
from pipelines.models.documents import Anchor, Span
from pipelines.nodes.answering.cite import Quote
from pipelines.nodes.answering.meetings.dates import day_above
from pipelines.nodes.answering.meetings.items import agenda_line
from pipelines.nodes.answering.meetings.minutes import (
    asked_of_minutes,
    not_of_voter,
    outcome_of,
    told_in_minutes,
)
from pipelines.nodes.questions.anchors import Anchor as Hanging
from tests.support.nodes.passage_maker import make_passage

BOAT_CLUB = make_passage(
    "Minutes of the committee, 4 May\n"
    "Present: Nora Quill (chair), Ivo Marsh.\n"
    "Apologies: Olaf Lund.\n"
    "1. Pontoon. Two offers came in. The committee chose Tarn Timber.\n"
    "2. Rope. The store is full. Ivo is to sell the old hemp."
)
BOAT_CLUB_IN_ENGLISH = make_passage(BOAT_CLUB.text.replace("Pontoon", "Pier"), language="en")
WORKSHOP = make_passage(
    "Планёрка, 12 мая. Были: Зоя и Пётр. Не было: Глеб, болеет.\n"
    "1. Печь. Мастер приедет в среду. Решили: новую печь не покупать.\n"
    "2. Отпуска. Зоя — в июле."
)
BOARD = make_passage("Protokoll der Sitzung\nAnwesend: Herr Ahl.\nEntschuldigt: Frau Ochs.")
JUNTA = make_passage("Acta de la reunión\nPresentes: Luis Paz.\nAusentes: Inés Roca.")


def told(question: str, passage: Passage) -> list[str]:
    asked = asked_of_minutes(question)
    return [quote.text for quote in told_in_minutes(asked, [passage])] if asked else []


@pytest.mark.parametrize(
    ("question", "passage", "said"),
    [
        ("who wasn't at the meeting", BOAT_CLUB, ["Apologies: Olaf Lund."]),
        ("who sent apologies", BOAT_CLUB, ["Apologies: Olaf Lund."]),
        ("who was at the meeting", BOAT_CLUB, ["Present: Nora Quill (chair), Ivo Marsh."]),
        ("кого не было на планёрке", WORKSHOP, ["Не было: Глеб, болеет."]),
        ("кто был на планерке?", WORKSHOP, ["Были: Зоя и Пётр."]),
        ("who was absent", BOAT_CLUB, ["Apologies: Olaf Lund."]),
        ("who could not make it to the meeting", BOAT_CLUB, ["Apologies: Olaf Lund."]),
        ("who wasnt able to come to the meeting", BOAT_CLUB, ["Apologies: Olaf Lund."]),
        ("who couldnt come to the meeting in may", BOAT_CLUB, ["Apologies: Olaf Lund."]),
        ("кого не было", WORKSHOP, ["Не было: Глеб, болеет."]),
        ("кто не смог прийти на планёрку", WORKSHOP, ["Не было: Глеб, болеет."]),
        ("wer fehlte bei der Sitzung", BOARD, ["Entschuldigt: Frau Ochs."]),
        ("quién no pudo venir a la reunión", JUNTA, ["Ausentes: Inés Roca."]),
    ],
)
def test_who_was_there_stands_behind_its_label(
    question: str, passage: Passage, said: list[str]
) -> None:
    assert told(question, passage) == said


@pytest.mark.parametrize(
    ("question", "passage", "said"),
    [
        (
            "what was decided at the meeting",
            BOAT_CLUB,
            ["The committee chose Tarn Timber.", "Ivo is to sell the old hemp."],
        ),
        ("what was decided about the pontoon", BOAT_CLUB, ["The committee chose Tarn Timber."]),
        ("что решили по печи", WORKSHOP, ["Решили: новую печь не покупать."]),
        ("что решили по отпускам", WORKSHOP, []),
    ],
)
def test_decisions_are_known_by_their_verbs(
    question: str, passage: Passage, said: list[str]
) -> None:
    assert told(question, passage) == said


LOG = make_passage(
    "Ops meeting log\n"
    "Ops meeting, 12 February 2026\n"
    "Present: Dana, Ben.\n"
    "Decision: the new shift plan starts on 1 April.\n"
    "Ops meeting, 5 March 2026\n"
    "Present: Dana, Olu.\n"
    "Forklift no. 3 is out of service again. Decision: we buy the Toyota.\n"
    "Wi-Fi in hall B is still bad."
)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("what did we decide about the forklift", ["Decision: we buy the Toyota."]),
        ("what was decided in march", ["Decision: we buy the Toyota."]),
        (
            "list of decisions from february",
            ["Decision: the new shift plan starts on 1 April."],
        ),
        (
            "list all decisions",
            ["Decision: the new shift plan starts on 1 April.", "Decision: we buy the Toyota."],
        ),
        ("who was at the meeting in march?", ["Present: Dana, Olu."]),
    ],
)
def test_of_a_log_of_meetings_the_month_tells_which(question: str, said: list[str]) -> None:
    assert told(question, LOG) == said


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What was decided on 19 March 2026?", ["Resolved: two ladders are bought."]),
        ("Что решили на собрании 5 марта 2026 года?", ["Agreed: the gate is locked at ten."]),
        ("what was decided in march", [
            "Agreed: the gate is locked at ten.", "Resolved: two ladders are bought.",
        ]),
        ("what was decided on 7 March 2026", []),
    ],
)  # fmt: skip
def test_of_two_meetings_in_a_month_the_day_tells_which(question: str, said: list[str]) -> None:
    minutes = make_passage(
        "Minutes of the meeting, 5 March 2026\nAgreed: the gate is locked at ten.\n"
        "Minutes of the meeting, 19 March 2026\nResolved: two ladders are bought."
    )
    assert told(question, minutes) == said


@pytest.mark.parametrize(
    "question",
    [
        "who was at fault",
        "кто был директором",
        "when is the meeting",
        "who decided it",
        "who could not come to the party",
        "кого не было на складе",
    ],
)
def test_other_questions_are_of_no_minutes(question: str) -> None:
    assert asked_of_minutes(question) is None


def test_what_is_no_minutes_decides_nothing() -> None:
    rules = make_passage("Rules of the club. Refunds were approved by nobody.")
    assert told("what was decided", rules) == []


OWNERS = make_passage(
    "Всего участков 112. Присутствуют лично или по доверенности 67 человек. Кворум имеется.\n"
    "Предложили поставить шлагбаум. Голосовали: за 28, против 35. Решение не принято.\n"
    "Дорога. Заключить договор. Голосовали: за 49, против 14. Принято."
)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("приняли шлагбаум или нет", ["Решение не принято."]),
        ("сколько голосов было за дорогу", ["Голосовали: за 49, против 14."]),
        ("как голосовали по шлагбауму", ["Голосовали: за 28, против 35."]),
        ("был ли кворум", ["Кворум имеется."]),
        (
            "сколько человек было на собрании",
            ["Присутствуют лично или по доверенности 67 человек."],
        ),
    ],
)
def test_how_many_came_and_how_a_matter_ended(question: str, said: list[str]) -> None:
    assert told(question, OWNERS) == said


@pytest.mark.parametrize(
    "question", ["сколько голосов", "сколько человек живёт в доме", "was the pool approved of dogs"]
)
def test_of_no_matter_and_no_meeting_nothing_is_told(question: str) -> None:
    assert told(question, BOAT_CLUB) == []


CHOIR = (
    make_passage(
        "Протокол собрания хора\nПОВЕСТКА ДНЯ\n- Отчёт старосты.\n- Покупка рояля.\n"
        "- Запись концертов на видео."
    ),
    make_passage(
        "1. СЛУШАЛИ: старосту об итогах сезона. Отчёт принят к сведению.\n\n"
        "Голосовали: «за» – 21, «против» – 2.\n\n"
        "2. СЛУШАЛИ: Белкину о состоянии инструмента. Рассмотрены предложения салонов:\n"
        "1) ООО «Клавир»;\n2) салон «Дека».\n\n"
        "РЕШИЛИ: заключить договор с салоном «Дека». Собрать по 900 руб."
    ),
    make_passage(
        "Голосовали: «за» – 17, «против» – 6.\n\n"
        "3. СЛУШАЛИ: Орехова о съёмке. Предложено пригласить оператора.\n\n"
        "РЕШИЛИ: запись отложить, поскольку не хватает света.\n\n"
        "Голосовали: единогласно.\n\n"
        "4. РАЗНОЕ. Гардероб просят убрать до мая."
    ),
)
RIDERS = (
    make_passage(
        "Minutes of the riding club\nAgenda\n1. Saddles\n2. Arena lights\n3. Vet\n"
        "1. Saddles. Two are worn out.\nResolved: to mend both this winter.\n"
        "Voted: 9 for, 1 against.\n"
        "2. Arena lights. Ida showed three lamps.\n"
        "Resolved: to wait until autumn because the cable is too thin.\n"
        "Voted: 4 for, 6 against.\n"
        "3. Vet. Three practices wrote.\nDecision: Moss & Daughters were chosen.\n"
        "Carried unanimously."
    ),
)
_NO_LIGHT = "РЕШИЛИ: запись отложить, поскольку не хватает света."
_THIN = "Resolved: to wait until autumn because the cable is too thin."
_PIANO = "Голосовали: «за» – 17, «против» – 6."
_MENDED = "Resolved: to mend both this winter."
_DECA = "РЕШИЛИ: заключить договор с салоном «Дека»."


@pytest.mark.parametrize(
    ("question", "passages", "said"),
    [
        ("что решили про рояль", CHOIR, [_DECA, "Собрать по 900 руб.", _PIANO]),
        ("сколько человек голосовало за рояль", CHOIR, [_PIANO, _DECA]),
        ("какой салон выбрали для покупки рояля", CHOIR, [_DECA]),
        ("почему отложили запись концертов", CHOIR, [_NO_LIGHT]),
        ("сколько проголосовало за видео", CHOIR, ["Голосовали: единогласно.", _NO_LIGHT]),
        ("сколько проголосовало за гардероб", CHOIR, []),
        ("почему закрыли буфет", CHOIR, []),
        ("what was decided about the arena lights", RIDERS, [_THIN, "Voted: 4 for, 6 against."]),
        ("how many voted for the saddles", RIDERS, ["Voted: 9 for, 1 against.", _MENDED]),
        ("why didn't we get the arena lights", RIDERS, [_THIN]),
        ("which vet was chosen", RIDERS, []),
        ("which vet practice was chosen", RIDERS, ["Decision: Moss & Daughters were chosen."]),
        ("who was chosen as the vet", RIDERS, ["Decision: Moss & Daughters were chosen."]),
        ("what was the vote on the fence", RIDERS, []),
        ("what was decided about the arena lights afterwards", RIDERS, []),
        ("запись концертов отложили, а потом что решили", CHOIR, []),
    ],
)
def test_a_decision_and_a_vote_are_those_of_the_item_that_is_about_the_matter(
    question: str, passages: tuple[Passage, ...], said: list[str]
) -> None:
    asked = asked_of_minutes(question)
    quotes = told_in_minutes(asked, passages) if asked else ()
    assert [quote.text for quote in quotes] == said


CHOIR_NIGHT = (
    "6. Moving choir night to Thursday. Some altos had asked. Not carried; it stays on Mondays.\n"
    "7. Tickets. Colin prints them. Agreed.\n"
    "8. Lights.\n"
    "The stairs are dark. It was decided to buy four lamps.\n"
    "Colin buys them.\n"
    "9. Cakes.\n"
    "Everybody likes them.\n"
    "10. Keys.\n"
    "It was agreed to copy two."
)


@pytest.mark.parametrize(
    ("title", "outcome"),
    [
        ("Moving choir night to Thursday.", "Not carried; it stays on Mondays."),
        ("Tickets.", "Agreed."),
        ("Some altos had asked.", None),
        ("Lights.", "It was decided to buy four lamps."),
        ("Cakes.", None),
    ],
)
def test_a_title_goes_with_how_its_item_ended(title: str, outcome: str | None) -> None:
    start = CHOIR_NIGHT.index(title)
    quote = Quote(make_passage(CHOIR_NIGHT), Span(start, start + len(title)))
    ended = outcome_of(quote)
    assert (ended.text if ended else None) == outcome


ORCHARD = make_passage(
    "Протокол общего собрания\n"
    "Повестка\n"
    "1. Отчёт правления\n"
    "2. Размер взносов\n"
    "3. Ремонт дороги\n"
    "По вопросу 1. Слушали Берг. Долги по взносам растут. Голосовали: за 88, против 3.\n"
    "По вопросу 2. Берг пояснила рост. Голосовали за смету: за 69, против 22. Принято.\n"
    "По вопросу 3. Целевой взнос собран. Выбрали ИП Каро. За 71, против 19. Срок — июль.",
    language="ru",
)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("кто голосовал против взносов", ["Голосовали за смету: за 69, против 22."]),
        ("кто голосовал против ремонта дороги", ["За 71, против 19."]),
        ("кого выбрали ремонтировать дорогу", ["Выбрали ИП Каро."]),
        ("кто выиграл ремонт дороги", ["Выбрали ИП Каро."]),
        ("who won the road repair", ["Выбрали ИП Каро."]),
        ("кого выбрали в ревизионную комиссию", []),
    ],
)
def test_of_items_with_the_same_word_the_one_is_meant_whose_title_has_it(
    question: str, said: list[str]
) -> None:
    assert told(question, ORCHARD) == said


ALLOTMENT = make_passage(
    "Minutes of the meeting of the Allotment Committee of 14 March 2026\n"
    "Present: Ruth Adeyemi, Colin Marsh\n"
    "1. Fees. It was agreed to raise the annual fee from £40 to £48.\n"
    "2. Water. The committee discussed the standpipe by plot 12."
)
GARDENERS = make_passage(
    "Протокол общего собрания СНТ «Рябинка» от 21 февраля 2026 года\n"
    "1. О взносах. Решили: поднять членский взнос до 9000 рублей.\n"
    "2. О дороге. Решили: закупить 40 тонн щебня."
)


@pytest.mark.parametrize(
    ("question", "passage", "decision"),
    [
        ("when was it decided to raise the fee", ALLOTMENT, "It was agreed to raise the annual"),
        ("on what date was the annual fee agreed?", ALLOTMENT, "It was agreed to raise the annual"),
        ("когда приняли решение о щебне", GARDENERS, "Решили: закупить 40 тонн"),
        ("какого числа решили поднять взнос", GARDENERS, "Решили: поднять членский"),
    ],
)
def test_the_day_of_a_decision_stands_at_the_head(
    question: str, passage: Passage, decision: str
) -> None:
    head, said = told(question, passage)[:2]
    assert head == passage.text.split("\n")[0]
    assert decision in said


def test_of_several_meetings_the_last_day_above_is_the_one() -> None:
    log = make_passage(
        "Ops meeting, 5 March 2026\nWe agreed to buy a press.\n"
        "Ops meeting, 9 April 2026\nWe agreed to sell the van.\n"
    )
    assert told("when did we agree to sell the van", log)[0] == "Ops meeting, 9 April 2026"
    assert told("when did we agree to buy a press", log)[0] == "Ops meeting, 5 March 2026"


@pytest.mark.parametrize(
    "question", ["when was the fee raised", "when was it decided", "when do I agree to pay"]
)
def test_the_day_of_what_else_is_asked_of_no_minutes(question: str) -> None:
    assert asked_of_minutes(question) is None


def test_no_day_is_put_over_what_is_no_minutes_or_has_its_own() -> None:
    letter = make_passage("Leeds, 3 May 2026\nIt was agreed to raise the fee.")
    assert told("when was it agreed to raise the fee", letter) == []
    dated = make_passage(
        "Minutes of the meeting of 14 March 2026\nOn 2 March it was agreed to raise the fee."
    )
    assert told("when was it agreed to raise the fee", dated) == []


def test_the_day_is_found_above_what_was_taken_otherwise() -> None:
    start = ALLOTMENT.text.index("The committee discussed")
    day = day_above(Quote(ALLOTMENT, Span(start, start + 30)), [ALLOTMENT])
    assert day is not None
    assert day.text == ALLOTMENT.text.split("\n")[0]


ALLOTMENTS = make_passage(
    "Minutes of the allotment society, 3 March\n"
    "Hosepipes\n"
    "Tom proposed a ban on hosepipes from May to August. Mina was worried.\n"
    "Resolved: Tuesdays and Fridays only.\n"
    "Lighting\n"
    "It was proposed to light the path all night.\n"
    "The meeting agreed that lamps go out at 11."
)
COUNCIL = make_passage(
    "Протокол собрания совета дома, 3 марта\n"
    "О видеонаблюдении\n"
    "Петров предложил купить камеры в лифты. Сидорова была против.\n"
    "Решили: только у входа.\n"
    "О клумбах\n"
    "Иванова предложила посадить розы.\n"
    "Постановили оставить газон."
)


def test_what_somebody_is_to_do_by_a_table_is_no_decision_on_what_stands_above() -> None:
    said = "Протокол собрания\nОтказаться от бумажных карт с 1 июня."
    row = "Поручение: Перенести записи; Срок: 30 мая"
    above, tasks = make_passage(said, id=1), make_passage(row, id=2, anchors=(Anchor(0, row=1),))
    asked = asked_of_minutes("что решили с бумажными картами")
    assert asked is not None
    assert told_in_minutes(asked, [above, tasks]) == ()


@pytest.mark.parametrize(
    ("question", "passage", "said"),
    [
        ("what was decided about hosepipes", ALLOTMENTS, "Resolved: Tuesdays and Fridays only."),
        (
            "what was decided about the lighting",
            ALLOTMENTS,
            "The meeting agreed that lamps go out at 11.",
        ),
        ("что решили про камеры", COUNCIL, "Решили: только у входа."),
        ("что решили по клумбам", COUNCIL, "Постановили оставить газон."),
    ],
)
def test_a_decision_in_a_line_of_its_own_is_of_what_was_proposed_above(
    question: str, passage: Passage, said: str
) -> None:
    assert told(question, passage) == [said]


MILL = make_passage(
    "Minutes of the mill, 3 May\n"
    "1. Roof repair. The quotation of Castle Roofing was discussed.\n"
    "For: 5. Against: 2 (Miller, Shah). Abstained: 1 (Ward).\n"
    "2. Crane. For: 4. Against: 1 (Dunn). Carried.\n"
    "3. The proposal to sell the boat was rejected: 2 for, 4 against.",
    language="en",
)
GARDENS = make_passage(
    "Протокол собрания\n"
    "1. Новая дорога. За — 3, против — 1 (Титов), воздержались — 1 (Жуков).\n"
    "2. Вода. Белова голосовала против.\n"
    "3. Костры запрещены за 3 дня до праздника, против ветра.",
    language="ru",
)


@pytest.mark.parametrize(
    ("question", "passage", "said"),
    [
        ("who voted against the roof repair?", MILL, ["Against: 2 (Miller, Shah)."]),
        ("кто был против ремонта крыши", MILL, ["Against: 2 (Miller, Shah)."]),
        ("кто голосовал против", MILL, ["Against: 2 (Miller, Shah).", "Against: 1 (Dunn)."]),
        ("кто воздержался", MILL, ["Abstained: 1 (Ward)."]),
        ("кто голосовал за кран", MILL, ["For: 4."]),
        ("кто за крана", MILL, ["For: 4."]),
        ("кто воздержался против ремонта", MILL, ["Abstained: 1 (Ward)."]),
        (
            "who was against selling the boat",
            MILL,
            ["3. The proposal to sell the boat was rejected: 2 for, 4 against."],
        ),
        (
            "who voted against the road",
            GARDENS,
            ["За — 3, против — 1 (Титов), воздержались — 1 (Жуков)."],
        ),
        ("кто против воды", GARDENS, ["Белова голосовала против."]),
        ("кто голосовал против моста", GARDENS, []),
    ],
)
def test_who_voted_how_stands_behind_the_side_in_either_language(
    question: str, passage: Passage, said: list[str]
) -> None:
    assert [" ".join(one.split()) for one in told(question, passage)] == said


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("что решили про причал?", ["The committee chose Tarn Timber."]),
        ("что решили по верёвкам", ["Ivo is to sell the old hemp."]),
    ],
)
def test_a_matter_is_known_by_its_words_in_the_other_language(
    question: str, said: list[str]
) -> None:
    asked = asked_of_minutes(question)
    assert asked is not None
    assert [one.text for one in told_in_minutes(asked, [BOAT_CLUB_IN_ENGLISH])] == said


ROOMS = make_passage(
    "Протокол заседания совета, 4 мая\n"
    "1. Праздник. Слушали Зою. Решили: провести 12 мая.\n"
    "2. Шум в комнате 514. Жильцы объяснились. Решили: вынести замечание.",
    language="ru",
)


def test_the_number_of_a_room_is_a_matter_and_a_year_is_none() -> None:
    assert told("что решили по 514", ROOMS) == ["Решили: вынести замечание."]
    asked = asked_of_minutes("что решили на собрании 2026 года")
    assert asked is not None
    assert "2026" not in asked.matter


FERRY = make_passage(
    "Minutes of the ferry committee, 9 May\n"
    "Agenda:\n1. Landing stage\n2. Tea hut\n3. Other matters\n"
    "Landing stage\n"
    "Ida Crowe reported that two planks are rotten.\n"
    "Resolved: to replace all planks before June.\n"
    "For: Crowe, Hale, Oduya. Against: Brandt.\n"
    "Tea hut\n"
    "Resolved: the hut stays open until seven. Nils Hale proposed a card reader. Not carried.\n"
    "Other matters\n"
    "Lamps will be fitted on the ramp; Zoe Oduya sees to it.",
    language="en",
)
DACHA = make_passage(
    "Протокол собрания товарищества\n"
    "Повестка дня:\n1. Освещение проезда\n2. Выборы казначея\n3. Разное\n"
    "Освещение проезда\n"
    "Слушали: Мухин предложил поставить шесть фонарей.\n"
    "Решили: установить фонари до осени.\n"
    "Голосовали: за 20, против 3 (в том числе Савин), воздержался 1.\n"
    "Выборы казначея\n"
    "Слушали: предложена Л. Рогова.\n"
    "Решили: избрать казначеем Л. Рогову.\n"
    "Голосовали: за 24.\n"
    "Разное\n"
    "Ответственный за колодец — П. Мухин.",
    language="ru",
)
_LANTERNS = "Решили: установить фонари до осени."
_LANTERN_VOTE = "Голосовали: за 20, против 3 (в том числе Савин), воздержался 1."


@pytest.mark.parametrize(
    ("question", "passage", "said"),
    [
        ("how did Brandt vote on the landing stage", FERRY, ["Against: Brandt."]),
        ("how did ida crowe vote on the landing stage?", FERRY, ["For: Crowe, Hale, Oduya."]),
        ("how did brandt vote", FERRY, ["Against: Brandt."]),
        ("как голосовал савин", DACHA, [_LANTERN_VOTE]),
        ("как голосовал Савин по фонарям", DACHA, [_LANTERN_VOTE]),
        ("как проголосовала зуева", DACHA, []),
    ],
)
def test_how_one_person_voted_stands_with_the_last_name(
    question: str, passage: Passage, said: list[str]
) -> None:
    assert told(question, passage) == said


def test_all_who_were_there_are_no_voter() -> None:
    asked = asked_of_minutes("how did the members vote on the tea hut")
    assert asked is not None
    assert asked.kind == "voted"


@pytest.mark.parametrize(
    ("question", "passage", "said"),
    [
        ("фонари будут ставить?", DACHA, [_LANTERNS, _LANTERN_VOTE]),
        ("будут ли ставить фонари", DACHA, [_LANTERNS, _LANTERN_VOTE]),
        ("что решили по освещению", DACHA, [_LANTERNS, _LANTERN_VOTE]),
        ("кого выбрали казначеем", DACHA, ["Решили: избрать казначеем Л. Рогову."]),
        ("will the planks be replaced", FERRY, ["Resolved: to replace all planks before June."]),
        ("will the pool be heated", FERRY, []),
        ("кто отвечает за колодец", DACHA, ["Ответственный за колодец — П. Мухин."]),
        (
            "who is responsible for the lamps",
            FERRY,
            ["Lamps will be fitted on the ramp; Zoe Oduya sees to it."],
        ),
        ("who is responsible for the boats", FERRY, []),
    ],
)
def test_items_under_titles_without_numbers_are_told_apart(
    question: str, passage: Passage, said: list[str]
) -> None:
    assert told(question, passage)[:2] == said


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (
            "what was decided on the card reader",
            ["Nils Hale proposed a card reader. Not carried."],
        ),
        ("what was decided about the tea hut", ["Resolved: the hut stays open until seven."]),
    ],
)
def test_of_several_decisions_that_is_meant_before_which_the_matter_was_named(
    question: str, said: list[str]
) -> None:
    assert told(question, FERRY)[:1] == said


def test_a_matter_is_known_in_other_words_of_its_language() -> None:
    minutes = make_passage(
        "Протокол собрания, 4 мая\n1. Кровля. Течёт над складом. Решили: чинить в мае.",
        language="ru",
    )
    assert told("что решили по крыше", minutes) == ["Решили: чинить в мае."]
    assert told("что решили по подвалу", minutes) == []


def test_a_voter_need_not_be_named_in_full() -> None:
    asked = asked_of_minutes("how did Ida Crowe vote on the 2026 budget")
    assert asked is not None
    name, year = Hanging("Ida Crowe", "name"), Hanging("2026", "year")
    assert not_of_voter(asked, [name, year]) == (year,)


def test_a_line_that_tells_all_of_the_agenda_is_one() -> None:
    """A heading alone tells nothing of it."""
    told_once = "Собрание 17 мая\nПОВЕСТКА: 1) отчёт казначея; 2) взносы; 3) дорога.\n1. Отчёт."
    line = agenda_line([make_passage("Список."), make_passage(told_once)])
    assert line is not None
    assert line.text == "ПОВЕСТКА: 1) отчёт казначея; 2) взносы; 3) дорога."
    assert agenda_line([make_passage("Agenda:\n1. Roof\n2. Rope")]) is None
