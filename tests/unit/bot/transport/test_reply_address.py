"""The string that says where a run's reports go."""

import pytest

from bot.transport.reply_address import Origin
from pipelines.errors import InternalError


def test_it_is_read_back() -> None:
    origin = Origin(-100123, 7, "ru", 12, None)
    assert Origin.decode(origin.encode()) == origin


def test_empty_means_nobody() -> None:
    assert Origin.decode("") is None


@pytest.mark.parametrize("packed", ["{", "[]", '{"chat": 1}', "7"])
def test_anything_else_is_a_fault(packed: str) -> None:
    with pytest.raises(InternalError):
        Origin.decode(packed)
