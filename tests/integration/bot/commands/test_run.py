"""What `paragraf run` does besides running the bot."""

import gc

from bot.commands.run import settle


async def test_what_was_loaded_for_good_is_looked_through_no_more() -> None:
    loaded = [[number] for number in range(10_000)]
    before = gc.get_threshold()
    try:
        await settle(0)
        assert gc.get_freeze_count() >= len(loaded)
        assert gc.get_threshold() > before
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
