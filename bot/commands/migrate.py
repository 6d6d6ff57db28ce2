"""`paragraf migrate [--check]`."""

from bot.commands.console import Console
from bot.settings import Settings
from pipelines.services import apply_migrations, missing_migrations


async def bring_up_to_date(settings: Settings, console: Console, *, check: bool) -> int:
    """Apply what is missing, or with `check` only name it; 1 when something is missing."""
    database = settings.pipelines().database
    before = await missing_migrations(database)
    if not before:
        console.say("migrations-none")
        return 0
    if check:
        console.say("migrations-missing", versions=", ".join(before))
        return 1
    await apply_migrations(database)
    console.say("migrations-applied", versions=", ".join(before))
    return 0
