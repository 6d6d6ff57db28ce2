"""model: a Telegram that refuses, and that carries things out without a word."""

import random
from pathlib import Path

import httpx
import pytest

from benchmarks.model.weather import Weather, bad_weather
from bot.sandbox import Sandbox
from tests.support.loopback import loopback_client

TOKEN = "7654321:weather"


async def test_calls_are_refused_or_taken_without_a_receipt(tmp_path: Path) -> None:
    weather = Weather(0.0, 0.0, 0.0, random.Random(1))
    async with (
        Sandbox(tmp_path, port=0, token=TOKEN) as sandbox,
        bad_weather(sandbox.page_url, weather),
        loopback_client(sandbox.page_url) as person,
        loopback_client(weather.base_url) as bot,
    ):

        async def send(text: str) -> httpx.Response:
            return await bot.post(f"/bot{TOKEN}/sendMessage", json={"chat_id": 7, "text": text})

        await person.post("/sandbox/chats/7/messages", json={"text": "hello"})
        assert (await send("one")).json()["ok"]
        weather.refuse = 1.0
        refused = await send("two")
        assert (refused.status_code, refused.json()["parameters"]) == (429, {"retry_after": 1})
        weather.refuse, weather.lose = 0.0, 1.0
        with pytest.raises(httpx.RemoteProtocolError):
            await send("three")
        shown = (await person.get("/sandbox/chats/7/messages")).json()["messages"]
    assert [one["text"] for one in shown] == ["hello", "one", "three"]
    assert (weather.calls, weather.refused, weather.lost, weather.unheard) == (3, 1, 1, {})
    assert weather.early == 1
