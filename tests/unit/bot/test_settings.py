"""Settings: their names, their defaults, where they come from, and what is no value."""

import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from bot.settings import Settings, read_settings
from pipelines.errors import SettingsInvalid
from pipelines.nodes.ranking.fuse import FusionWeights
from pipelines.settings import AnswerSettings, IngestSettings, RetrievalSettings
from tests.support import ROOT

NAMED_BY_THE_ISSUE = {
    *("TELEGRAM_TOKEN", "TELEGRAM_BASE_URL", "SANDBOX_PORT", "DATA_DIR", "DATABASE_URL"),
    *("SUPABASE_URL", "SUPABASE_SERVICE_KEY", "EMBEDDING_MODEL", "RERANKER_MODEL"),
    *("LLM_BASE_URL", "LLM_API_KEY", "LLM_MODEL", "ALLOW_PRIVATE_URLS", "LOG_LEVEL"),
    *("OWNER_IDS", "OPEN_ACCESS"),
}


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Stand in an empty folder, with none of the settings in the environment."""
    for name in list(os.environ):
        if name.lower() in Settings.model_fields:
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)


def test_the_settings_have_their_names() -> None:
    assert {name.upper() for name in Settings.model_fields} >= NAMED_BY_THE_ISSUE


def test_without_any_it_is_the_sandbox_on_8080_with_data_beside() -> None:
    settings = read_settings()
    assert settings.in_sandbox
    assert settings.is_open
    assert (settings.sandbox_port, settings.sandbox_host) == (8080, "127.0.0.1")
    assert settings.data_dir == Path("data")
    pipelines = settings.pipelines()
    assert pipelines.database.data_dir == Path("data").resolve()
    assert pipelines.models.folder == Path("data").resolve()
    assert pipelines.ingest == IngestSettings()
    assert replace(pipelines.answer, retrieval=RetrievalSettings()) == AnswerSettings()
    assert (
        pipelines.ingest.allow_private_urls,
        pipelines.ingest.readable_by_everyone,
    ) == (*(False, True),)


def test_the_defaults_are_those_of_the_original() -> None:
    retrieval = read_settings().pipelines().answer.retrieval
    assert replace(retrieval, weights=FusionWeights()) == RetrievalSettings()
    assert retrieval.weights.similarity == pytest.approx(0.2)
    assert retrieval.weights.rerank == pytest.approx(0.8)
    assert (retrieval.top_k, retrieval.search_threshold) == (30, 0.2)
    assert (retrieval.min_rerank_score, retrieval.min_similarity) == (0.35, 0.55)
    assert retrieval.passages == 10
    assert read_settings().pipelines().answer.history_pairs == 15


def test_every_setting_reaches_the_pipelines(monkeypatch: pytest.MonkeyPatch) -> None:
    given = {
        "DATA_DIR": "/tmp/x", "MODELS_DIR": "/tmp/m", "DATABASE_URL": "postgresql:///x",
        "SUPABASE_URL": "https://s.example", "SUPABASE_SERVICE_KEY": "k", "EMBEDDING_MODEL": "e",
        "RERANKER_MODEL": "r", "RERANK_BUDGET_SECONDS": "2.5",
        "LLM_BASE_URL": "https://l.example", "LLM_API_KEY": "key",
        "LLM_MODEL": "m", "LLM_FALLBACK_MODEL": "f", "LLM_MAX_TOKENS": "99",
        "LLM_TIMEOUT_SECONDS": "77", "LLM_SILENCE_SECONDS": "33",
        "ALLOW_PRIVATE_URLS": "true", "MAX_FILE_MB": "3",
        "READABLE_BY_EVERYONE": "false", "CHUNK_SIZE": "100", "CHUNK_OVERLAP": "7",
        "SEARCH_TOP_K": "9", "SEARCH_THRESHOLD": "0.1", "RERANK_WEIGHT": "0.6",
        "LEXICAL_WEIGHT": "0.3",
        "MIN_RERANK_SCORE": "0.3", "MIN_SIMILARITY": "0.5", "ABSTAIN_BELOW": "0.25",
        "ANSWER_PASSAGES": "4", "HISTORY_PAIRS": "2", "MAX_QUESTION_LENGTH": "50",
    }  # fmt: skip
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    shown = repr(read_settings().pipelines())
    for value in (
        *("/tmp/x", "/tmp/m", "postgresql:///x", "https://s.example", "='k'", "='e'", "='r'"),
        *("https://l.example", "='key'", "='m'", "allow_private_urls=True", "max_bytes=3145728"),
        *("llm_fallback_model='f'", "llm_max_tokens=99", "llm_timeout_s=77", "llm_silence_s=33"),
        *("readable_by_everyone=False", "chunk_size=100", "overlap=7", "top_k=9"),
        *("search_threshold=0.1", "0.6", "min_rerank_score=0.3", "min_similarity=0.5"),
        *(
            "rerank_budget_s=2.5",
            "abstain_below=0.25",
            "passages=4",
            "history_pairs=2",
            "max_question_length=50",
        ),
    ):
        assert value in shown


def test_a_file_is_read_and_the_environment_counts_for_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Path(".env").write_text("SANDBOX_PORT=9000\nOWNER_IDS=1, 2;3\nTELEGRAM_TOKEN=\n")
    monkeypatch.setenv("SANDBOX_PORT", "9001")
    settings = read_settings()
    assert settings.sandbox_port == 9001
    assert settings.owner_ids == {1, 2, 3}
    assert settings.in_sandbox, "an empty value means unset"


def test_with_a_token_only_owners_are_let_in() -> None:
    settings = Settings(telegram_token="42:secret-of-the-bot")
    assert not settings.in_sandbox
    assert not settings.is_open
    assert Settings(telegram_token="42:secret-of-the-bot", open_access=True).is_open
    assert not Settings(open_access=False).is_open


def test_secrets_are_named_so_that_no_log_shows_them() -> None:
    settings = Settings(
        telegram_token="42:secret", supabase_service_key="service", llm_api_key="sk-key"
    )
    assert set(settings.hidden()) == {"42:secret", "service", "sk-key"}
    assert Settings().hidden() == ()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TELEGRAM_TOKEN", "abc"),
        ("SANDBOX_PORT", "abc"),
        ("SANDBOX_PORT", "-1"),
        ("OWNER_IDS", "anna"),
        ("OPEN_ACCESS", "sometimes"),
        ("MAX_FILE_MB", "0"),
        ("SEARCH_THRESHOLD", "1.5"),
        ("RERANK_BUDGET_SECONDS", "-1"),
        ("RERANK_BUDGET_SECONDS", "nan"),
        ("LLM_MAX_TOKENS", "1"),
        ("LLM_TIMEOUT_SECONDS", "0"),
        ("LLM_SILENCE_SECONDS", "nan"),
        ("LOG_LEVEL", "loud"),
    ],
)
def test_what_is_no_value_is_named(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsInvalid, match=name):
        read_settings()


def test_what_is_no_token_is_told_what_one_looks_like(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TELEGRAM_TOKEN", "1234567-very-secret")
    with pytest.raises(SettingsInvalid, match="one looks like 123456789:ABC") as caught:
        read_settings()
    assert "very-secret" not in str(caught.value)


@pytest.mark.parametrize("name", ["TELEGRAM_TOKEN", "LLM_API_KEY", "SUPABASE_SERVICE_KEY"])
def test_a_fault_elsewhere_shows_no_secret(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, "very-secret-value")
    monkeypatch.setenv("SANDBOX_PORT", "abc")
    with pytest.raises(SettingsInvalid) as caught:
        read_settings()
    assert "very-secret-value" not in str(caught.value)


@pytest.mark.parametrize("name", ["LOGS_KEEP_DAYS", "INTERACTIONS_KEEP_DAYS"])
def test_how_long_logs_are_kept_goes_by_its_former_name_too(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(name, "7")
    assert read_settings().logs_keep_days == 7


def test_the_example_names_every_setting_with_its_default() -> None:
    lines = (ROOT / ".env.example").read_text().splitlines()
    example = dict(line.split("=", 1) for line in lines if re.match(r"[A-Z_]+=", line))
    assert {name.lower() for name in example} == set(Settings.model_fields)
    Path(".env").write_text("\n".join(lines))
    assert read_settings() == Settings(_env_file=None)
