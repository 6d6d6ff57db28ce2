"""What an honest model says: sentences of the passages it was given, each with its mark."""

import re
from collections.abc import Iterator
from itertools import islice

from benchmarks.model.endpoint import Body, Said, asked_in, told_in
from pipelines.nodes.text.words import content_words, split_sentences

_PASSAGE = re.compile(r'<passage number="(\d+)"[^>]*>\n(.*?)\n</passage>', re.DOTALL)
_QUESTION = re.compile(r"<question>\n(.*?)\n</question>", re.DOTALL)
NO_ANSWER = Said("NO_ANSWER")


def passages_in(told: str) -> dict[int, str]:
    """Return the passages that a model was shown, by number."""
    return {int(number): text for number, text in _PASSAGE.findall(told)}


def question_in(body: Body) -> str:
    """Return the question that a model was asked."""
    found = _QUESTION.search(asked_in(body))
    return found[1] if found else ""


class Honest:
    """Says the sentences of the passages that share most words with the question."""

    def __init__(self, sentences: int) -> None:
        self._sentences = sentences

    def __call__(self, body: Body) -> Said:
        """Answer a request."""
        question = question_in(body)
        if not question:  # it was asked for something else, as for other words
            return NO_ANSWER
        wanted = set(content_words(question))
        found = sorted(
            _sentences(told_in(body)),
            key=lambda one: len(wanted & set(content_words(one[1]))),
            reverse=True,
        )
        best = islice(dict.fromkeys(found), self._sentences)
        said = " ".join(f"{text.rstrip('.')} [{number}]." for number, text in best)
        return Said(said) if said else NO_ANSWER


def _sentences(told: str) -> Iterator[tuple[int, str]]:
    for number, passage in passages_in(told).items():
        for line in passage.splitlines():
            for span in split_sentences(line):
                if len(text := line[span.start : span.end].strip()) > 20:
                    yield number, text
