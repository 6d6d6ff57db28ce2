"""Rerank with a cross-encoder: a model that reads question and passage together."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from pipelines.errors import ModelBroken
from pipelines.lanes import Lanes
from pipelines.models import Candidate, FloatArray

if TYPE_CHECKING:
    from sentence_transformers import CrossEncoder

_BATCH = 8  # pairs read at once
_LONGEST = 512  # tokens of a pair; passages are planned to fit


class CrossEncoderReranker:
    """A Reranker over a loaded cross-encoder. Make it with `load_cross_encoder`."""

    def __init__(self, model: "CrossEncoder", lanes: Lanes) -> None:
        """Raise ModelBroken unless the model gives one number a pair."""
        if model.num_labels != 1:
            raise ModelBroken(
                f"the reranker gives {model.num_labels} numbers for a pair where one is needed: "
                "set RERANKER_MODEL to a model made for ranking"
            )
        self._model = model
        self._lanes = lanes

    @property
    def needs_token_vectors(self) -> bool:
        """Only the text of candidates is read."""
        return False

    async def rerank(self, question: str, candidates: Sequence[Candidate]) -> tuple[float, ...]:
        """Score candidates, longest first in small batches, so that others get their turn.

        Returns:
            float32 [len(candidates)] in 0..1: the sigmoid of the model's logit.
        Raises:
            ModelBroken: the model gave a number that is not finite.
        """
        order = sorted(range(len(candidates)), key=lambda i: -len(candidates[i].text))
        scores = np.zeros(len(candidates), dtype=np.float32)
        for at in range(0, len(order), _BATCH):
            batch = order[at : at + _BATCH]
            pairs = [(question, candidates[i].text) for i in batch]
            scores[batch] = await self._lanes.question(self._score, pairs)
        return tuple(map(float, scores))

    def _score(self, pairs: list[tuple[str, str]]) -> FloatArray:
        """Ask for logits whatever activation the model brings, and apply the sigmoid here, once."""
        import torch

        logits = np.asarray(
            self._model.predict(
                pairs,
                batch_size=_BATCH,
                show_progress_bar=False,
                activation_fn=torch.nn.Identity(),
            ),
            dtype=np.float32,
        )
        if not np.all(np.isfinite(logits)):
            raise ModelBroken("the reranker gave a number that is not finite")
        return np.asarray(0.5 * (1.0 + np.tanh(0.5 * logits)), dtype=np.float32)


async def load_cross_encoder(name: str, *, lanes: Lanes | None = None) -> CrossEncoderReranker:
    """Load a cross-encoder by name or folder, off the event loop.

    Args:
        name: such as "BAAI/bge-reranker-v2-m3" or "jinaai/jina-reranker-v2-base-multilingual".
        lanes: the process's model threads; made here when not given.
    Raises:
        ModelBroken: the model cannot be had or is of the wrong kind; says what to do.
    """
    lanes = lanes or Lanes()
    return CrossEncoderReranker(await lanes.question(_load, name), lanes)


def _load(name: str) -> "CrossEncoder":
    from sentence_transformers import CrossEncoder  # seconds, in a model thread

    from pipelines.lanes import best_dtype

    try:
        model: CrossEncoder = CrossEncoder(name, model_kwargs={"dtype": best_dtype()})
    except (OSError, ValueError, ImportError, RuntimeError, KeyError) as error:
        raise ModelBroken(
            f"cannot load the reranker {name}: {error}. Give RERANKER_MODEL the name of a "
            "cross-encoder that this machine can download, or the path of its folder; leave it "
            "empty to rerank with the embedding model"
        ) from error
    model.eval()
    model.max_seq_length = min(model.max_seq_length or _LONGEST, _LONGEST)
    return model
