"""Take the picture of the README: a conversation with the bot in the sandbox, on a phone.

    python tools/conversation_picture.py [PICTURE.png]

It starts a bot of its own in an empty folder, adds a small guide, asks two questions and a
follow-up, and takes what a phone shows then. Needs Chromium, and Playwright of the tests.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import httpx
from PIL import Image
from playwright.sync_api import ViewportSize, sync_playwright

PICTURE = Path(__file__).parents[1] / "docs" / "conversation.png"
PORT = 8097
USER = 7
WIDTH, HEIGHT, SCALE = 390, 844, 2
PATIENCE_SECONDS = 300
QUIET_SECONDS = 2
COLOURS = 256
NAME = "Museum guide"
GUIDE = f"""# {NAME}

## Tickets

| Ticket | Adult, £ | Child, £ |
| --- | --- | --- |
| Day ticket | 14 | 6 |
| Year card | 48 | 20 |

## Tours

Guided tours are booked with Lucy Brandt, at least a week ahead.
"""
QUESTIONS = ("Who books tours?", "What does a day ticket cost for an adult?", "And for a child?")


def main(arguments: list[str]) -> None:
    """Take the picture, and say where it lies."""
    picture = Path(arguments[0]) if arguments else PICTURE
    with tempfile.TemporaryDirectory() as folder, bot_in(Path(folder)) as client:
        talk(client)
        photograph(str(client.base_url), picture)
    sys.stdout.write(f"{picture}: {picture.stat().st_size // 1024} KB\n")


@contextmanager
def bot_in(folder: Path) -> Iterator[httpx.Client]:
    """Run a bot that keeps everything in a folder, until the caller is done with it."""
    environment = {key: value for key, value in os.environ.items() if not _is_setting(key)}
    environment |= {"DATA_DIR": str(folder), "SANDBOX_PORT": str(PORT), "TELEGRAM_TOKEN": ""}
    command = [sys.executable, "-m", "bot", "run"]
    with subprocess.Popen(command, env=environment) as process:  # noqa: S603
        try:
            with httpx.Client(base_url=f"http://127.0.0.1:{PORT}", trust_env=False) as client:
                _wait_until_up(client, process)
                yield client
        finally:
            process.send_signal(signal.SIGINT)


def talk(client: httpx.Client) -> None:
    """Add the guide, and ask about it."""
    _say(client, "/start")
    _press(client, "Base")
    files = {"document": (f"{NAME}.md", GUIDE.encode(), "text/markdown")}
    client.post(_path("messages"), files=files).raise_for_status()
    _press(client, "Ask in chat")
    for question in QUESTIONS:
        _say(client, question)


def photograph(page_url: str, picture: Path) -> None:
    """Take what a phone shows of the conversation."""
    with sync_playwright() as playwright:
        path = shutil.which("chromium") or playwright.chromium.executable_path
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        size = ViewportSize(width=WIDTH, height=HEIGHT)
        page = browser.new_page(viewport=size, device_scale_factor=SCALE, locale="en-GB")
        page.goto(f"{page_url}/#user={USER}")
        page.get_by_text(QUESTIONS[-1]).first.wait_for()
        page.wait_for_load_state("networkidle")
        shot = Image.open(BytesIO(page.screenshot()))
        browser.close()
    palette = shot.convert("RGB").quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE)
    palette.save(picture, optimize=True)


def _is_setting(name: str) -> bool:
    return name.startswith(("LLM_", "TELEGRAM_", "SUPABASE_", "DATABASE_", "OWNER_"))


def _wait_until_up(client: httpx.Client, process: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end and process.poll() is None:
        try:
            client.get("/").raise_for_status()
        except httpx.TransportError:
            time.sleep(0.5)
        else:
            return
    raise SystemExit("the bot did not start")


def _path(name: str) -> str:
    return f"/sandbox/chats/{USER}/{name}?user_id={USER}&language_code=en"


def _messages(client: httpx.Client) -> list[dict[str, Any]]:
    shown: dict[str, list[dict[str, Any]]] = client.get(_path("messages")).json()
    return [message for message in shown["messages"] if message["from"] == "bot"]


def _say(client: httpx.Client, text: str) -> None:
    with _answered(client):
        client.post(_path("messages"), json={"text": text}).raise_for_status()


def _press(client: httpx.Client, label: str) -> None:
    """Press the newest button of a label, as soon as there is one."""
    end = time.monotonic() + PATIENCE_SECONDS
    while (body := _button(client, label)) is None:
        if time.monotonic() > end:
            raise SystemExit(f"there is no button {label}")
        time.sleep(0.2)
    with _answered(client):
        client.post(_path("press"), json=body).raise_for_status()


def _button(client: httpx.Client, label: str) -> dict[str, object] | None:
    for message in reversed(_messages(client)):
        for button in (button for row in message["buttons"] for button in row):
            if button["text"] == label:
                return {"message_id": message["message_id"], "data": button["data"]}
    return None


@contextmanager
def _answered(client: httpx.Client) -> Iterator[None]:
    """Wait until the bot has written something, and then nothing for a while."""
    before = seen = _messages(client)
    yield
    end = time.monotonic() + PATIENCE_SECONDS
    quiet_since = time.monotonic()
    while time.monotonic() < end:
        now = _messages(client)
        if now != seen:
            seen, quiet_since = now, time.monotonic()
        if seen != before and time.monotonic() - quiet_since >= QUIET_SECONDS:
            return
        time.sleep(0.2)
    raise SystemExit("the bot did not answer")


if __name__ == "__main__":
    main(sys.argv[1:])
