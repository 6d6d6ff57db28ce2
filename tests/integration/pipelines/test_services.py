"""How adapters are chosen and put together."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import psycopg
import pytest
import pytest_asyncio

from bot.phrasebook import FluentPhrasebook
from pipelines.engine.runner import Runner
from pipelines.errors import DatabaseUnavailable, SettingsInvalid
from pipelines.gateways.logins import Logins
from pipelines.gateways.migrations import local_versions
from pipelines.gateways.postgres import PostgresDatabase
from pipelines.gateways.supabase import SupabaseDatabase
from pipelines.llms.openai_compatible import OpenAICompatible
from pipelines.models.documents import FileRef, Message
from pipelines.models.requests import AnswerRequest, IngestRequest
from pipelines.runs import Runs
from pipelines.services import (
    Models,
    load_models,
    missing_migrations,
    open_database,
    open_storage,
    run_pipelines,
)
from pipelines.settings import DatabaseSettings, ModelSettings, PipelineSettings
from tests.support.gateways.history import history_of
from tests.support.gateways.postgrest_server import SERVICE_KEY, PostgrestServer
from tests.support.pipelines.pipeline_harness import Mailbox
from tests.support.pipelines.word_models import WordEmbedder, WordReranker
from tests.support.pipelines.written_material import CHEESE


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def postgrest() -> AsyncIterator[PostgrestServer]:
    async with PostgrestServer() as server:
        yield server


async def test_without_an_address_it_brings_its_own_database(tmp_path: Path) -> None:
    data_dir = tmp_path / "new" / "data"
    settings = DatabaseSettings(data_dir=data_dir)
    assert await missing_migrations(settings) == list(local_versions())
    async with open_storage(settings) as storage:
        assert isinstance(storage.store.database, PostgresDatabase)
        await storage.store.chats.set_mode("1", "documents")
    assert not (data_dir / "postgres" / "data" / "postmaster.pid").exists(), "it is stopped"
    assert await missing_migrations(settings) == []
    async with open_storage(settings) as storage:
        assert await storage.store.chats.get_mode("1") == "documents"


async def test_two_copies_with_two_folders_do_not_meet(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        one, other = [
            await stack.enter_async_context(open_storage(DatabaseSettings(tmp_path / name)))
            for name in ("one", "other")
        ]
        await one.store.chats.set_mode("1", "chat")
        assert await other.store.chats.get_mode("1") is None


async def test_an_address_is_used_as_it_is(tmp_path: Path, empty_database_url: str) -> None:
    settings = DatabaseSettings(tmp_path, database_url=empty_database_url)
    async with open_database(settings) as logins:
        assert logins == Logins(*[empty_database_url] * 3)
    assert await missing_migrations(settings) == list(local_versions())
    with psycopg.connect(empty_database_url) as connection:
        found = connection.execute("select to_regclass('public.documents')").fetchone()
        assert found == (None,), "to ask what is missing changes nothing"
    async with open_storage(settings) as storage:
        assert storage.runs_url == empty_database_url
        assert await storage.store.people.has_owner() is False
    assert await missing_migrations(settings) == []
    assert not (tmp_path / "postgres").exists()


async def test_nobody_at_the_address(tmp_path: Path) -> None:
    settings = DatabaseSettings(tmp_path, database_url="postgresql://nobody@127.0.0.1:1/none")
    with pytest.raises(DatabaseUnavailable):
        async with open_storage(settings):
            pass


async def test_supabase_needs_a_key(tmp_path: Path) -> None:
    settings = DatabaseSettings(tmp_path, supabase_url="http://127.0.0.1:1")
    with pytest.raises(SettingsInvalid, match="SUPABASE_SERVICE_KEY"):
        async with open_storage(settings):
            pass


async def test_on_supabase_alone_documents_are_taken_in_and_asked_about(
    tmp_path: Path, postgrest: PostgrestServer, database_url: str
) -> None:
    database = DatabaseSettings(
        tmp_path, supabase_url=postgrest.serve(database_url), supabase_service_key=SERVICE_KEY
    )
    assert await missing_migrations(database) == []
    mailbox = Mailbox()
    async with open_storage(database) as storage:
        assert isinstance(storage.store.database, SupabaseDatabase)
        runner = Runner(database_url=storage.runs_url, executor_id="test")
        async with run_pipelines(
            PipelineSettings(database=database, models=ModelSettings(folder=tmp_path)),
            storage,
            Models(ClosableEmbedder(), WordReranker(), None),  # type: ignore[arg-type]
            runner,
            phrases=FluentPhrasebook(),
            notifier=mailbox,
            fetchers={},
        ):
            runs = Runs(runner)
            runs.open()
            await storage.store.artifacts.put_artifact("b", "file", CHEESE[1])
            message = Message(files=(FileRef("artifact", "b/file", CHEESE[0]),))
            await storage.store.people.ensure_user(7, None, None, admitted_by="approval")
            report = await runs.ingest(IngestRequest(message, owner=7), run_id="b")
            assert [item.status for item in report.items] == ["stored"]
            question = AnswerRequest("How many hours do cheeses lie in a brine?", "7", 7, "q")
            state = await runs.ask(question, run_id="q")
            assert "six hours" in " ".join(state.text.split())
            assert [turn.role for turn in await history_of(storage.store, "7", 15)] == [
                *("user", "assistant")
            ]
        assert storage.runs_url == f"sqlite:///{tmp_path}/runs.sqlite"


class ClosableEmbedder(WordEmbedder):
    """Has nothing to close."""

    async def close(self) -> None:
        """Do nothing."""


async def test_by_default_nothing_has_to_be_set_up(packed_models: Models) -> None:
    assert packed_models.language_model is None
    assert packed_models.reranker.needs_token_vectors
    query = await packed_models.embedder.embed_query("Who?")
    assert query.embedding.shape == (768,)


async def test_a_language_model_is_used_when_it_is_named(models_dir: Path) -> None:
    models = await load_models(
        ModelSettings(folder=models_dir, llm_base_url="http://127.0.0.1:1/v1", llm_model="m")
    )
    assert isinstance(models.language_model, OpenAICompatible)
    await models.language_model.close()
    await models.embedder.close()


@pytest.mark.parametrize(
    "settings", [{"llm_base_url": "http://127.0.0.1:1"}, {"llm_model": "m"}], ids=str
)
async def test_half_a_language_model_is_a_wrong_setting(
    models_dir: Path, settings: dict[str, str]
) -> None:
    with pytest.raises(SettingsInvalid, match="LLM_BASE_URL"):
        await load_models(ModelSettings(folder=models_dir, **settings))
