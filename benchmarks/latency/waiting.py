"""How long people wait for the running bot, and what it weighs.

Starts `paragraf run` as a process of its own over an empty DATA_DIR, talks to it through the
sandbox, and measures: the first reply to /start (with the model unpacked and not), questions
while nothing else happens, the same questions while a large PDF is taken in, and the resident
memory of all its processes. The PDF is made here, of sentences of a small grammar.

Questions are asked by another person than the PDF is from, one in a second at most: what comes
faster in one chat waits for Telegram's limits (`bot/transport/rate_limit.py`), not for the bot.

`loop_*_ms` is how long the bot's event loop keeps others waiting while it takes the PDF in, at
most: the time of a request to it for a page that does not exist, fifty times a second.
"""

import asyncio
import os
import random
import socket
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import psutil
from fpdf import FPDF

from benchmarks.figures import percentile
from bot.demo.chat import has_button
from bot.phrasebook import FluentPhrasebook

FOLDER = Path(__file__).parents[2] / "bot" / "demo"
QUESTIONS = (
    "How many litres of fresh water does each person get per day?",
    "How often are the anemometers calibrated, and where?",
    "На каком морском канале дежурит радиорубка станции?",
    "What is the password of the wireless network at the station?",
)
THINGS = ("pump", "valve", "ledger", "gauge", "turbine", "cable", "bearing", "filter", "sluice")
ACTS = ("checks", "replaces", "oils", "records", "inspects", "drains", "tests", "cleans", "lifts")
PEOPLE = ("keeper", "engineer", "apprentice", "warden", "mechanic", "surveyor", "clerk", "diver")
OWNER, ASKER = 77, 78
_APART = 1.1  # seconds between questions
_ASK, _ADD = (
    FluentPhrasebook().say(f"button-{name}", "en") for name in ("ask-in-chat", "add-to-base")
)
Said = dict[str, Any]


async def measure(pages: int, questions: int) -> dict[str, float]:
    """Return the figures; seconds unless the name says otherwise."""
    with tempfile.TemporaryDirectory(prefix="paragraf-latency-") as folder:
        path = Path(folder)
        large = path / "large.pdf"
        words = make_pdf(large, pages)
        first_start = await _with_bot(path, lambda bot: bot.first_reply())
        figures = {"first_start_reply_s": first_start}
        figures |= await _with_bot(path, lambda bot: bot.everything(large, pages, questions))
    return {name: round(value, 3) for name, value in figures.items()} | {
        "large_pdf_pages": pages,
        "large_pdf_words": words,
    }


async def _with_bot(folder: Path, work: Any) -> Any:
    bot = _Bot(folder)
    try:
        return await work(bot)
    finally:
        await bot.stop()


class _Person:
    """Somebody who talks to the bot in a private chat."""

    def __init__(self, port: int, user: int) -> None:
        self.client = httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{port}/sandbox/chats/{user}/",
            params={"user_id": str(user), "language_code": "en"},
            trust_env=False,
            timeout=30,
        )

    async def write(self, text: str) -> Said:
        return (await self.client.post("messages", json={"text": text})).json()

    async def send(self, file: Path) -> Said:
        content = await asyncio.to_thread(file.read_bytes)
        return (await self.client.post("messages", files={"document": (file.name, content)})).json()

    async def press(self, message: Said, label: str) -> None:
        (data,) = (b["data"] for row in message["buttons"] for b in row if b["text"] == label)
        body = {"message_id": message["message_id"], "data": data}
        (await self.client.post("press", json=body)).raise_for_status()

    async def said(self, after: int) -> Sequence[Said]:
        response = await self.client.get("messages", params={"after": str(after)})
        return [each for each in response.json()["messages"] if each["from"] == "bot"]

    async def reply(self, sent: Said, *, button: str | None = None) -> Said:
        while True:
            said = await self.said(sent["message_id"])
            fitting = [each for each in said if button is None or has_button(each, button)]
            if fitting:
                return fitting[-1]
            await asyncio.sleep(0.01)


