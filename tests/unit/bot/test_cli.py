"""What every command does before its work."""

import os

import pytest
import typer

from bot import cli
from bot.settings import SECRET, Settings, read_settings


def perform(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], set[str]]:
    """Run a command that does nothing; return what it closed, and the names it could still read."""
    closed, readable = [], set()
    monkeypatch.setattr(cli, "keep_memory_private", lambda: closed.append("memory"))
    monkeypatch.setattr(cli, "configure_logging", lambda *_, **__: None)

    async def work() -> int:
        readable.update(name.lower() for name in os.environ)
        return 0

    with pytest.raises(typer.Exit):
        cli._perform(work(), settings)
    return closed, readable


def test_memory_is_closed_and_secrets_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in SECRET:
        monkeypatch.setenv(name.upper(), "secret")
    monkeypatch.setenv("TELEGRAM_TOKEN", "1:secret")
    monkeypatch.setenv("LLM_MODEL", "some")
    settings = read_settings()
    closed, readable = perform(settings, monkeypatch)
    assert closed == ["memory"]
    assert not readable & SECRET
    assert "llm_model" in readable
    assert (settings.llm_api_key, settings.telegram_token) == ("secret", "1:secret")
