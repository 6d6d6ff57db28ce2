"""The string that says where a run's reports go, and the names that buttons call batches by."""

import pytest

from bot.transport.buttons import Action, fits
from bot.transport.rate_limit import Pace
from bot.transport.reply_address import (
    Origin,
    batch_named,
    name_of,
    next_try_of,
    run_name,
    run_named,
)
from pipelines.errors import InternalError
from pipelines.models.preferences import UserSettings

BATCH = "ingest-7123456789-123456789-98765-1763785000"


def test_it_is_read_back() -> None:
    settings = UserSettings("en", "short", are_sources_folded=True)
    origin = Origin(-100123, 7, "ru", 12, None, thread_id=3, settings=settings)
    assert Origin.decode(origin.encode()) == origin


def test_what_was_packed_before_there_were_topics_is_read_still() -> None:
    packed = '{"chat_id":7,"user_id":7,"language":"ru","progress_id":null,"reply_to":5}'
    assert Origin.decode(packed) == Origin(7, 7, "ru", reply_to=5)


def test_only_what_somebody_waits_for_is_a_reply() -> None:
    assert Origin(7, 7).pace is Pace.REPLY
    assert Origin(7, 7, progress_id=9).pace is Pace.REPORT
    assert Origin(7, 7, pending_id=3).pace is Pace.REPORT


@pytest.mark.parametrize(
    ("origin", "memory", "asker"),
    [
        (Origin(7, 7), "7", 7),
        (Origin(-1001, 7), "-1001", -1001),
        (Origin(-1001, 7, thread_id=12), "-1001/12", -1001),
    ],
)
def test_a_group_asks_by_its_own_rights_and_a_topic_has_its_own_memory(
    origin: Origin, memory: str, asker: int
) -> None:
    assert (origin.memory, origin.asker) == (memory, asker)


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


@pytest.mark.parametrize("chat", [123456789, -1001234567890])
def test_the_run_of_an_answer_is_read_back_in_its_own_chat(chat: int) -> None:
    run_id = f"literal-7123456789-{chat}-98765-1763785000"
    name = run_name(run_id, chat)
    assert name == "literal-98765-1763785000"
    assert run_named(name, bot_id=7123456789, chat_id=chat) == run_id
    assert fits(Action.STOP_ANSWER, 1234567890, name)
    assert run_name(run_id, 5) is None
    assert run_name("cli-of-the-command-line", chat) is None
