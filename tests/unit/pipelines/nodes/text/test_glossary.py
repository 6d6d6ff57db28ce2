"""glossary: everyday words and what they mean in the other language."""

from pipelines.nodes.text.glossary import everyday_words


def test_everyday_words_are_whole_and_of_one_language() -> None:
    words = everyday_words()
    assert {"ticket", "salary", "theatre"} <= words["en"]
    assert {"билет", "зарплата", "театр"} <= words["ru"]
    assert not words["en"] & words["ru"]
