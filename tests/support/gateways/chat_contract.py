"""What both gateways promise about people, modes and histories."""

import asyncio
from uuid import UUID

import pytest
from psycopg import AsyncConnection

from pipelines.errors import DatabaseRefused
from pipelines.models.answers import Turn
from pipelines.ports import Gateway

USER = "4242"


def pair(n: int) -> list[Turn]:
    return [Turn("user", f"question {n}"), Turn("assistant", f"answer {n}")]


def said(turns: tuple[Turn, ...]) -> list[str]:
    return [turn.message for turn in turns]


class ChatContract:
    """Tests of people, modes and histories."""

    async def test_a_user_is_made_once_and_refreshed(self, gateway: Gateway) -> None:
        first = await gateway.ensure_user(2**40, "Анна", "ru")
        again = await gateway.ensure_user(2**40, None, None)
        assert again == first
        assert UUID(first.id).version == 4
        assert (first.telegram_id, first.is_owner, first.is_active) == (2**40, False, True)

    async def test_what_is_not_said_is_kept(self, gateway: Gateway, admin: AsyncConnection) -> None:
        await gateway.ensure_user(1, "Анна", "ru")
        await gateway.ensure_user(1, None, "en")
        rows = await admin.execute("select display_name, language from users")
        assert await rows.fetchall() == [{"display_name": "Анна", "language": "en"}]

    async def test_the_first_to_claim_owns(self, gateway: Gateway) -> None:
        assert not await gateway.has_owner()
        assert await gateway.claim_ownership(7)
        assert await gateway.has_owner()
        assert not await gateway.claim_ownership(8)
        assert await gateway.claim_ownership(7), "the owner asks again"
        assert (await gateway.ensure_user(7, None, None)).is_owner
        assert not (await gateway.ensure_user(8, None, None)).is_owner

    async def test_of_many_claims_at_once_one_wins(self, gateway: Gateway) -> None:
        claims = await asyncio.gather(*(gateway.claim_ownership(n) for n in range(1, 9)))
        assert claims.count(True) == 1

    async def test_a_mode_is_kept_until_changed(self, gateway: Gateway) -> None:
        assert await gateway.get_mode(USER) is None
        await gateway.set_mode(USER, "documents")
        assert await gateway.get_mode(USER) == "documents"
        await gateway.set_mode(USER, "chat")
        assert await gateway.get_mode(USER) == "chat"
        assert await gateway.get_mode("other") is None

    async def test_an_unknown_mode_is_refused(self, gateway: Gateway) -> None:
        with pytest.raises(DatabaseRefused):
            await gateway.set_mode(USER, "admin")  # type: ignore[arg-type]

    async def test_history_comes_oldest_first(self, gateway: Gateway) -> None:
        for n in range(3):
            await gateway.insert_and_trim_pairs(USER, pair(n), 15)
        assert await gateway.get_history(USER, 2) == (*pair(1), *pair(2))
        assert await gateway.get_history(USER, 0) == ()
        assert await gateway.get_history("other", 15) == ()

    async def test_the_oldest_pairs_are_trimmed(self, gateway: Gateway) -> None:
        for n in range(5):
            await gateway.insert_and_trim_pairs(USER, pair(n), 3)
        assert await gateway.get_history(USER, 15) == (*pair(2), *pair(3), *pair(4))

    async def test_several_pairs_in_one_call(self, gateway: Gateway) -> None:
        await gateway.insert_and_trim_pairs(USER, [*pair(0), *pair(1), *pair(2)], 2)
        assert await gateway.get_history(USER, 15) == (*pair(1), *pair(2))

    async def test_no_pairs_change_nothing(self, gateway: Gateway) -> None:
        await gateway.insert_and_trim_pairs(USER, pair(0), 15)
        await gateway.insert_and_trim_pairs(USER, [], 0)
        assert await gateway.get_history(USER, 15) == tuple(pair(0))

    async def test_nothing_is_kept_when_zero_pairs_are(self, gateway: Gateway) -> None:
        await gateway.insert_and_trim_pairs(USER, pair(0), 15)
        await gateway.insert_and_trim_pairs(USER, pair(1), 0)
        assert await gateway.get_history(USER, 15) == ()

    async def test_another_users_history_is_left_alone(self, gateway: Gateway) -> None:
        await gateway.insert_and_trim_pairs("other", pair(0), 15)
        await gateway.insert_and_trim_pairs(USER, pair(1), 0)
        assert await gateway.get_history("other", 15) == tuple(pair(0))

    async def test_calls_at_once_tear_no_pair(self, gateway: Gateway) -> None:
        await asyncio.gather(*(gateway.insert_and_trim_pairs(USER, pair(n), 4) for n in range(12)))
        turns = await gateway.get_history(USER, 15)
        assert len(turns) == 8
        numbers = [message.rsplit(" ", 1)[1] for message in said(turns)]
        assert numbers[::2] == numbers[1::2]
        assert [turn.role for turn in turns] == ["user", "assistant"] * 4

    async def test_text_that_postgres_cannot_store_loses_nothing_else(
        self, gateway: Gateway
    ) -> None:
        await gateway.insert_and_trim_pairs(
            USER, [Turn("user", "a\x00b\ud800c 😀"), Turn("assistant", "'\"\\; --")], 1
        )
        assert said(await gateway.get_history(USER, 1)) == ["a\ufffdb\ufffdc 😀", "'\"\\; --"]

    async def test_clearing_tells_how_many(self, gateway: Gateway) -> None:
        await gateway.insert_and_trim_pairs(USER, pair(0), 15)
        await gateway.insert_and_trim_pairs("other", pair(1), 15)
        assert await gateway.clear_history(USER) == 2
        assert await gateway.clear_history(USER) == 0
        assert await gateway.get_history("other", 15) == tuple(pair(1))
