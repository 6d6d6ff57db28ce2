"""What may not be done is told by what forbids it, and asked for in many words."""

import pytest

from pipelines.nodes.answering.fitting.bans import asks_what_is_banned, bans, bans_of, without_ban


@pytest.mark.parametrize(
    ("question", "besides"),
    [
        ("что нельзя после прививки", "после прививки"),
        ("Чего нельзя делать в лаборатории?", "в лаборатории"),
        ("что в бассейне запрещено", "в бассейне"),
        ("какие в общежитии запреты", "в общежитии"),
        ("что не разрешается на причале", "на причале"),
        ("what can't i bring to the camp", "i bring to the camp"),
        ("what cant we cook in the room", "we cook in the room"),
        ("What is not allowed on the pier?", "on the pier"),
        ("what are guests not allowed to do", "guests to"),
        ("what shouldn’t I do after a tattoo", "i after a tattoo"),
    ],
)
def test_what_is_banned_is_asked_for(question: str, besides: str) -> None:
    assert asks_what_is_banned(question)
    assert without_ban(question) == besides


@pytest.mark.parametrize(
    "question",
    [
        "можно ли после прививки в сауну",
        "что можно после прививки",
        "нельзя ли перенести урок",
        "почему нельзя купаться",
        "what can i bring to the camp",
        "why can't i log in",
        "can i not come on monday",
        "what is allowed on the pier",
    ],
)
def test_whatever_else_is_asked_asks_for_no_ban(question: str) -> None:
    assert not asks_what_is_banned(question)


@pytest.mark.parametrize(
    "sentence",
    [
        "Не мочите повязку два дня.",
        "Холодного не пейте до вечера.",
        "Плавать в озере нельзя.",
        "В комнатах не разрешается готовить.",
        "Со второго дня — не тереть руку.",
        "Не приносят торты с кремом и орехи.",
        "Хлеб и сахар лошадям не дают.",
        "Do not feed the horses.",
        "Never leave the gate open.",
        "Fires are not allowed on the beach.",
        "Guests may not use the sauna after ten.",
        "No glass by the pool.",
        "Bikes mustn't be left in the hall.",
    ],
)
def test_what_forbids_is_a_ban(sentence: str) -> None:
    assert bans(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Мыть руку можно с вечера, не касаясь повязки.",
        "Синяк — это нормально, он не опасен.",
        "Не забудьте взять полис.",
        "Держать не больше двух часов.",
        "Автобус по воскресеньям не ходит.",
        "You may wash your arm, not touching the plaster.",
        "Don't forget your towel.",
        "The bus does not run on Sundays.",
        "No booking is needed.",
        "Swimmers of no experience pay £4.",
    ],
)
def test_what_allows_or_only_denies_is_none(sentence: str) -> None:
    assert not bans(sentence)


def test_a_ban_of_something_else_is_none_of_what_is_asked() -> None:
    asked = "чем нельзя угощать"
    assert bans_of(asked, "Хлеб и сахар не дают.")
    assert bans_of(asked, "Угощать хлебом нельзя.")
    assert not bans_of(asked, "Курить нельзя нигде, кроме площадки.")
    assert bans_of("что нельзя в бассейне", "Бегать нельзя.")
