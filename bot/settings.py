"""Every setting, read once, in the entry point. `.env.example` explains each."""

import os
import re
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AliasChoices, Field, ValidationError, field_validator
from pydantic_core import PydanticCustomError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from pipelines.errors import SettingsInvalid
from pipelines.models.documents import SecretPolicy
from pipelines.models.usage import Prices
from pipelines.nodes.evaluating.alerting import Thresholds
from pipelines.nodes.ranking.fuse import FusionWeights
from pipelines.settings import (
    AnswerSettings,
    DatabaseSettings,
    FollowUpSettings,
    IngestSettings,
    ModelSettings,
    PipelineSettings,
    RetrievalSettings,
    SpeechSettings,
)

TELEGRAM = "https://api.telegram.org"
MEGABYTE = 1024 * 1024
_TOKEN = re.compile(r"[0-9]{1,18}:[A-Za-z0-9_-]+")
_WHAT_ONE_IS = (
    "this is no token: one looks like 123456789:ABC-DEF1234ghIkl, and @BotFather gives it; "
    "leave it empty for the sandbox"
)
# What no log may show; and what nobody needs to know whom this process starts.
HIDDEN = ("telegram_token", "supabase_service_key", "llm_api_key", "webhook_secret")
SECRET = frozenset({*HIDDEN, "database_url"})


