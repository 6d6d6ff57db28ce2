"""`paragraf reembed`: move the base to the embedding model that is set."""

from collections.abc import AsyncIterator

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bot.commands.console import Console
from bot.settings import Settings
from pipelines.services import open_reembedding
from pipelines.store.embeddings import ReembeddingProgress

_LINES = 20  # where there is no terminal to draw a bar in


async def reembed(settings: Settings, console: Console) -> int:
    """Embed everything again beside whatever runs, then switch; return 0."""
    async with open_reembedding(settings.pipelines()) as reembedding:
        is_needed = await reembedding.is_needed()
        if is_needed:
            console.say("reembed-started", model=reembedding.model)
        while True:
            await _show(reembedding.prepare(), console)
            if is_needed:
                console.say("reembed-switching")
            if await reembedding.switch():
                break
            console.say("reembed-more")
        console.say("reembed-done" if is_needed else "reembed-needless", model=reembedding.model)
    return 0


async def _show(progress: AsyncIterator[ReembeddingProgress], console: Console) -> None:
    if console.err.is_terminal:
        await _show_bar(progress, console)
    else:
        await _show_lines(progress, console)


async def _show_bar(progress: AsyncIterator[ReembeddingProgress], console: Console) -> None:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, TimeRemainingColumn(), console=console.err) as bar:
        task = bar.add_task(console.text("reembed-bar"), total=None)
        async for now in progress:
            bar.update(task, completed=now.done, total=now.total)


async def _show_lines(progress: AsyncIterator[ReembeddingProgress], console: Console) -> None:
    """Print a line each time another twentieth is done."""
    shown = -1
    async for now in progress:
        part = _LINES * now.done // now.total if now.total else shown
        if part > shown:
            console.say("reembed-progress", done=now.done, total=now.total)
            shown = part
