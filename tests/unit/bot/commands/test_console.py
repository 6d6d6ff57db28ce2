"""What a command prints, and where."""

import asyncio
import json

import pytest
from rich.progress import Progress

from bot.commands.console import Console, ConsoleNotifier
from pipelines.errors import Failure
from pipelines.models.answers import Answer, Timings
from pipelines.models.requests import BatchReport, ItemProgress

Captured = pytest.CaptureFixture[str]


def test_results_and_words_go_different_ways(capsys: Captured) -> None:
    console = Console(language="en")
    console.say("starting")
    console.complain("no good")
    console.show("result")
    captured = capsys.readouterr()
    assert captured.out == "result\n"
    assert captured.err == "Starting…\nno good\n"


@pytest.mark.parametrize(
    "result",
    [
        "[bold]no markup[/bold] [1] [red]",
        ":warning: :rocket: :smile:",
        "a\ttab, a bell \x07, an escape \x1b[31m and a line\u2028separator",
        "x " * 5000,
        "https://example.org/" + "long/" * 200,
        "Привет, 世界 🙂👩‍👩‍👧",
        "{a: 'b'} 12:30:00 <tag> True None 127.0.0.1",
    ],
)
def test_a_result_is_printed_as_it_is(capsys: Captured, result: str) -> None:
    value = json.dumps({"text": result}, ensure_ascii=False)
    Console().show(value)
    assert json.loads(capsys.readouterr().out) == {"text": result}


def test_it_speaks_the_language_it_is_given(capsys: Captured) -> None:
    Console(language="ru_RU").say("starting")
    Console(language="C").say("starting")
    assert capsys.readouterr().err == "Запускаюсь…\nStarting…\n"


def test_a_failure_comes_with_the_id_the_log_shows() -> None:
    console = Console(language="en")
    assert "ab12cd34" in console.failure(Failure("database-unavailable", error_id="ab12cd34"))
    assert console.failure(Failure("source-empty")) == console.text("source-empty")


async def test_a_bar_moves_with_the_batches() -> None:
    console = Console()
    with Progress(console=console.err, disable=True) as bar:
        task = bar.add_task("", total=4)
        notifier = ConsoleNotifier(bar, task)
        await notifier.progressed(
            "", [ItemProgress(0, "a.txt", "stored"), ItemProgress(1, "b.txt", "running", "embed")]
        )
        assert (bar.tasks[0].completed, bar.tasks[0].description) == (1, "b.txt")
        notifier.begin_batch(2)
        lines = [ItemProgress(0, "c.txt", "refused"), ItemProgress(1, "d.txt", "known")]
        await notifier.progressed("", lines)
        assert bar.tasks[0].completed == 4


async def test_without_a_bar_it_keeps_quiet_and_remembers_failures(capsys: Captured) -> None:
    notifier = ConsoleNotifier()
    answer = Answer("text", False, "en", (), (), Timings())
    await asyncio.gather(
        notifier.progressed("", [ItemProgress(0, "a.txt", "running")]),
        notifier.ingested("", BatchReport("b", (), 0.0)),
        notifier.answered("", answer),
        notifier.failed("", Failure("question-empty")),
    )
    assert notifier.failure == Failure("question-empty")
    assert capsys.readouterr() == ("", "")
