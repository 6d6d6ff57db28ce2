"""Rerank with a cross-encoder: a model that reads question and passage together."""

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from pipelines.errors import ModelBroken
from pipelines.model_threads import ModelThreads
from pipelines.ports import Candidate
from pipelines.rerankers.pair_windows import Pair, PairWindows

if TYPE_CHECKING:
    from sentence_transformers import CrossEncoder

BUDGET_S = 4.0
_GROUP = 8  # candidates that are sorted by length together; the best eight are read first


class CrossEncoderReranker:
    """A Reranker over a loaded cross-encoder. Make it with `load_cross_encoder`."""

    def __init__(
        self,
        model: "CrossEncoder",
        threads: ModelThreads,
        *,
        budget_s: float = BUDGET_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take the model, the threads it computes in, and the time it has.

        Args:
            budget_s: seconds after which no further batch is begun.
            clock: counts seconds.
        Raises:
            ModelBroken: the model does not give one number a pair, or its tokenizer no places.
        """
        if model.num_labels != 1:
            raise ModelBroken(
                f"the reranker gives {model.num_labels} numbers for a pair where one is needed: "
                "set RERANKER_MODEL to a model made for ranking"
            )
        self._model = model
        self._windows = PairWindows(model)
        self._threads = threads
        self._budget_s = budget_s
        self._clock = clock

    @property
    def needs_token_vectors(self) -> bool:
        """Only the text of candidates is read."""
        return False

    async def rerank(
        self, question: str, candidates: Sequence[Candidate]
    ) -> tuple[float | None, ...]:
        """Score candidates, the best group first, in small batches so that others get their turn.

        A passage longer than the model's window is read in windows, and scores as the best of
        them; it has no score before all of them are read. However little time there is, batches
        are read until one passage has its score.

        Returns:
            The sigmoid of the model's logit, 0..1; None for what time ran out for.
        Raises:
            ModelBroken: the model gave a number that is not finite.
        """
        read, deadline = _Scores(), self._clock() + self._budget_s
        for start in range(0, len(candidates), _GROUP):
            if read.whole and self._clock() >= deadline:
                break
            texts = [candidate.text for candidate in candidates[start : start + _GROUP]]
            for batch in await self._threads.interactive(self._windows.plan, question, texts):
                if read.whole and self._clock() >= deadline:
                    break
                read.add(start, batch, await self._threads.interactive(self._score, batch))
        return tuple(read.whole.get(row) for row in range(len(candidates)))

    def _score(self, pairs: Sequence[Pair]) -> list[float]:
        """Ask for logits whatever activation the model brings, and apply the sigmoid here, once."""
        import torch

        logits = np.asarray(
            self._model.predict(
                [(pair.question, pair.text) for pair in pairs],
                batch_size=len(pairs),
                show_progress_bar=False,
                activation_fn=torch.nn.Identity(),
            ),
            dtype=np.float32,
        )
        if not np.all(np.isfinite(logits)):
            raise ModelBroken("the reranker gave a number that is not finite")
        return [float(score) for score in 0.5 * (1.0 + np.tanh(0.5 * logits))]


class _Scores:
    """Scores of windows as they come in; `whole` holds those of passages read to the end."""

    def __init__(self) -> None:
        self.whole: dict[int, float] = {}
        self._parts: dict[int, list[float]] = {}

    def add(self, first: int, batch: Sequence[Pair], scores: Sequence[float]) -> None:
        """Take the scores of a batch whose rows count from candidate `first`."""
        for pair, score in zip(batch, scores, strict=True):
            parts = self._parts.setdefault(first + pair.row, [])
            parts.append(score)
            if len(parts) == pair.windows:
                self.whole[first + pair.row] = max(parts)


async def load_cross_encoder(
    name: str, *, budget_s: float = BUDGET_S, threads: ModelThreads | None = None
) -> CrossEncoderReranker:
    """Load a cross-encoder by name or folder, off the event loop.

    Args:
        name: such as "BAAI/bge-reranker-v2-m3" or "jinaai/jina-reranker-v2-base-multilingual".
        budget_s: seconds it may take over the candidates of a question.
        threads: the process's model threads; made here when not given.
    Raises:
        ModelBroken: the model cannot be had or is of the wrong kind; says what to do.
    """
    threads = threads or ModelThreads()
    return CrossEncoderReranker(await threads.interactive(_load, name), threads, budget_s=budget_s)


def _load(name: str) -> "CrossEncoder":
    from sentence_transformers import CrossEncoder  # seconds, in a model thread

    from pipelines.model_threads import best_dtype

    try:
        model: CrossEncoder = CrossEncoder(name, model_kwargs={"dtype": best_dtype()})
    except (OSError, ValueError, ImportError, RuntimeError, KeyError) as error:
        raise ModelBroken(
            f"cannot load the reranker {name}: {error}. Give RERANKER_MODEL the name of a "
            "cross-encoder that this machine can download, or the path of its folder; leave it "
            "empty to rerank with the embedding model"
        ) from error
    model.eval()
    return model
