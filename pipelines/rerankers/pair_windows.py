"""Cut passages into what a cross-encoder can read beside a question, and that into batches."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from pipelines.errors import ModelBroken
from pipelines.models.documents import Int32Array, Span
from pipelines.nodes.chunking.embedding_layout import plan_windows

if TYPE_CHECKING:
    from sentence_transformers import CrossEncoder

_LONGEST = 512  # tokens of a pair: what rerankers were trained on, whatever they could take
_BATCH_PAIRS = 8
_BATCH_TOKENS = 512  # padding included; on a CPU more are no faster, and nobody else gets a turn


@dataclass(frozen=True, slots=True)
class Pair:
    """A question beside a passage, or beside one of its windows."""

    row: int  # of the passage
    windows: int  # that its passage has
    question: str
    text: str
    tokens: int  # with all that the model puts around them


class PairWindows:
    """Cuts by the model's own tokenizer, so that the library has nothing left to truncate."""

    def __init__(self, model: "CrossEncoder") -> None:
        """Raise ModelBroken when the tokenizer does not say where its tokens lie in a text."""
        if not getattr(model.tokenizer, "is_fast", False):
            raise ModelBroken(
                "the reranker's tokenizer does not say where a token lies in its text: "
                "set RERANKER_MODEL to a model that brings a tokenizer.json"
            )
        self._model = model
        self.window = min(model.max_seq_length or _LONGEST, _LONGEST)

    def plan(self, question: str, passages: Sequence[str]) -> list[list[Pair]]:
        """Cut passages into pairs, and these into batches, those that are done soonest first.

        A question of more than half a window keeps its first half window of tokens. A passage
        that does not fit beside it is read in windows of whole tokens, each sharing a quarter
        with the one before.
        """
        question = self._shorten(question)
        frame = self._frame(question)
        room = max(1, self.window - frame)
        cuts = [self._cut(passage, room) for passage in passages]
        counts = [self._count(texts) for texts in cuts]
        rows = sorted(range(len(cuts)), key=lambda row: (len(cuts[row]), counts[row][0]))
        return _batches(
            [
                Pair(row, len(cuts[row]), question, text, frame + tokens)
                for row in rows
                for text, tokens in zip(cuts[row], counts[row], strict=True)
            ]
        )

    def _shorten(self, question: str) -> str:
        offsets, half = self._offsets(question), self.window // 2
        return question if len(offsets) <= half else question[: offsets[half - 1, 1]]

    def _frame(self, question: str) -> int:
        """Count all that a pair holds besides the passage: question, prompt, special tokens."""
        prompt = self._model.prompts.get(self._model.default_prompt_name or "")
        features = self._model.preprocess([(question, "")], prompt=prompt)
        return int(features["input_ids"].numel())

    def _cut(self, passage: str, room: int) -> list[str]:
        """Cut until every window fits: one that begins inside a word may take a token more."""
        offsets, size = self._offsets(passage), room
        if len(offsets) <= room:
            return [passage]
        while True:
            texts = [
                passage[offsets[window.read.start, 0] : offsets[window.read.end - 1, 1]]
                for window in plan_windows(Span(0, len(offsets)), size, size // 4)
            ]
            excess = max(self._count(texts)) - room
            if excess <= 0 or size == 1:
                return texts
            size = max(1, size - excess)

    def _offsets(self, text: str) -> Int32Array:
        """Character ranges int32 [tokens, 2], ascending even where marks change places."""
        encoded = self._model.tokenizer(
            text, add_special_tokens=False, return_offsets_mapping=True, verbose=False
        )
        offsets = np.array(encoded["offset_mapping"], dtype=np.int32).reshape(-1, 2)
        return np.maximum.accumulate(offsets, axis=0)

    def _count(self, texts: list[str]) -> list[int]:
        encoded = self._model.tokenizer(texts, add_special_tokens=False, verbose=False)
        return [len(ids) for ids in encoded["input_ids"]]


def _batches(pairs: Sequence[Pair]) -> list[list[Pair]]:
    """Pack pairs in their order; all of a batch are padded to its longest."""
    batches: list[list[Pair]] = []
    for pair in pairs:
        longer = [*batches[-1], pair] if batches else []
        padded = len(longer) * max((each.tokens for each in longer), default=0)
        if longer and len(longer) <= _BATCH_PAIRS and padded <= _BATCH_TOKENS:
            batches[-1] = longer
        else:
            batches.append([pair])
    return batches
