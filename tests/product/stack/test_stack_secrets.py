"""A note with a secret in it, from the chat to the last table: nothing of the secret stays."""

from pathlib import Path

import pytest
from psycopg import AsyncConnection

from bot.stack import open_stack
from tests.support.bot.stack_harness import count, enter, settings_for, visitor
from tests.support.database import as_superuser
from tests.support.pipelines.written_material import prose
from tests.support.secret_traces import columns_with, everything_logged

ANNA = 8701
GITHUB = "ghp_q1W2e3R4t5Y6u7I8o9P0a1S2d3F4g5H6j7K8"
SIGNED = "9f8Zk38dLq02mXv91TrAAp7Yw"
PASSWORD = "Zw9!kettle-Rope44"
LONG = f"{prose('gull', 12)}\n\nThe token is {GITHUB}, keep it.\n\n{prose('tern', 4)}"
PLACE = 1 + next(n for n, each in enumerate(LONG.split("\n\n")) if GITHUB in each)
SHORT = f"The router of the tower, password: {PASSWORD}"
DOCUMENTS = "select count(*) from documents where published_at is not null"
MASKED = "select count(*) from documents_paragraphs where position(%s in paragraph_text) > 0"


@pytest.mark.parametrize("policy", ["refuse", pytest.param("mask", marks=pytest.mark.nightly)])
async def test_a_note_with_a_secret_leaves_no_trace(
    tmp_path: Path, models_dir: Path, policy: str
) -> None:
    settings = settings_for(tmp_path, models_dir, secrets=policy)
    with everything_logged() as log:
        async with open_stack(settings) as stack, visitor(stack, ANNA) as anna:
            await enter(anna, "Base")
            await anna.say(LONG)
            wanted = [f"GitHub token, paragraph {PLACE}"] if policy == "refuse" else ["left out: 1"]
            await anna.reads(*wanted)
            await anna.say(SHORT)
            await anna.press(await anna.reads("Save it as a note"), "Save as a note")
            wanted = ["a password, paragraph 1"] if policy == "refuse" else ["left out: 1"]
            saved = await anna.reads(*wanted)
            # A second run of one person begins when the first has cleared everything away, and
            # their second message is handled when nothing more is to be done about the first.
            await anna.say(prose("otter", 12))
            await anna.reads("otter", "is in the base")
            async with await AsyncConnection.connect(
                as_superuser(stack.storage.runs_url)
            ) as connection:
                assert await columns_with(connection, GITHUB, PASSWORD) == []
                assert await columns_with(connection, "otter"), "what is there is found"
            kept = 1 if policy == "refuse" else 3
            assert await count(stack, DOCUMENTS) == kept
            for mask in ("[secret removed: GitHub token]", "[secret removed: password]"):
                assert await count(stack, MASKED, mask) == (policy == "mask"), saved["text"]
    assert not any(secret in log.getvalue() for secret in (GITHUB, PASSWORD))


@pytest.mark.nightly
async def test_a_secret_in_a_question_is_not_kept(tmp_path: Path, models_dir: Path) -> None:
    with everything_logged() as log:
        settings = settings_for(tmp_path, models_dir)
        async with open_stack(settings) as stack, visitor(stack, ANNA) as anna:
            await enter(anna, "Base")
            await anna.say(prose("otter", 12))
            await anna.reads("otter", "is in the base")
            await enter(anna, "Chat")
            await anna.say(f"What is the token {GITHUB} for, see https://a.example/x?sig={SIGNED}")
            told = await anna.reads("GitHub token, a token in an address")
            assert "I took it out before searching" in told["text"]
            await anna.say("By whom was the otter with number 1 seen?")
            assert "GitHub" not in (await anna.reads("keeper"))["text"]
            async with await AsyncConnection.connect(
                as_superuser(stack.storage.runs_url)
            ) as connection:
                assert await columns_with(connection, GITHUB, SIGNED) == []
                assert await columns_with(connection, "[secret removed: GitHub token]")
    assert not any(secret in log.getvalue() for secret in (GITHUB, SIGNED))
