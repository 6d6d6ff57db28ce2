"""The names that buttons call batches by."""

from bot.transport.batch_ids import batch_named, name_of, next_try_of
from bot.transport.buttons import Action, fits

BATCH = "ingest-7123456789-123456789-98765-1763785000"


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
