"""The command line: `paragraf run | demo | ingest | ask | migrate | reembed | pipelines | runs`.

`evaluate`, `roles` and `audit` are for whoever is at the machine.
"""

import asyncio
import signal
import threading
from collections.abc import Coroutine
from json import dumps as json_text
from typing import Annotated, Any

import typer

from bot.commands.console import Console
from bot.logs import configure_logging
from bot.settings import Settings, forget_secrets, read_settings
from pipelines.errors import InternalError, TransientError, UserError
from pipelines.isolation.limits import keep_memory_private
from pipelines.models.documents import Strategy

app = typer.Typer(
    help="Paragraf: a Telegram bot over your own documents.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)

NOT_DONE = 1
WRONG_SETTINGS = 2
STOPPED = 130

Json = Annotated[bool, typer.Option("--json", help="Print one JSON value and nothing else.")]


def _perform(work: Coroutine[Any, Any, int], settings: Settings, *, as_json: bool = False) -> None:
    """Run a command to its end; turn what went wrong into one sentence and a status."""
    keep_memory_private()
    forget_secrets()
    configure_logging(settings.log_level, secrets=settings.hidden())
    console = Console()
    try:
        status = asyncio.run(_stoppable(work))
    except (KeyboardInterrupt, asyncio.CancelledError):
        status = STOPPED
    except UserError as error:
        _complain(console, console.text(error.code, **error.values), as_json=as_json)
        status = NOT_DONE
    except (TransientError, InternalError) as error:
        _complain(console, f"{type(error).__name__}: {error}", as_json=as_json)
        status = WRONG_SETTINGS
    raise typer.Exit(status)


async def _stoppable(work: Coroutine[Any, Any, int]) -> int:
    """Let the system's request to end unwind the command, so that it leaves no server behind."""
    this = asyncio.current_task()
    assert this is not None
    if threading.current_thread() is threading.main_thread():  # nowhere else do signals arrive
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, this.cancel)
    return await work


def _complain(console: Console, message: str, *, as_json: bool) -> None:
    if as_json:
        console.show(json_text({"error": message}))
    console.complain(message)


def _settings(*, as_json: bool = False) -> Settings:
    try:
        return read_settings()
    except InternalError as error:
        _complain(Console(), str(error), as_json=as_json)
        raise typer.Exit(WRONG_SETTINGS) from None


@app.command()
def run() -> None:
    """Start the bot: in Telegram with TELEGRAM_TOKEN, else in the browser."""
    from bot.commands.run import serve

    settings = _settings()
    _perform(serve(settings, Console()), settings)


@app.command()
def demo(
    language: Annotated[str, typer.Option(help="Interface language: ru or en.")] = "en",
) -> None:
    """Show a whole conversation over a small base, and check every citation."""
    from bot.demo.run import play

    settings = _settings()
    _perform(play(settings, Console(), language), settings)


@app.command()
def migrate(
    check: Annotated[bool, typer.Option("--check", help="Only say what is missing.")] = False,
) -> None:
    """Bring the database up to date."""
    from bot.commands.migrate import bring_up_to_date

    settings = _settings()
    _perform(bring_up_to_date(settings, Console(), check=check), settings)


@app.command()
def reembed() -> None:
    """Move the base to the embedding model that is set; what it has serves until the end."""
    from bot.commands.reembed import reembed as move

    settings = _settings()
    _perform(move(settings, Console()), settings)


@app.command()
def ingest(
    sources: Annotated[list[str], typer.Argument(help="Files, folders and links.")],
    strategy: Annotated[Strategy | None, typer.Option(help="How to cut chunks.")] = None,
    chunk_size: Annotated[int | None, typer.Option(help="Tokens a chunk, for fixed.")] = None,
    overlap: Annotated[int | None, typer.Option(help="Shared tokens, for fixed.")] = None,
    owner: Annotated[int | None, typer.Option(help="Telegram id of the owner.")] = None,
    json: Json = False,
) -> None:
    """Add files, folders and links to the base."""
    from bot.commands.ingest import Wanted, add

    settings = _settings(as_json=json)
    wanted = Wanted(sources, strategy, chunk_size, overlap, owner)
    _perform(add(settings, Console(), wanted, as_json=json), settings, as_json=json)


