"""Minutes: who was there, who was not, and what was decided."""

import pytest

from pipelines.models.answers import Passage
from pipelines.nodes.answering.minutes import asked_of_minutes, told_in_minutes
from tests.support.nodes.passage_maker import make_passage

BOAT_CLUB = make_passage(
    "Minutes of the committee, 4 May\n"
    "Present: Nora Quill (chair), Ivo Marsh.\n"
    "Apologies: Olaf Lund.\n"
    "1. Pontoon. Two offers came in. The committee chose Tarn Timber.\n"
    "2. Rope. The store is full. Ivo is to sell the old hemp."
)
WORKSHOP = make_passage(
    "Планёрка, 12 мая. Были: Зоя и Пётр. Не было: Глеб, болеет.\n"
    "1. Печь. Мастер приедет в среду. Решили: новую печь не покупать.\n"
    "2. Отпуска. Зоя — в июле."
)


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
    "question", ["who was at fault", "кто был директором", "when is the meeting", "who decided it"]
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
