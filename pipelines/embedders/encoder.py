"""A sentence-transformers model, reduced to what reading needs. Call it off the event loop.

Importing this module loads torch; only `load_embedder` does so, in a model thread.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np
import torch
from sentence_transformers import SentenceTransformer
from sentence_transformers.sentence_transformer.modules import Pooling
from tokenizers import Tokenizer
from transformers.utils import logging as transformers_logging

from pipelines.embedders.speedups import Unpadded, prepack, unpad
from pipelines.embedders.tokens import TextTokenizer
from pipelines.errors import ModelBroken
from pipelines.model_threads import best_dtype
from pipelines.models.documents import FloatArray, Int32Array

Side = Literal["query", "passage"]
_PROMPT_NAMES = {"query": ("query",), "passage": ("document", "passage")}
_LONGEST = 8192  # tokens; attention over more takes more memory than this product has
# oneDNN keeps compiled code for every shape it has seen: with rows of any width, memory grew by
# 500 MB over 400 batches; in steps of 16, by 50 MB.
_WIDTH_STEP = 16
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """sentence: float32 [dim], pooled by the model itself; tokens: float32 [len(ids), dim]."""

    sentence: FloatArray
    tokens: FloatArray


class Encoder:
    """Reads token ids through the model. Several threads may read at once."""

    # Tokens that are read fastest at once, special ones counted. Tokens of text per second of a
    # core: batches of 256 2,530, of 512 2,890, of 1024 3,020, of 1536 2,960.
    batch_tokens: ClassVar[int] = 1024

    def __init__(self, model: SentenceTransformer) -> None:
        """Raise ModelBroken unless it is a text transformer with a fast tokenizer and pooling."""
        backend = getattr(model.tokenizer, "backend_tokenizer", None)
        pooling = next((module for module in model if isinstance(module, Pooling)), None)
        if not isinstance(backend, Tokenizer) or pooling is None:
            raise ModelBroken("the embedding model has no fast tokenizer or no pooling layer")
        self._model = model
        self._reader = unpad(model)
        self._after_reading = list(model)[1:]
        self._after_pooling = list(model)[list(model).index(pooling) + 1 :]
        self._pad = int(getattr(model.tokenizer, "pad_token_id", 0) or 0)
        self.text = TextTokenizer(backend)
        self.pools_by_mean = pooling.pooling_mode == "mean"
        self.dim = int(model.get_embedding_dimension() or 0)
        self._prefixes = {side: self._prefix(side) for side in _PROMPT_NAMES}
        self.window = min(model.max_seq_length or _LONGEST, _LONGEST)
        self.capacity = self.window - self._frame()

    def batches(self, lengths: Sequence[int]) -> list[list[int]]:
        """Group rows, given by their numbers of tokens, into the batches that are fastest to read.

        Returns:
            Indices of rows, the longest first; each row is in one batch.
        """
        frame, padded = self._frame(), not isinstance(self._reader, Unpadded)
        batches: list[list[int]] = []
        total = 0
        for i in sorted(range(len(lengths)), key=lambda i: -lengths[i]):
            tokens = lengths[batches[-1][0] if batches and padded else i] + frame
            if batches and total + tokens <= self.batch_tokens:
                batches[-1].append(i)
                total += tokens
            else:
                batches.append([i])
                total = lengths[i] + frame
        return batches

    def read(self, rows: Sequence[Int32Array], side: Side) -> list[Reading]:
        """Read rows of at most `capacity` token ids as one batch.

        Returns:
            One reading per row, in order; the model's own prefix and special tokens count in
            `sentence`, as the model was trained, and are left out of `tokens`.
        """
        begin = (*self.text.head, *self._prefixes[side])
        longest = max(map(len, rows)) + len(begin) + len(self.text.tail)
        width = min(-(-longest // _WIDTH_STEP) * _WIDTH_STEP, self.window)
        ids = torch.full((len(rows), width), self._pad, dtype=torch.long)
        mask = torch.zeros_like(ids)
        for i, row in enumerate(rows):
            full = torch.tensor([*begin, *row.tolist(), *self.text.tail])
            ids[i, : len(full)] = full
            mask[i, : len(full)] = 1
        device = self._model.device
        features = {"input_ids": ids.to(device), "attention_mask": mask.to(device)}
        with torch.inference_mode():
            out = {**self._reader(features), "prompt_length": torch.tensor([len(begin)])}
            for module in self._after_reading:
                out = module(out)
        sentences, tokens = _numbers(out["sentence_embedding"]), _numbers(out["token_embeddings"])
        return [
            Reading(sentences[i], tokens[i, len(begin) : len(begin) + len(row)])
            for i, row in enumerate(rows)
        ]

    def finish(self, pooled: FloatArray) -> FloatArray:
        """Take rows that were pooled outside through the layers that follow the model's pooling.

        Args:
            pooled: float32 [rows, hidden].
        Returns:
            float32 [rows, dim]; dim is hidden where nothing follows.
        """
        if not self._after_pooling:
            return pooled
        rows = torch.from_numpy(pooled).to(self._model.device, self._model.dtype)
        with torch.inference_mode():
            features = {"sentence_embedding": rows}
            for module in self._after_pooling:
                features = module(features)
        return _numbers(features["sentence_embedding"])

    def _prefix(self, side: str) -> tuple[int, ...]:
        prompts = self._model.prompts
        found = [prompts.get(name) or "" for name in _PROMPT_NAMES[side]]
        return tuple(self.text.tokenize(max(found, key=bool)).ids.tolist())

    def _frame(self) -> int:
        longest = max(len(prefix) for prefix in self._prefixes.values())
        return len(self.text.head) + longest + len(self.text.tail)


def load_encoder(name: str) -> Encoder:
    """Load a model by folder or by its name on the model hub, in the best precision here.

    Raises:
        ModelBroken: it cannot be had, or is not a sentence-transformers model for text.
    """
    transformers_logging.disable_progress_bar()
    try:
        model = SentenceTransformer(name, model_kwargs={"dtype": best_dtype()})
    except (OSError, ValueError, ImportError, RuntimeError, KeyError) as error:
        raise ModelBroken(
            f"cannot load the embedding model {name}: {error}. Give EMBEDDING_MODEL the name of a "
            "sentence-transformers model that this machine can download, or the path of its "
            "folder; leave it empty for the model that comes with the installation"
        ) from error
    model.eval()
    prepack(model)
    _LOG.info("loaded %s as %s on %s", name, model.dtype, model.device)
    return Encoder(model)


def _numbers(rows: torch.Tensor) -> FloatArray:
    return np.asarray(rows.float().cpu().numpy(), dtype=np.float32)