class Settings(BaseSettings):
    """Settings by their names in the environment or in `.env`; an empty value means unset."""

    model_config = SettingsConfigDict(
        env_file=".env", env_file_encoding="utf-8", env_ignore_empty=True, extra="ignore"
    )

    telegram_token: str | None = None
    telegram_base_url: str = TELEGRAM
    owner_ids: Annotated[frozenset[int], NoDecode] = frozenset()
    open_access: bool | None = None
    access_requests: bool = True
    sandbox_host: str = "127.0.0.1"
    sandbox_port: int = Field(default=8080, ge=0, le=65535)
    sandbox_hosts: Annotated[frozenset[str], NoDecode] = frozenset()

    webhook_url: str | None = None
    webhook_secret: str | None = Field(default=None, pattern="^[A-Za-z0-9_-]{1,256}$")
    web_host: str = "127.0.0.1"
    web_port: int | None = Field(default=None, ge=0, le=65535)

    data_dir: Path = Path("data")
    models_dir: Path | None = None
    database_url: str | None = None
    supabase_url: str | None = None
    supabase_service_key: str | None = None

    embedding_model: str | None = None
    reranker_model: str | None = None
    rerank_budget_seconds: float = Field(default=4.0, ge=0)
    llm_base_url: str | None = None
    llm_api_key: str | None = None
    llm_model: str | None = None
    llm_fallback_model: str | None = None
    llm_max_tokens: int = Field(default=1024, ge=16, le=131072)
    llm_context_tokens: int = Field(default=8192, ge=1024, le=10_000_000)
    llm_daily_tokens: int = Field(default=0, ge=0)
    llm_prompt_price: float = Field(default=0.0, ge=0, allow_inf_nan=False)
    llm_completion_price: float = Field(default=0.0, ge=0, allow_inf_nan=False)
    llm_currency: str = Field(default="$", max_length=10)
    llm_timeout_seconds: float = Field(default=120.0, ge=1, le=3600)
    llm_silence_seconds: float = Field(default=60.0, ge=1, le=3600)
    agent_rounds: int = Field(default=5, ge=1, le=5)

    speech_model: str | None = None
    speech_max_minutes: int = Field(default=120, ge=1, le=300)

    allow_private_urls: bool = False
    max_file_mb: int = Field(default=20, ge=1, le=2000)
    readable_by_everyone: bool = True
    secrets: SecretPolicy = "refuse"
    originals_cache_mb: int = Field(default=500, ge=0)
    ocr_max_pages: int = Field(default=200, ge=0)
    batch_reading_minutes: int = Field(default=240, ge=0)
    chunk_size: int = Field(default=384, ge=16)
    chunk_overlap: int = Field(default=32, ge=0)

    search_top_k: int = Field(default=30, ge=1, le=200)
    search_ef: int = Field(default=400, ge=1, le=1000)
    search_threshold: float = Field(default=0.2, ge=0, le=1)
    rerank_weight: float = Field(default=0.8, ge=0, le=1)
    lexical_weight: float = Field(default=0.15, ge=0, le=1)
    min_rerank_score: float = Field(default=0.35, ge=0, le=1)
    min_similarity: float = Field(default=0.55, ge=0, le=1)
    abstain_below: float = Field(default=0.4, ge=0, le=1)
    answer_passages: int = Field(default=10, ge=1, le=50)
    history_pairs: int = Field(default=15, ge=0)
    max_question_length: int = Field(default=4000, ge=1)
    follow_ups: int = Field(default=3, ge=0, le=3)
    gaps: bool = True

    alert_relevance: float = Field(default=0.85, ge=0, le=1)
    alert_groundedness: float = Field(default=0.9, ge=0, le=1)
    judge_sample: float = Field(default=0.05, ge=0, le=1)
    otel_exporter_otlp_endpoint: str | None = None
    nightly_evaluation: bool = True

    runs_keep_days: int = Field(default=30, ge=1)
    logs_keep_days: int = Field(
        default=365, ge=1, validation_alias=AliasChoices("logs_keep_days", "interactions_keep_days")
    )
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "WARNING"

    @field_validator("owner_ids", mode="before")
    @classmethod
    def _split_ids(cls, value: object) -> object:
        if isinstance(value, str):
            return frozenset(
                int(part) for part in value.replace(";", ",").split(",") if part.strip()
            )
        return value

    @field_validator("telegram_token")
    @classmethod
    def _is_token(cls, value: str | None) -> str | None:
        if value is not None and not _TOKEN.fullmatch(value):
            raise PydanticCustomError("token", _WHAT_ONE_IS)
        return value

    @field_validator("sandbox_hosts", mode="before")
    @classmethod
    def _split_names(cls, value: object) -> object:
        if isinstance(value, str):
            return frozenset(filter(None, (part.strip() for part in value.split(","))))
        return value

    @field_validator("log_level", mode="before")
    @classmethod
    def _any_case(cls, value: object) -> object:
        return value.upper() if isinstance(value, str) else value

    @property
    def in_sandbox(self) -> bool:
        """Whether the bot talks to its own local Bot API server instead of Telegram."""
        return self.telegram_token is None

    @property
    def is_open(self) -> bool:
        """Whether everyone may use the bot."""
        return self.in_sandbox if self.open_access is None else self.open_access

    @property
    def sent_file_bytes(self) -> int:
        """The largest file Telegram hands out; a Bot API server of your own has no such limit."""
        wanted = self.max_file_mb * MEGABYTE
        is_own = self.telegram_base_url.rstrip("/") != TELEGRAM and not self.in_sandbox
        return wanted if is_own else min(wanted, 20 * MEGABYTE)

    def hidden(self) -> tuple[str, ...]:
        """Values that no log may show."""
        return tuple(secret for name in HIDDEN if (secret := getattr(self, name)))

    @property
    def prices(self) -> Prices:
        """What a million tokens of the language model cost."""
        return Prices(self.llm_prompt_price, self.llm_completion_price, self.llm_currency)

    def pipelines(self) -> PipelineSettings:
        """Give the pipelines' part, as plain values."""
        return PipelineSettings(
            database=DatabaseSettings(
                data_dir=self.data_dir.expanduser().resolve(),
                database_url=self.database_url,
                supabase_url=self.supabase_url,
                supabase_service_key=self.supabase_service_key,
            ),
            models=ModelSettings(
                folder=(self.models_dir or self.data_dir).expanduser().resolve(),
                embedding_model=self.embedding_model,
                reranker_model=self.reranker_model,
                rerank_budget_s=self.rerank_budget_seconds,
                llm_base_url=self.llm_base_url,
                llm_api_key=self.llm_api_key,
                llm_model=self.llm_model,
                llm_fallback_model=self.llm_fallback_model,
                llm_max_tokens=self.llm_max_tokens,
                llm_timeout_s=self.llm_timeout_seconds,
                llm_silence_s=self.llm_silence_seconds,
            ),
            ingest=IngestSettings(
                ocr_pages=self.ocr_max_pages,
                batch_reading_s=self.batch_reading_minutes * 60.0,
                chunk_size=self.chunk_size,
                overlap=self.chunk_overlap,
                max_bytes=self.max_file_mb * 1024 * 1024,
                allow_private_urls=self.allow_private_urls,
                readable_by_everyone=self.readable_by_everyone,
                secrets=self.secrets,
                originals_bytes=self.originals_cache_mb * MEGABYTE,
            ),
            speech=SpeechSettings(
                model=self.speech_model,
                folder=(self.models_dir or self.data_dir).expanduser().resolve() / "speech",
                max_minutes=self.speech_max_minutes,
            ),
            answer=self._answering(),
            alerts=Thresholds(self.alert_relevance, self.alert_groundedness),
            is_evaluated=self.nightly_evaluation,
            keep_runs_days=self.runs_keep_days,
            keep_interactions_days=self.logs_keep_days,
        )

    def _answering(self) -> AnswerSettings:
        return AnswerSettings(
            retrieval=self._retrieval(),
            history_pairs=self.history_pairs,
            max_question_length=self.max_question_length,
            agent_rounds=self.agent_rounds,
            context_tokens=self.llm_context_tokens,
            answer_tokens=self.llm_max_tokens,
            daily_tokens=self.llm_daily_tokens,
            follow_ups=FollowUpSettings(self.follow_ups),
            keeps_gaps=self.gaps,
            judge_sample=self.judge_sample,
            traces_endpoint=self.otel_exporter_otlp_endpoint,
        )

    def _retrieval(self) -> RetrievalSettings:
        return RetrievalSettings(
            top_k=self.search_top_k,
            search_ef=self.search_ef,
            search_threshold=self.search_threshold,
            weights=FusionWeights(1 - self.rerank_weight, self.rerank_weight, self.lexical_weight),
            min_rerank_score=self.min_rerank_score,
            min_similarity=self.min_similarity,
            passages=self.answer_passages,
            abstain_below=self.abstain_below,
        )


def forget_secrets() -> None:
    """Take what nobody else should know out of the environment, once it was read."""
    for name in list(os.environ):
        if name.lower() in SECRET:
            del os.environ[name]


def read_settings() -> Settings:
    """Read the environment and `.env`.

    Raises:
        SettingsInvalid: a value cannot be used; the message names the setting, not the value.
    """
    try:
        return Settings()
    except ValidationError as error:
        faults = [f"{str(fault['loc'][0]).upper()}: {fault['msg']}" for fault in error.errors()]
        raise SettingsInvalid("; ".join(faults)) from None
