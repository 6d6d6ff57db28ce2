"""When one more message is within what Telegram takes: no clock but the test's own."""

import random
from itertools import count

import pytest

from bot.transport.rate_limit import Pace, Pacer
from tests.support.bot.manual_clock import HandClock

PRIVATE, GROUP = 7, -100


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def pacer(clock: HandClock) -> Pacer:
    return Pacer(clock=clock)


def write(pacer: Pacer, clock: HandClock, chat: int | str, pace: Pace) -> float:
    """Write as soon as it may be; return when."""
    while (wait := pacer.wait(chat, pace)) > 0:
        clock.now += wait + 0.001  # sleeping takes a little longer, too
    pacer.note(chat)
    return clock.now


def most_within(times: list[float], seconds: float) -> int:
    return max(sum(start <= at < start + seconds for at in times) for start in times)


def test_reports_are_a_second_apart(pacer: Pacer, clock: HandClock) -> None:
    times = [write(pacer, clock, PRIVATE, Pace.REPORT) for _ in range(30)]
    assert most_within(times, 1.0) == 1


def test_replies_may_come_in_a_burst_and_are_one_a_second_in_the_long_run(
    pacer: Pacer, clock: HandClock
) -> None:
    times = [write(pacer, clock, PRIVATE, Pace.REPLY) for _ in range(200)]
    assert times[4] == times[0]
    assert most_within(times, 60.0) <= 80


@pytest.mark.parametrize("group", [GROUP, "-100", "@channel"])
def test_a_group_gets_twenty_a_minute(pacer: Pacer, clock: HandClock, group: int | str) -> None:
    paces = [Pace.REPLY, Pace.REPORT, Pace.REPLY]
    times = [write(pacer, clock, group, paces[n % 3]) for n in range(100)]
    assert most_within(times, 60.0) <= 20


def test_a_reply_does_not_wait_for_a_report_that_has_to(pacer: Pacer) -> None:
    pacer.note(PRIVATE)
    assert pacer.wait(PRIVATE, Pace.REPORT) > 0
    assert pacer.wait(PRIVATE, Pace.REPLY) == 0


def test_all_chats_together_get_thirty_a_second(pacer: Pacer, clock: HandClock) -> None:
    times = [write(pacer, clock, chat, Pace.REPLY) for chat in range(1, 300)]
    assert most_within(times, 1.0) <= 30


def test_sketches_leave_room_for_what_matters(pacer: Pacer) -> None:
    for sketched in count():
        if pacer.wait(sketched + 1, Pace.SKETCH) > 0:
            break
        pacer.note(sketched + 1)
    assert sketched < 30
    assert pacer.wait(1000, Pace.REPLY) == 0


def test_the_first_words_of_an_answer_come_sooner_in_a_quiet_group(
    pacer: Pacer, clock: HandClock
) -> None:
    pacer.note(GROUP)
    clock.now += 1.2
    assert pacer.wait(GROUP, Pace.SKETCH) > 1.5
    assert pacer.wait(GROUP, Pace.FIRST_SKETCH) <= 0
    for _ in range(14):
        pacer.note(GROUP)
    clock.now += 1.2
    assert pacer.wait(GROUP, Pace.FIRST_SKETCH) > 1.5, "replies need the rest"


def test_a_held_chat_waits_alone(pacer: Pacer, clock: HandClock) -> None:
    pacer.hold(PRIVATE, 5)
    assert {pacer.wait(PRIVATE, pace) for pace in Pace} == {5.0}
    assert pacer.wait(8, Pace.REPLY) == 0
    clock.now += 5
    assert pacer.held(PRIVATE) == 0


def test_whatever_is_written_where_the_limits_are_kept(pacer: Pacer, clock: HandClock) -> None:
    chance = random.Random(5)
    written: dict[int, list[float]] = {}
    for _ in range(2000):
        chat = chance.choice([1, 2, 3, -4])
        clock.now += chance.expovariate(20)
        written.setdefault(chat, []).append(write(pacer, clock, chat, chance.choice([*Pace])))
    everything = sorted(at for times in written.values() for at in times)
    assert most_within(everything[:500], 1.0) <= 30
    assert most_within(written[-4], 60.0) <= 20
    assert all(most_within(written[chat], 60.0) <= 80 for chat in (1, 2, 3))


def test_what_was_long_on_its_way_counts_from_its_end(pacer: Pacer, clock: HandClock) -> None:
    moment = pacer.note(PRIVATE)
    clock.now += 30
    pacer.put_off(PRIVATE, moment)
    assert pacer.wait(PRIVATE, Pace.REPORT) > 1


def test_drafts_have_room_of_their_own(pacer: Pacer, clock: HandClock) -> None:
    shown = [chat for chat in range(1, 100) if pacer.take_draft(chat) <= 0]
    assert len(shown) == 20
    assert pacer.wait(PRIVATE, Pace.REPLY) <= 0, "they take none of what messages have"
    clock.now += pacer.take_draft(PRIVATE) + 0.001
    assert pacer.take_draft(PRIVATE) <= 0
    pacer.hold(PRIVATE, 30)
    assert pacer.take_draft(PRIVATE) == 30
