"""Related words: the lists, as they are written and as they are read."""

from importlib import resources

import pytest

from pipelines.nodes.questions import paraphrasing
from pipelines.nodes.questions.paraphrasing.related import related
from pipelines.nodes.text.dictionary import LANGUAGES
from pipelines.nodes.text.words import content_words

MOST_WORDS = 9  # of a phrase


def options(language: str, *phrase: str) -> set[str]:
    """Return what may stand for a phrase, given in the order of its lemmas."""
    key = max(phrase, key=len)
    return {
        one for known, said in related(language).get(key, ()) if known == phrase for one in said
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_line_has_a_question_s_words_and_a_document_s(language: str) -> None:
    file = resources.files(paraphrasing).joinpath(f"related.{language}.txt")
    lines = file.read_text(encoding="utf-8").splitlines()
    notions = [line.split(" > ") for line in lines if not line.startswith("#")]
    assert all(len(sides) == 2 for sides in notions)
    phrases = [phrase for sides in notions for side in sides for phrase in side.split(", ")]
    assert all(phrase == phrase.strip() and phrase for phrase in phrases)
    assert max(len(phrase.split()) for phrase in phrases) <= MOST_WORDS
    assert len({line.lower() for line in lines}) == len(lines)  # none is written twice


def test_what_a_document_says_stands_for_what_is_asked_and_not_the_other_way_round() -> None:
    assert "caretaker" in options("en", "janitor")
    assert "treasurer" not in options("en", "money")


def test_what_the_glossary_takes_for_the_same_stands_for_each_other() -> None:
    assert {"caretaker", "concierge"} <= options("en", "janitor")
    assert "janitor" in options("en", "caretaker")
    assert "депозит" in options("ru", "залог")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_phrase_is_made_of_empty_words(language: str) -> None:
    phrases = {phrase for known in related(language).values() for phrase, _ in known}
    assert all(content_words(" ".join(phrase)) for phrase in phrases)