class _Bot:
    """A bot in a process of its own, and two people who talk to it."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        settings = {"DATA_DIR": str(folder / "data"), "SANDBOX_PORT": str(port)}
        self._started = time.perf_counter()
        self._process = psutil.Popen(
            [sys.executable, "-m", "bot"],
            env={**os.environ, **settings, "TELEGRAM_TOKEN": "", "LLM_BASE_URL": ""},
            cwd=Path(__file__).parents[2],
        )
        self._folder = folder
        self._owner, self._asker = (_Person(port, user) for user in (OWNER, ASKER))

    async def stop(self) -> None:
        self._process.terminate()
        await asyncio.to_thread(self._process.wait)
        for person in (self._owner, self._asker):
            await person.client.aclose()

    async def first_reply(self) -> float:
        """Seconds from the start of the process to the reply to /start."""
        while True:
            try:
                sent = await self._owner.write("/start")
                break
            except httpx.ConnectError:
                await asyncio.sleep(0.05)
        await self._owner.reply(sent)
        return time.perf_counter() - self._started

    async def everything(self, large: Path, pages: int, questions: int) -> dict[str, float]:
        owner = self._owner
        figures = {"start_reply_s": await self.first_reply()}
        hello = (await owner.said(0))[-1]
        base = hello["buttons"][0][1]["data"]
        await owner.client.post("press", json={"message_id": hello["message_id"], "data": base})
        for name in ("handbook.pdf", "galley.md", "workshop.txt"):
            sent = await owner.send(FOLDER / name)
            receipt = await owner.reply(sent, button=_ASK)
        await owner.press(receipt, _ASK)
        await self._ask(len(QUESTIONS))  # warm
        idle = await self._ask(questions)
        figures |= _named("question_idle", idle)
        sent = await owner.send(large)
        offer = await owner.reply(sent, button=_ADD)
        began = time.perf_counter()
        await owner.press(offer, _ADD)
        busy: list[float] = []
        waits: list[float] = []
        probing = asyncio.create_task(self._probe(waits))
        done = asyncio.create_task(self._time_until_done(offer, pages, began))
        while not done.done():
            busy += await self._ask(1, start=len(busy))
        probing.cancel()
        figures["large_pdf_s"] = await done
        figures |= {f"loop_p{p}_ms": 1000 * percentile(waits, p) for p in (50, 99)}
        figures |= _named("question_while_ingesting", busy)
        figures["questions_while_ingesting"] = len(busy)
        figures["slowdown_p50"] = statistics.median(busy) / statistics.median(idle)
        figures["rss_mb"] = self._rss() / 2**20
        return figures

    async def _ask(self, count: int, *, start: int = 0) -> list[float]:
        times = []
        for number in range(start, start + count):
            began = time.perf_counter()
            sent = await self._asker.write(f"{QUESTIONS[number % len(QUESTIONS)]}")
            await self._asker.reply(sent)
            times.append(time.perf_counter() - began)
            await asyncio.sleep(max(0.0, _APART - times[-1]))
        return times

    async def _probe(self, waits: list[float]) -> None:
        while True:
            began = time.perf_counter()
            await self._owner.client.get("/nowhere")
            waits.append(time.perf_counter() - began)
            await asyncio.sleep(0.02)

    async def _time_until_done(self, offer: Said, pages: int, began: float) -> float:
        while True:
            said = await self._owner.said(offer["message_id"] - 1)
            if any("large" in one["text"] and f" {pages} page" in one["text"] for one in said):
                return time.perf_counter() - began
            await asyncio.sleep(0.05)

    def _rss(self) -> int:
        """Resident bytes of the bot, its children, and the Postgres that it started."""
        marks = str(self._folder)
        family = {self._process.pid: self._process}
        family |= {child.pid: child for child in self._process.children(recursive=True)}
        for process in psutil.process_iter():
            if process.name() == "postgres" and marks in " ".join(process.cmdline()):
                family[process.pid] = process
                family |= {child.pid: child for child in process.children(recursive=True)}
        return sum(process.memory_info().rss for process in family.values())


def _named(name: str, times: Sequence[float]) -> dict[str, float]:
    ordered = sorted(times)
    return {
        f"{name}_p50_s": statistics.median(ordered),
        f"{name}_p95_s": ordered[min(len(ordered) - 1, round(0.95 * len(ordered)))],
    }


def make_pdf(file: Path, pages: int, *, seed: int = 7) -> int:
    """Write a PDF of about 400 words a page; return how many words it has."""
    chance = random.Random(seed)  # noqa: S311 - not a secret
    pdf = FPDF()
    pdf.set_font("Helvetica", size=11)
    words = 0
    for page in range(1, pages + 1):
        pdf.add_page()
        sentences = [
            f"On day {chance.randint(1, 365)} the {chance.choice(PEOPLE)} of station {page} "
            f"{chance.choice(ACTS)} {chance.choice(THINGS)} number {chance.randint(10, 999)} "
            f"and writes {chance.randint(1, 99)} into the {chance.choice(THINGS)} book."
            for _ in range(21)
        ]
        text = " ".join(sentences)
        words += len(text.split())
        pdf.multi_cell(0, 6, text)
    pdf.output(str(file))
    return words
