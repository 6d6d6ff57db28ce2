"""A bot whose base is moved to another model under it."""

from pathlib import Path

from bot.stack import open_stack
from pipelines.embedding.reembed import Reembedding
from tests.support.bot.stack_harness import enter, settings_for, visitor
from tests.support.pipelines.seeded_embedder import SeededEmbedder
from tests.support.pipelines.written_material import BEES, CHEESE

ANNA = 8101


async def test_a_bot_of_the_former_model_says_that_the_base_was_moved(
    tmp_path: Path, models_dir: Path
) -> None:
    settings = settings_for(tmp_path, models_dir)
    async with open_stack(settings) as stack, visitor(stack, ANNA) as anna:
        await enter(anna, "Base")
        await anna.send_file(*CHEESE)
        await anna.reads("Making goat cheese", "is in the base")

        reembedding = Reembedding(stack.storage.store.embeddings, SeededEmbedder("another"))
        async for _ in reembedding.prepare():
            pass
        assert await reembedding.switch()

        await enter(anna, "Chat")
        await anna.say("How long do the cheeses lie in brine?")
        await anna.reads("The base was updated and I was not", "restart it")
        await enter(anna, "Base")
        await anna.send_file(*BEES)
        await anna.reads("bees.txt", "The base was updated and I was not")
