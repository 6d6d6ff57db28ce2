"""Follow-ups: what is exchanged, what is carried on, and what stands by itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.models.answers import Exchange
from pipelines.nodes.questions.follow_up.leaning import things_of
from pipelines.nodes.questions.follow_up.tokens import strip_back, tokens_of
from pipelines.nodes.questions.follow_up.wordings import opens_follow_up, word_after

PLOT = "Сколько стоит участок в Берёзовке в 2023 году?"
POOL = "What are the opening hours of the pool on Mondays?"
UNDER = "Which boats cost under 30 pounds?"
RENT = "Wie hoch ist die Miete in Bremen im Jahr 2021?"
PARCEL = "Cuánto cuesta la parcela en Murcia en 2023?"
FISH = "сколько стоит сорт Золотая рыбка?"
BARGE = "How often is the barge hull painted?"
DOG = "can i bring my dog"
ANY = st.text(max_size=60)


def after(question: str, **more: tuple[str, ...]) -> Exchange:
    return Exchange(question, "An answer. [1]", **more)


@pytest.mark.parametrize(
    ("earlier", "said", "meant"),
    [
        (PLOT, "а в Калиновке?", "Сколько стоит участок в Калиновке в 2023 году?"),
        (PLOT, "А в 2024?", "Сколько стоит участок в Берёзовке в 2024 году?"),
        (PLOT, "а в 2024 году?", "Сколько стоит участок в Берёзовке в 2024 году?"),
        (PLOT, "а в Ольховке в 2024 году?", "Сколько стоит участок в Ольховке в 2024 году?"),
        (PLOT, "а в Ольховке за тот же год?", "Сколько стоит участок в Ольховке в 2023 году?"),
        (PLOT, "а гараж?", "Сколько стоит гараж в Берёзовке в 2023 году?"),
        (POOL, "and on Sundays?", "What are the opening hours of the pool on Sundays?"),
        (POOL, "and the sauna that day?", "What are the opening hours of the sauna on Mondays?"),
        ("сколько стоит зал для дня рождения", "а клоун?", "сколько стоит клоун для дня рождения"),
        ("can I cancel 9 days before it", "and a week before?", "can I cancel a week before it"),
        ("можно отменить за 9 дней до игры", "а за неделю?", "можно отменить за неделю до игры"),
        ("сколько стоит урок", "а для детей сколько?", "сколько стоит урок для детей?"),
        ("во сколько обед в субботу", "а в среду во сколько", "во сколько обед в среду"),
        ("сколько стоит урок для членов", "а для не членов?", "сколько стоит урок для не членов"),
        (
            "сколько стоит урок для детей",
            "а для не членов?",
            "сколько стоит урок для детей для не членов?",
        ),
        ("周六几点开门？", "那星期天呢？", "星期天几点开门？"),
        ("成人票多少钱？", "儿童呢？", "儿童：成人票多少钱？"),
        (POOL, "what about Tuesdays?", "What are the opening hours of the pool on Tuesdays?"),
        (POOL, "and the sauna?", "What are the opening hours of the sauna on Mondays?"),
        ("how much was yoga?", "and the other class?", "how much was the other class?"),
        (UNDER, "and over 200?", "Which boats cost over 200 pounds?"),
        (UNDER, "and more than 20 minutes?", "Which boats cost more than 20 minutes?"),
        ("Что дешевле 500 рублей?", "а до 300?", "Что до 300 рублей?"),
        (RENT, "und in Kiel?", "Wie hoch ist die Miete in Kiel im Jahr 2021?"),
        (RENT, "und 2022?", "Wie hoch ist die Miete in Bremen im Jahr 2022?"),
        (
            "сколько стоит сорт Золотая рыбка?",
            "А Щука, она, наверное, подешевле будет?",
            "сколько стоит сорт Щука?",
        ),
        ("сколько платили за свет в марте", "а в мае?", "сколько платили за свет в мае"),
        ("сколько платили за свет в марте", "а за воду?", "сколько платили за воду в марте"),
        ("сколько нагорело у Орловой в мае", "а в июне?", "сколько нагорело у Орловой в июне"),
        ("сколько нагорело у Орловой в мае", "а у Лапиной?", "сколько нагорело у Лапиной в мае"),
        ("адрес пристани Тверь", "а Углич? телефон", "телефон пристани Углич"),
        (
            "How often is the barge hull painted?",
            "and the ladder?",
            "How often is the ladder hull painted?",
        ),
        ("a qué hora abrimos los domingos", "y los martes?", "a qué hora abrimos los martes"),
        ("¿Cuánto cobra un cocinero?", "¿y el camarero?", "¿Cuánto cobra un camarero?"),
        ("Was kostet der Kuchen?", "und der Kaffee?", "Was kostet der Kaffee?"),
        (
            "cuánto cobra un cocinero",
            "y después de un año?",
            "cuánto cobra un cocinero después de un año?",
        ),
        ("what does a cook earn", "and after a year?", "what does a cook earn after a year?"),
        ("список должников", "а на Садовой?", "список должников на Садовой?"),
        (DOG, "in the tearoom too?", "can i bring my dog in the tearoom?"),
        (DOG, "at the other site as well?", "can i bring my dog at the other site?"),
        ("можно ли с собакой", "и в буфете тоже?", "можно ли с собакой в буфете?"),
        ("сколько стоит доставка", "а в тот же день?", "сколько стоит доставка в тот же день?"),
        (PARCEL, "y en Cartagena?", "Cuánto cuesta la parcela en Cartagena en 2023?"),
        (
            "when does the Oak club open on weekdays?",
            "and on Sundays?",
            "when does the Oak club open on Sundays?",
        ),
        (
            "Когда закрывается касса по будням?",
            "а в субботу?",
            "Когда закрывается касса в субботу?",
        ),
        ("Сколько ждать визу в Чехию?", "а за границу?", "Сколько ждать визу в Чехию за границу?"),
        (
            "Сколько стоит ночь в низкий сезон?",
            "а в высокий?",
            "Сколько стоит ночь в высокий сезон?",
        ),
        (
            "Во сколько отбой у Дроздов в отряде?",
            "а у лосей?",
            "Во сколько отбой у лосей в отряде?",
        ),
        ("На какой полке швейная машинка?", "а плиткорез?", "На какой полке плиткорез?"),
        (
            "Когда можно шуметь в выходные?",
            "а в обычный день?",
            "Когда можно шуметь в обычный день?",
        ),
        (
            "When is the rubbish collected in winter?",
            "and in summer?",
            "When is the rubbish collected in summer?",
        ),
        (
            "how much is a saturday in july",
            "and in winter?",
            "how much is a saturday in winter",
        ),
        (
            "Сколько стоит домик в июле?",
            "а зимой?",
            "Сколько стоит домик зимой?",
        ),
    ],
)
def test_one_part_is_exchanged_for_one_of_its_kind(earlier: str, said: str, meant: str) -> None:
    wordings = word_after(said, after(earlier))
    assert wordings.leaning == 1.0
    assert meant in [other.text for other in wordings.others]
    assert wordings.written.text == said, "as it was written it is a reading too"


@pytest.mark.parametrize(
    ("earlier", "said", "meant"),
    [
        (
            "how much is the hall on a tuesday",
            "and on saturday?",
            "how much is the hall on saturday",
        ),
        (
            "the price of hiring it on a weekday",
            "at weekends?",
            "the price of hiring it at weekends",
        ),
        ("сколько стоит зал в будни", "а в субботу?", "сколько стоит зал в субботу"),
        ("is Main Hall shut on tuesdays", "and on Sundays?", "is Main Hall shut on Sundays"),
    ],
)
def test_a_day_stands_for_a_day_and_nothing_else(earlier: str, said: str, meant: str) -> None:
    assert [one.text for one in word_after(said, after(earlier)).others] == [meant]


def test_a_preposition_of_its_own_says_what_is_exchanged() -> None:
    (only,) = word_after("а за воду?", after("сколько платили за свет в марте")).others
    assert (only.text, only.shown) == ("сколько платили за воду в марте", "за воду, в марте")
    with_both = word_after("а в субботу?", after("Сколько стоит билет в театр?")).others
    assert "Сколько стоит билет в театр в субботу?" in [other.text for other in with_both]


def test_another_column_of_the_row_that_was_quoted_is_asked_of_that_row() -> None:
    row = "Tool: Belt sander; Deposit GBP: 35; Weekly fee GBP: 7"
    earlier = after("What's the deposit on the belt sander?", quotes=(row,))
    wordings = word_after("weekly fee?", earlier)
    assert wordings.leaning > 0.8
    assert "belt sander weekly fee" in wordings.others[0].text
    assert not word_after("weekly fee?", after(earlier.question)).leaning


def test_a_name_and_what_is_asked_of_it_lean_on_nothing() -> None:
    assert not word_after("телефон Пахомова", after(PLOT)).leaning
    assert word_after("телефон", after(PLOT)).leaning


def test_what_was_exchanged_is_hung_on_and_shown_with_what_was_kept() -> None:
    (only,) = word_after("а в Калиновке?", after(PLOT)).others
    assert only.hangs_on == ("Калиновке",)
    assert only.shown == "в Калиновке, в 2023"
    assert not only.is_carried
    (year,) = word_after("а в 2024 году?", after(PLOT)).others
    assert year.hangs_on == ("2024",), "the word for a year need not stand in a table"
    assert year.shown == "в 2024, в Берёзовке"
    (day,) = word_after("а в пятницу?", after("сколько стоит амбар в субботу летом")).others
    assert (day.text, day.shown) == ("сколько стоит амбар в пятницу летом", "в пятницу, летом")
    (season,) = word_after("and in winter?", after("how much is a saturday in july")).others
    assert season.shown == "in winter, saturday"


@pytest.mark.parametrize(
    ("earlier", "said", "meant"),
    [
        ("номер сантехника дай", "а электрика", ["номер электрика дай"]),
        ("сколько стоит приём терапевта", "а хирурга", ["сколько стоит приём хирурга"]),
    ],
)
def test_nouns_in_one_case_stand_for_each_other(earlier: str, said: str, meant: list[str]) -> None:
    assert [other.text for other in word_after(said, after(earlier)).others][:1] == meant


def test_where_the_whole_ending_agrees_nothing_else_is_tried() -> None:
    wordings = word_after("а электрика", after("номер сантехника дай"))
    assert [other.text for other in wordings.others] == ["номер электрика дай"]


def test_who_was_quoted_is_whom_a_pronoun_means() -> None:
    quoted = ("The bookkeeper is Ada Moss, room 4.", "Ask Bo Lund in Leeds.")
    wordings = word_after("and her phone", after("when is the office open?", quotes=quoted))
    assert [other.text for other in wordings.others][:2] == ["phone Ada Moss?", "phone Bo Lund?"]
    assert all(other.is_carried for other in wordings.others), "and nothing is exchanged"
    thing = word_after("and its phone", after("when is the office open?", quotes=quoted))
    assert not any("Moss" in other.text for other in thing.others)


def test_what_may_be_done_is_what_a_price_is_asked_of() -> None:
    for asked, said, meant in (
        ("можно пересдать экзамен?", "сколько это стоит?", "сколько стоит пересдать экзамен?"),
        ("can I copy the key?", "what does it cost?", "what cost copy the key?"),
        ("where is the key?", "what does it cost?", "what cost key?"),
    ):
        others = word_after(said, after(asked)).others
        assert min(others, key=lambda one: one.order).text == meant


def test_one_is_the_thing_and_not_whom_it_is_for() -> None:
    others = word_after(
        "and the half one?", after("how much is a full plot for pensioners?")
    ).others
    assert others[0].text == "how much is a half plot for pensioners?"


def test_up_to_what_hour_asks() -> None:
    wordings = word_after("до скольки он работает", after("номер сантехника"))
    assert [other.text for other in wordings.others] == [
        "до скольки работает сантехника?",
        "до скольки работает номер сантехника?",
    ]


@pytest.mark.parametrize(
    ("earlier", "subject", "said", "meant"),
    [
        ("Кто глава правления?", "Вера Сомова", "какой у неё телефон?", "телефон Вера Сомова"),
        ("Кто глава правления?", "Вера Сомова", "где она живёт?", "живёт Вера Сомова"),
        ("Who keeps the key?", "Ada Moss", "What is her number?", "phone number Ada Moss"),
        ("Wer ist der Wart?", "Jan Voss", "Wo wohnt er?", "wohnt Jan Voss"),
    ],
)
def test_a_pronoun_stands_for_what_the_answer_named(
    earlier: str, subject: str, said: str, meant: str
) -> None:
    wordings = word_after(said, after(earlier, subject=(subject,)))
    assert wordings.leaning > 0.5
    carried = [other for other in wordings.others if other.shown == subject]
    assert [meant in " ".join(other.text.split()) for other in carried] == [True]
    assert carried[0].is_carried
    assert carried[0].own == said


@pytest.mark.parametrize(
    ("earlier", "said", "meant"),
    [
        (
            "где самый длинный причал в Твери",
            "а самый короткий где",
            "где самый короткий причал в Твери",
        ),
        ("когда начнут красить лодку?", "закончат они когда", "когда закончат красить лодку?"),
        ("Where is the longest pier?", "and where is the shortest?", "Where is the shortest pier?"),
    ],
)
def test_a_question_is_asked_once_more_with_one_part_exchanged(
    earlier: str, said: str, meant: str
) -> None:
    wordings = word_after(said, after(earlier))
    assert wordings.leaning >= 0.9
    assert [other.text for other in wordings.others] == [meant], "and nothing is carried on"


def test_who_does_another_office_is_asked_of_the_same_place_and_of_no_person() -> None:
    wordings = word_after("кто повар", after("кто директор лагеря", subject=("Иван Котов",)))
    assert [other.text for other in wordings.others] == ["кто повар лагеря"]


@pytest.mark.parametrize(
    ("earlier", "subject", "said", "meant"),
    [
        ("Кто смотритель?", "Вера Сомова", "адрес её пристани", "адрес пристани Вера Сомова?"),
        ("when the ticket office is open", "", "and their telephone?", "telephone ticket office?"),
        ("Who is the warden?", "Ada Moss", "is she paid?", "is paid Ada Moss?"),
        ("телефон Вера Сомова?", "Вера Сомова", "в каком она доме?", "в каком доме Вера Сомова?"),
        ("телефон Веры Сомовой", "Вера Сомова", "где она сидит?", "где сидит Вера Сомова?"),
        ("Где лежит якорь?", "", "в каком году его нашли?", "в каком году нашли якорь?"),
        ("What does code F4 mean?", "", "what should I do about it?", "what should I do code F4?"),
        ("приём врача", "Анна Кох", "к нему как готовиться?", "как готовиться Анна Кох?"),
        ("На сколько дней дают книги на дом?", "", "а продлить можно?", "продлить книги на дом?"),
        ("Do I have to pay for a card?", "", "what if I lose it?", "what if I lose card?"),
    ],
)
def test_what_is_asked_now_is_asked_of_the_thing_alone(
    earlier: str, subject: str, said: str, meant: str
) -> None:
    first = word_after(said, after(earlier, subject=(subject,) if subject else ())).others[0]
    assert first.text == meant
    assert first.is_carried


@pytest.mark.parametrize(
    "said",
    [
        "how much is it to hire a boat?",
        "how long does it take to paint the hull?",
        "how much is a canoe?",
        "When did the flood happen?",
        "Когда случилось наводнение?",
        "а сколько стоит каноэ?",
    ],
)
def test_a_short_question_with_a_thing_of_its_own_leans_on_nothing(said: str) -> None:
    earlier = PLOT if any("а" <= letter <= "я" for letter in said) else POOL
    assert word_after(said, after(earlier, subject=("Somebody",))).leaning == 0.0


def test_a_question_without_a_thing_says_little() -> None:
    asked = after("Сколько стоит отправить 5 кг в Томск?", subject=("Томск",))
    wordings = word_after("за сколько дней дойдёт?", asked)
    assert 0.0 < wordings.leaning < 0.5
    assert [other.text for other in wordings.others][:1] == ["за сколько дней дойдёт Томск?"]


def test_what_was_asked_of_a_known_subject_is_not_asked_again() -> None:
    earlier = after("телефон Вера Сомова?", subject=("Вера Сомова",))
    texts = [other.text for other in word_after("в каком она доме?", earlier).others]
    assert texts == ["в каком доме Вера Сомова?"]


@pytest.mark.parametrize(
    ("earlier", "said"),
    [
        (PLOT, "Какой высоты может быть забор вокруг участка?"),
        (PLOT, "Кто подписал договор аренды с городом?"),
        (POOL, "How old is Peter Smith?"),
        (POOL, "How many lanes does the pool have?"),
        (POOL, "how many vans do we have"),
        (POOL, "average humidity"),
        (PLOT, "общая выручка"),
        (RENT, "Wer leitet die Werkstatt am Hafen?"),
        (PLOT, "Who signed the contract?"),  # in another language it is another matter
        (POOL, "а в Калиновке?"),
    ],
)
def test_a_new_question_is_not_dragged_into_the_old_one(earlier: str, said: str) -> None:
    wordings = word_after(said, after(earlier, subject=("Somebody",)))
    assert (wordings.leaning, wordings.others) == (0.0, ())


def test_a_question_that_names_its_owners_leans_on_nothing_for_sure() -> None:
    assert word_after("Where do visitors park their bicycles?", after(POOL)).leaning == 0.5
    assert word_after("What is their number?", after(POOL)).leaning == 0.9


def test_nothing_before_means_nothing_to_lean_on() -> None:
    assert word_after("а в Казани?", None).others == ()
    assert word_after("а в Казани?", after("")).others == ()


@pytest.mark.parametrize(
    ("said", "opens"),
    [
        ("а в Казани?", True),
        ("And on Sundays?", True),
        ("what about dogs?", True),
        ("Was ist mit Kiel?", True),
        ("Апельсины почём?", False),
        ("Android or not?", False),
        ("а", False),
        ("", False),
    ],
)
def test_a_follow_up_is_known_by_how_it_begins(said: str, opens: bool) -> None:
    assert opens_follow_up(said) is opens


def test_an_answer_stands_for_things_that_are_exchanged_and_not_for_what_is_done() -> None:
    assert [w.hangs_on for w in word_after("а в Калиновке?", after(PLOT)).others] == [
        ("Калиновке",)
    ]
    for said in ("а если не успел?", "number to ring for help with it", "а если кто-то опоздал"):
        assert not any(w.hangs_on for w in word_after(said, after(PLOT), opened=True).others), said


@pytest.mark.parametrize(
    "said", ["есть ли парковка", "кто такой сторож", "телефон школы", "is there parking"]
)
def test_who_asks_whether_something_is_there_asks_of_nothing_else(said: str) -> None:
    earlier = PLOT if said[0] > "z" else POOL
    assert word_after(said, after(earlier)).others == ()


def test_there_is_points_nowhere() -> None:
    assert strip_back("where we meet if there is a fire") == "where we meet if there is a fire"
    assert strip_back("who works there").split() == ["who", "works"]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("¿Tengo que pagar?", ["word", "word"]),
        ("Мне 77 лет. Скидка есть?", ["number", "word", "word"]),
        ("heating oil in feb", ["word", "word", "name"]),
        ("they may march", ["word"]),
    ],
)
def test_what_opens_a_sentence_is_no_name_and_a_short_month_is_one(
    text: str, kinds: list[str]
) -> None:
    assert [token.kind for token in tokens_of(text)] == kinds


@pytest.mark.parametrize(
    ("message", "things"),
    [
        ("какие полотенца есть", ("полотенца",)),
        ("сколько экзаменов", ("экзаменов",)),
        ("how many days does it take", ()),
        ("и сколько это стоит", ()),
        ("почему?", ()),
    ],
)
def test_things_are_what_is_named_and_not_what_is_asked(
    message: str, things: tuple[str, ...]
) -> None:
    assert things_of(message) == things


def test_words_know_their_kinds_and_names_of_several_are_one() -> None:
    tokens = tokens_of("Сколько получил Глеб Лапин в 2024 году за насос PM-12 и 300 метров?")
    assert [(token.text, token.kind) for token in tokens] == [
        ("получил", "word"),
        ("Глеб Лапин", "name"),
        ("2024", "year"),
        ("насос", "word"),
        ("PM-12", "code"),
        ("300", "number"),
        ("метров", "word"),
    ]


@given(ANY, ANY, st.lists(ANY, max_size=2))
def test_no_message_is_refused_and_what_was_written_stays(
    said: str, earlier: str, subject: list[str]
) -> None:
    wordings = word_after(said, after(earlier, subject=tuple(subject)))
    assert wordings.written.text == wordings.written.own == said
    assert 0.0 <= wordings.leaning <= 1.0
    assert bool(wordings.others) <= bool(wordings.leaning)


@given(ANY)
def test_tokens_are_the_text_to_the_letter_and_in_order(text: str) -> None:
    end = 0
    for token in tokens_of(text):
        assert text[token.start : token.end] == token.text
        assert end <= token.lead <= token.start < token.end
        end = token.end


@pytest.mark.parametrize(
    ("earlier", "said", "meant"),
    [
        ("What does a stapler cost?", "and the small one?", "What does a small stapler cost?"),
        ("How much are the blue pens?", "and the black ones?", "How much are the black pens?"),
    ],
)
def test_one_is_the_thing_of_the_earlier_question(earlier: str, said: str, meant: str) -> None:
    assert word_after(said, Exchange(earlier, "A.")).others[0].text == meant


ROW = "Trip: Spit; Hours: 9; Adult, £: 34; Child (up to 12), £: 23; Pensioners, £: 30"


@pytest.mark.parametrize(
    ("earlier", "said", "meant"),
    [
        ("what does Spit cost?", "pensioners", "what does Spit cost pensioners?"),
        ("what does Spit cost child?", "pensioners", "what does Spit cost pensioners?"),
        ("what does Spit cost?", "and for a child?", "what does Spit cost for a child?"),
    ],
)
def test_the_name_of_a_column_is_asked_of_the_row_that_was_quoted(
    earlier: str, said: str, meant: str
) -> None:
    wordings = word_after(said, after(earlier, quotes=(ROW,)), opened=True)
    assert [other.text for other in wordings.others] == [meant]


GROUP = "Group: Minnows; Day: Saturday; Time: 9.30; Coach: Gareth; Monthly fee: £24"
SECTION = "Группа: Мальки; День: суббота; Время: 9:30; Тренер: Глеб; Плата в месяц: 2400"


@pytest.mark.parametrize(
    ("earlier", "row", "said", "meant"),
    [
        (
            "when is minnows on saturday",
            GROUP,
            "who is the coach?",
            "who is the coach minnows on saturday?",
        ),
        (
            "who is the coach of minnows on saturday?",
            GROUP,
            "what is the monthly fee",
            "what is the monthly fee minnows on saturday?",
        ),
        ("во сколько мальки в субботу", SECTION, "кто тренер?", "кто тренер мальки в субботу?"),
    ],
)
def test_who_asks_for_a_column_asks_of_the_row_that_was_quoted(
    earlier: str, row: str, said: str, meant: str
) -> None:
    wordings = word_after(said, after(earlier, quotes=(row,)))
    assert [other.text for other in wordings.others] == [meant]
    assert wordings.leaning > 0.8


def test_of_several_rows_no_column_is_asked_for() -> None:
    rows = (GROUP, GROUP.replace("Saturday", "Monday"))
    wordings = word_after("who is the coach?", after("when is minnows", quotes=rows))
    assert wordings.leaning < 0.8
    other = word_after("who is the treasurer?", after("when is minnows", quotes=(GROUP,)))
    assert other.leaning < 0.8


def test_an_answer_need_not_say_that_it_is_the_cheapest() -> None:
    (other,) = word_after("самый дешёвый", after("какой самый дорогой номер"), opened=True).others
    assert (other.text, other.hangs_on) == ("какой самый дешёвый номер", ())


@pytest.mark.parametrize(
    ("earlier", "said"),
    [
        ("which syrup does she drink", "how tall is she"),
        ("what does the cough syrup do", "list all her syrups"),
        ("what did the linctus cost", "who has not paid their share"),
    ],
)
def test_what_was_answered_is_hardly_whom_it_is_asked_of(earlier: str, said: str) -> None:
    wordings = word_after(said, after(earlier, subject=("Linctus",)))
    assert 0.0 < wordings.leaning < 0.5
    assert not any("Linctus" in other.text for other in wordings.others)


@pytest.mark.parametrize("question", ["周末开门吗？", "梯子可以借多久？", "进塔要穿什么"])
def test_a_whole_question_of_an_unspaced_script_leans_on_nothing(question: str) -> None:
    assert word_after(question, after("塔有多高？")).leaning == 0.0


@pytest.mark.parametrize("question", ["它有多高？", "多少钱？"])
def test_one_with_a_pronoun_or_hardly_a_thing_leans(question: str) -> None:
    assert word_after(question, after("塔什么时候建成的？")).leaning > 0.8


@pytest.mark.parametrize(
    ("said", "least", "most"),
    [
        ("чертежи колокольни", 0.1, 0.5),
        ("максимальный надой", 0.0, 0.0),
        ("большая колокольня", 0.9, 1.0),
        ("в Калиновке", 0.9, 1.0),
    ],
)
def test_two_nouns_say_what_is_asked_and_of_what(said: str, least: float, most: float) -> None:
    assert least <= word_after(said, after(PLOT)).leaning <= most


def test_what_a_thing_is_of_goes_with_it() -> None:
    (first, *_) = word_after("and the plan of the hull?", after("When is the launch?")).others
    assert (first.hangs_on, first.shown) == (("plan of the hull",), "plan of the hull")


@pytest.mark.parametrize(
    ("earlier", "said"),
    [
        ("el bollo lleva frutos secos?", "y la sopa lleva apio?"),
        ("Ist der Kuchen vegan?", "und die Suppe enthält Sellerie?"),
        ("what is in the full breakfast", "how many dishes have celery in them"),
        ("what is in the full breakfast", "which cake has sesame on it?"),
    ],
)
def test_what_says_all_itself_takes_nothing_over(earlier: str, said: str) -> None:
    assert word_after(said, after(earlier, subject=("Full breakfast",))).others == ()


def test_a_pronoun_for_what_was_asked_before_leans() -> None:
    wordings = word_after("how much sugar is in it?", after("how many eggs go in the cake"))
    assert "cake" in wordings.others[0].text


@pytest.mark.parametrize(
    ("earlier", "said", "meant"),
    [
        ("how many dishes have celery?", "which ones?", "which dishes have celery?"),
        ("сколько участков на Лесной", "какие?", "какие участков на Лесной"),
    ],
)
def test_which_ones_are_those_that_were_counted(earlier: str, said: str, meant: str) -> None:
    wordings = word_after(said, after(earlier))
    assert [one.text for one in wordings.others] == [meant]
    assert wordings.leaning > 0.8


def test_a_price_is_of_what_is_done_and_not_of_who_does_it() -> None:
    earlier = after("кто будет делать дорогу", subject=("ИП Ключников",))
    assert word_after("а почём", earlier).others[0].shown == "дорогу"
    assert "Ключников" in word_after("а какой у него телефон?", earlier).others[0].text


def test_the_most_of_what_was_asked_leans_on_it() -> None:
    said = word_after("на что больше всего ушло", after("сколько денег потратили в 2024 году"))
    assert said.leaning > 0
    assert "2024" in said.others[0].text
    assert "денег" in said.others[0].text


@pytest.mark.parametrize(
    ("earlier", "said", "meant"),
    [
        ("какие торты с орехами", "а без глютена?", "какие торты без глютена"),
        ("какие торты без глютена", "а с молоком?", "какие торты с молоком"),
        ("which cakes are without nuts", "and with milk?", "which cakes are with milk"),
        ("цена без доставки", "а с доставкой?", "цена с доставкой"),
        ("which cakes have nuts", "and no milk?", "which cakes have nuts no milk?"),
    ],
)
def test_what_is_without_a_thing_is_not_with_it(earlier: str, said: str, meant: str) -> None:
    (first, *others) = word_after(said, after(earlier)).others
    assert first.text == meant
    assert not any("без с" in one.text or "without with" in one.text for one in others)


def test_a_word_that_names_another_column_goes_with_its_preposition() -> None:
    row = ("Торт: Медовик; Молоко: нет; Орехи: да; Глютен: нет",)
    told = word_after("с молоком?", after("в каких есть без глютена?", quotes=row))
    assert told.others[0].text == "в каких есть с молоком?"


@pytest.mark.parametrize(
    ("earlier", "said", "meant"),
    [
        ("what time is sign in", "and sign out?", "what time is sign out"),
        ("when is sign out", "and sign in?", "when is sign in"),
        ("when is sign in on Sundays", "and sign out?", "when is sign out on Sundays"),
        ("when is drop off", "and pick up?", "when is pick up"),
        (
            "what time do you open on Mondays",
            "and clock off?",
            "what time do you clock off on Mondays",
        ),
        ("сколько стоит катер", "а лодка", "сколько стоит лодка"),
    ],
)
def test_a_word_of_two_takes_the_place_of_both(earlier: str, said: str, meant: str) -> None:
    others = word_after(said, after(earlier), opened=opens_follow_up(said)).others
    assert others[0].text == meant


@pytest.mark.parametrize(
    ("said", "shown"),
    [("а в прошлом 2024?", "в прошлом 2024"), ("а в прошлом, 2024?", "в прошлом, 2024")],
)
def test_a_year_stands_alone_whatever_it_is_called_besides(said: str, shown: str) -> None:
    first = word_after(said, after("сколько стоит участок"), opened=True).others[0]
    assert first.hangs_on == ("2024",)
    assert first.shown == shown


def test_no_thing_takes_the_place_of_costs() -> None:
    others = word_after("а лодка", after("сколько стоит катер"), opened=True).others
    assert "сколько лодка катер" not in [other.text for other in others]


@pytest.mark.parametrize(
    ("earlier", "message", "shown"),
    [
        ("what time does the ferry leave on line A", "and on line B?", "on line B"),
        ("пеня за просрочку", "а если 3й раз", "3й раз"),
    ],
)
def test_what_was_written_now_is_shown_as_it_was_joined(
    earlier: str, message: str, shown: str
) -> None:
    others = word_after(message, Exchange(earlier, "An answer.")).others
    assert {other.shown for other in others} == {shown}


def test_another_column_keeps_what_the_row_was_found_by() -> None:
    row = "Group size: 12–16; Price per person: £12; Deposit: £30"
    question = "how much per person for a group of 14"
    earlier = Exchange(question, "12–16: £12", subject=("12–16",), quotes=(row,))
    (meant,) = word_after("and the deposit?", earlier).others
    assert meant.text == "how much for a group of 14 the deposit?"


@pytest.mark.parametrize("message", ["4471", "4471?", "KX-7"])
def test_a_long_number_that_stands_for_none_is_a_question_of_its_own(message: str) -> None:
    assert not word_after(message, after("when does the shop close")).others
    assert word_after(message, after("what do parts 3321 and AB-1 cost")).others


def test_at_the_end_of_a_question_her_is_no_owner() -> None:
    meant = word_after("who replaces her", after("when is Vera Lis away", subject=("Vera Lis",)))
    assert meant.others[0].text == "who replaces Vera Lis?"


def test_how_many_of_a_thing_there_are_need_not_stand_where_the_answer_does() -> None:
    meant = word_after("and 5 days before?", after("can I cancel 9 days before the trip"))
    assert meant.others[0].text == "can I cancel 5 days before the trip"
    assert meant.others[0].hangs_on == ("days",)
