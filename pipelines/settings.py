"""Every tunable of the pipelines, with the original system's defaults where it had one.

Plain values: nothing here reads the environment. `bot/settings.py` does, once.
"""

from dataclasses import dataclass, field
from pathlib import Path

from pipelines.models.documents import SecretPolicy
from pipelines.nodes.evaluating.alerting import Thresholds
from pipelines.nodes.ranking.fuse import FusionWeights


@dataclass(frozen=True, slots=True)
class RetrievalSettings:
    """From a question to the passages an answer may rest on. Scores are 0..1."""

    top_k: int = 30  # passages that search hands to the reranker
    search_ef: int = 400  # how far the vector index looks (hnsw.ef_search)
    search_threshold: float = 0.2  # similarity below which a passage is noise
    weights: FusionWeights = field(default_factory=FusionWeights)
    min_rerank_score: float = 0.35  # cut, unless …
    min_similarity: float = 0.55  # … search was this sure
    passages: int = 10  # passages an answer may rest on
    abstain_below: float = 0.4  # confidence under which the base has no answer


@dataclass(frozen=True, slots=True)
class FollowUpSettings:
    """How questions are found that can be asked next."""

    most: int = 3  # under an answer; 0: none
    pause_s: float = 1.0  # after an answer, before any are looked for
    seconds: float = 1.5  # of looking; of a language model's writing, as much again


@dataclass(frozen=True, slots=True)
class AnswerSettings:
    """How questions are taken and answered."""

    retrieval: RetrievalSettings = field(default_factory=RetrievalSettings)
    history_pairs: int = 15
    max_question_length: int = 4000  # characters
    agent_rounds: int = 5  # turns of a language model for one question, of which the last answers
    context_tokens: int = 8192  # that the language model reads and writes
    answer_tokens: int = 1024  # of these, what its answer may take
    daily_tokens: int = 0  # of the language model, for each person; 0: no limit
    follow_ups: FollowUpSettings = field(default_factory=FollowUpSettings)
    keeps_gaps: bool = True  # questions without an answer, for admins to see
    judge_sample: float = 0.05  # share of the answers that the language model grades, 0..1
    traces_endpoint: str | None = None  # an OpenTelemetry collector's; None: no traces are sent


@dataclass(frozen=True, slots=True)
class IngestSettings:
    """How sources are taken in."""

    chunk_size: int = 384  # tokens, for the fixed strategy
    overlap: int = 32  # tokens
    ocr_pages: int = 200  # of one document
    max_bytes: int = 20 * 1024 * 1024
    allow_private_urls: bool = False
    readable_by_everyone: bool = True
    secrets: SecretPolicy = "refuse"
    originals_bytes: int = 500 * 1024 * 1024  # on disk, to show pages of; 0: fetched every time
    batch_reading_s: float = 14400.0  # of reading in one batch, after which it stops; 0: no end


@dataclass(frozen=True, slots=True)
class SpeechSettings:
    """Whether and with what speech is written down."""

    model: str | None = None  # a folder or a name; None: speech is refused, with how to turn it on
    folder: Path = Path("data")  # where a model that is named is kept
    max_minutes: int = 120


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """Which models to use; None: the packed one, MaxSim, extractive answers."""

    folder: Path  # where the packed model is unpacked
    embedding_model: str | None = None
    reranker_model: str | None = None
    rerank_budget_s: float = 4.0  # after which a cross-encoder begins no further batch
    llm_base_url: str | None = None
    llm_api_key: str | None = None
    llm_model: str | None = None
    llm_fallback_model: str | None = None
    llm_max_tokens: int = 1024  # of one answer, reasoning included
    llm_timeout_s: float = 120.0  # for an answer, retries included
    llm_silence_s: float = 60.0  # after which a connection is taken for dead


@dataclass(frozen=True, slots=True)
class DatabaseSettings:
    """Where the data lives. With neither address: a Postgres of our own under `data_dir`."""

    data_dir: Path
    database_url: str | None = None
    supabase_url: str | None = None
    supabase_service_key: str | None = None


@dataclass(frozen=True, slots=True)
class PipelineSettings:
    """All of the above."""

    database: DatabaseSettings
    models: ModelSettings
    ingest: IngestSettings = field(default_factory=IngestSettings)
    answer: AnswerSettings = field(default_factory=AnswerSettings)
    speech: SpeechSettings = field(default_factory=SpeechSettings)
    keep_runs_days: int = 30  # after which the record of a run that ended is deleted
    alerts: Thresholds = field(default_factory=Thresholds)  # of what was measured of answers
    is_evaluated: bool = True  # what is known to be answered well, every night
    keep_interactions_days: int = 365  # after which an answer and its ratings are forgotten
