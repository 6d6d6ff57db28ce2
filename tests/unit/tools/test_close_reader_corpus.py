"""The corpus that the close reader is taught with: every line of it, and what is made of it."""

import random
from collections import Counter
from pathlib import Path

import pytest

from tools.close_reader.corpus import KINDS, CorpusBroken, read_corpus
from tools.close_reader.examples import examples

DOCUMENT = """
# en | notice | The pool
. The pool opens at seven.
. Towels cost two euros.
? When can I swim? | Когда можно плавать? | 1 | at seven
+ Swimming is possible from seven on.
+ From seven.
+ Плавать можно с семи.
- number: Swimming is possible from nine on.
! Who runs the pool? | Кто заведует бассейном?
"""


def write(folder: Path, text: str) -> Path:
    (folder / "one.txt").write_text(text, encoding="utf-8")
    return folder


def test_every_document_can_be_read_and_says_what_it_must() -> None:
    documents = read_corpus()
    kinds = Counter(kind for one in documents for asked in one.asked for kind, _ in asked.wrong)
    assert len(documents) > 500
    assert set(kinds) == KINDS
    assert min(kinds.values()) > 0.3 * max(kinds.values())
    assert all(asked.right and asked.wrong for one in documents for asked in one.asked)


def test_a_document_becomes_examples_of_each_task(tmp_path: Path) -> None:
    made = [*examples(read_corpus(write(tmp_path, DOCUMENT)), random.Random(1))]
    answering = [(one.question, one.right) for one in made if one.task == "answering"]
    assert ("Когда можно плавать?", 0) in answering
    assert ("Кто заведует бассейном?", -1) in answering
    claims = {
        one.claim: one.right for one in made if one.task == "claim" and len(one.sentences) > 1
    }
    assert claims["Swimming is possible from seven on."] == 1
    assert claims["Swimming is possible from nine on."] == 0
    assert {one.right for one in made if one.task == "answer"} == {0, 1}


@pytest.mark.parametrize(
    "line",
    [
        "? When? | Когда? | 3 | at seven",
        "? When? | Когда? | 1 | at noon",
        "? When? | 1 | at seven",
        "- guess: The pool is shut.",
        "~ What is this?",
    ],
)
def test_a_line_that_is_wrong_is_named(tmp_path: Path, line: str) -> None:
    with pytest.raises(CorpusBroken, match=r"one\.txt:11"):
        read_corpus(write(tmp_path, DOCUMENT + line))