@app.command()
def ask(
    question: str,
    asker: Annotated[
        int | None, typer.Option("--as", help="Ask as this Telegram user, with their rights.")
    ] = None,
    json: Json = False,
) -> None:
    """Answer a question from the base."""
    from bot.commands.ask import answer

    settings = _settings(as_json=json)
    _perform(answer(settings, Console(), question, asker, as_json=json), settings, as_json=json)


@app.command()
def evaluate(json: Json = False) -> None:
    """Ask again what was answered well, and compare with the last time; status 3 if it got worse.

    To try another model or another setting, give it by the environment.
    """
    from bot.commands.evaluate import evaluate as examine

    settings = _settings(as_json=json)
    _perform(examine(settings, Console(), as_json=json), settings, as_json=json)


@app.command()
def pipelines(name: Annotated[str | None, typer.Argument()] = None) -> None:
    """Print pipelines as Mermaid graphs."""
    from bot.commands.pipelines import draw

    raise typer.Exit(draw(Console(), name))


runs = typer.Typer(help="Look at what the engine recorded.", invoke_without_command=True)
app.add_typer(runs, name="runs")


@runs.callback()
def list_runs(
    context: typer.Context,
    failed: Annotated[bool, typer.Option("--failed", help="Only those that failed.")] = False,
    limit: Annotated[int, typer.Option(min=1, help="Most runs to list.")] = 50,
    json: Json = False,
) -> None:
    """List the latest runs, or look at one."""
    if context.invoked_subcommand is None:
        from bot.commands.runs import list_all

        settings = _settings(as_json=json)
        work = list_all(settings, Console(), failed=failed, limit=limit, as_json=json)
        _perform(work, settings, as_json=json)


@runs.command()
def show(run_id: str, json: Json = False) -> None:
    """Show a run laid over its pipeline: each node with times, attempts, outcome, items."""
    from bot.commands.runs import show_one

    settings = _settings(as_json=json)
    _perform(show_one(settings, Console(), run_id, as_json=json), settings, as_json=json)


@runs.command()
def retry(run_id: str, json: Json = False) -> None:
    """Have the bot repeat what did not work: the items of a batch, else from the failed node on."""
    from bot.commands.runs import retry_one

    settings = _settings(as_json=json)
    _perform(retry_one(settings, Console(), run_id, as_json=json), settings, as_json=json)


@runs.command()
def cancel(run_id: str, json: Json = False) -> None:
    """Cancel a run that is not over; of a batch nothing is left."""
    from bot.commands.runs import cancel_one

    settings = _settings(as_json=json)
    _perform(cancel_one(settings, Console(), run_id, as_json=json), settings, as_json=json)


roles = typer.Typer(help="Look at roles, give and take them.", invoke_without_command=True)
app.add_typer(roles, name="roles")

RoleName = Annotated[str, typer.Argument(metavar="ROLE", help="Its name.")]
PersonName = Annotated[
    str, typer.Argument(metavar="PERSON", help="A Telegram id, or an @username.")
]


@roles.callback()
def list_roles(context: typer.Context, json: Json = False) -> None:
    """List the roles, with how many hold each and how many documents it may read."""
    if context.invoked_subcommand is None:
        from bot.commands.administration import list_roles as list_all

        settings = _settings(as_json=json)
        _perform(list_all(settings, Console(), as_json=json), settings, as_json=json)


@roles.command()
def give(role: RoleName, person: PersonName, json: Json = False) -> None:
    """Give somebody a role; so owners and admins are appointed, too."""
    from bot.commands.administration import change_role

    settings = _settings(as_json=json)
    work = change_role(settings, Console(), "give", role, person, as_json=json)
    _perform(work, settings, as_json=json)


@roles.command()
def take(role: RoleName, person: PersonName, json: Json = False) -> None:
    """Take a role from somebody; the last owner stays one."""
    from bot.commands.administration import change_role

    settings = _settings(as_json=json)
    work = change_role(settings, Console(), "take", role, person, as_json=json)
    _perform(work, settings, as_json=json)


@app.command()
def audit(
    person: Annotated[
        int | None, typer.Option(help="Telegram id: what they did, or what was done to them.")
    ] = None,
    limit: Annotated[int, typer.Option(min=1, max=1000, help="Most entries to list.")] = 50,
    json: Json = False,
) -> None:
    """Say who gave whom what, who read what through which answer, who deleted; newest first."""
    from bot.commands.administration import show_audit

    settings = _settings(as_json=json)
    _perform(show_audit(settings, Console(), person, limit, as_json=json), settings, as_json=json)
