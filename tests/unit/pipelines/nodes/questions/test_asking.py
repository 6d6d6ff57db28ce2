"""Which texts clearly ask."""

import pytest

from pipelines.nodes.questions.asking import asks


@pytest.mark.parametrize(
    "text",
    [
        *("Is the office open?", "The lease, until when?", "who keeps the key", "and what of it"),
        *("кто хранит ключ", "До какого числа договор", "Ключ у вахтёра?", "Really?!"),
    ],
)
def test_what_asks(text: str) -> None:
    assert asks(text)


@pytest.mark.parametrize(
    "text",
    [
        *("The key is with the porter.", "When we met, it rained.", "how to reset:\nhold it", ""),
        *("Ключ у вахтёра", "Когда приедем, позвоним.", "😀"),
    ],
)
def test_what_may_be_told(text: str) -> None:
    assert not asks(text)
