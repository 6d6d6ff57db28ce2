"""The string that says where a run's reports go, and the names that buttons call batches by."""

import pytest

from bot.transport.buttons import Action, fits
from bot.transport.reply_address import Origin, batch_named, name_of, next_try_of
from pipelines.errors import InternalError

BATCH = "ingest-7123456789-123456789-98765-1763785000"


def test_it_is_read_back() -> None:
    origin = Origin(-100123, 7, "ru", 12, None)
    assert Origin.decode(origin.encode()) == origin


def test_empty_means_nobody() -> None:
    assert Origin.decode("") is None


@pytest.mark.parametrize("packed", ["{", "[]", '{"chat": 1}', "7"])
def test_anything_else_is_a_fault(packed: str) -> None:
    with pytest.raises(InternalError):
        Origin.decode(packed)


def test_a_name_is_read_back_in_its_own_chat() -> None:
    name = name_of(BATCH, 123456789)
    assert name == "98765-1763785000"
    assert batch_named(name, bot_id=7123456789, chat_id=123456789) == BATCH


def test_a_batch_of_another_chat_or_of_none_has_no_name() -> None:
    assert name_of(BATCH, 5) is None
    assert name_of("cli-6b7f3a52-3c1e-4d0c-9a55-0d6f1c2b9e10", 5) is None
    assert name_of("", 5) is None


def test_the_next_try_has_a_name_that_fits_a_button() -> None:
    again = next_try_of(next_try_of(BATCH))
    name = name_of(again, 123456789)
    assert name is not None
    assert again != BATCH
    assert fits(Action.CANCEL_BATCH, 123456789, name)
