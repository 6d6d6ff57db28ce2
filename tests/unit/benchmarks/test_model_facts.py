"""model: no two facts are alike, and an honest model says what the passages say."""

import pytest

from benchmarks.model.facts import LANGUAGES, MOST, Language, fact
from benchmarks.model.speech import NO_ANSWER, Honest


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_facts_are_alike(language: Language) -> None:
    facts = [fact(number, language) for number in range(MOST)]
    assert len({one.place for one in facts}) == len({one.text for one in facts}) == MOST
    assert all(one.told in one.sentences[0] and one.place in one.question for one in facts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_honest_model_cites_the_passage_that_answers(language: Language) -> None:
    told = "\n\n".join(
        f'<passage number="{number}" title="t">\n{fact(number, language).text}\n</passage>'
        for number in (1, 2, 3)
    )
    wanted = fact(2, language)
    asked = f"{told}\n\n<question>\n{wanted.question}\n</question>"
    body = {"messages": [{"role": "system", "content": ""}, {"role": "user", "content": asked}]}
    assert Honest(1)(body).text == f"{wanted.sentences[0].rstrip('.')} [2]."
    assert Honest(1)({"messages": body["messages"][:1]}) == NO_ANSWER
