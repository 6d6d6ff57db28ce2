"""Questions made from a document itself."""

from hypothesis import given
from hypothesis import strategies as st

from pipelines.nodes.chunking.self_test_questions import self_test_questions
from pipelines.nodes.text.words import content_words

STORY = " ".join(
    f"The keeper walked to the harbour on day {n} and counted the {thing} of the island."
    for n, thing in enumerate(("gannets", "barnacles", "driftwood", "moorings", "lanterns") * 6)
)


def test_each_question_is_from_another_part_of_the_text() -> None:
    text = (
        "Hedda Lindqvist built the lighthouse of Vargholm.\n"
        + STORY
        + "\nIts lens of nine hundred kilograms floats on quicksilver.\n"
        + STORY
        + "\nOsvald Brekke extinguished the paraffin lamp for good."
    )
    questions = self_test_questions(text)
    assert len(questions) == 3
    telling = ("Hedda Lindqvist", "quicksilver", "Osvald Brekke")
    begins = ("Hedda", "Its lens", "Osvald")
    for question, words, beginning in zip(questions, telling, begins, strict=True):
        assert words in question.words
        assert text[question.at :].startswith(beginning)


def test_a_question_is_words_of_the_sentence_in_their_order() -> None:
    (question,) = self_test_questions("Смотритель, Хедда Линдквист, варила сыр с тмином.")
    assert question.words == "Смотритель Хедда Линдквист варила сыр тмином"


def test_a_question_is_short() -> None:
    long = (
        "Alpha bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike november."
    )
    (question,) = self_test_questions(long)
    assert len(question.words.split()) == 8


def test_a_text_that_says_nothing_gives_no_question() -> None:
    assert self_test_questions("") == ()
    assert self_test_questions("Hello. Yes. No. It is so.") == ()


def test_the_same_sentence_is_asked_once() -> None:
    assert len(self_test_questions("The grebe dives below the frozen reeds.\n" * 30)) == 1


@given(st.text(max_size=500))
def test_any_text_gives_questions_made_of_its_words(text: str) -> None:
    questions = self_test_questions(text)
    assert len(questions) <= 3
    held = content_words(text)
    for question in questions:
        assert question.words.strip()
        assert all(word in text for word in question.words.split()) or held
