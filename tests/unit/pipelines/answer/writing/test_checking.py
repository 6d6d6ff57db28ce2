"""In which language the sentences of an answer are checked."""

from types import SimpleNamespace

import numpy as np

from pipelines.answer.writing.checking import Checking
from pipelines.detectors.langdetect import LangdetectDetector
from pipelines.models.answers import QueryEmbedding
from pipelines.models.documents import TokenVectors
from pipelines.nodes.checking.support import Source

_ALIKE = TokenVectors(np.full((1, 1), 127, np.int8), np.array([[0, 20]], np.int32))
_STOVE = Source("Mira lights the stove.", "en", vectors=_ALIKE)


class _Embedder:
    """To which every word is like every other."""

    async def embed_queries(self, texts: list[str]) -> list[QueryEmbedding]:
        one = np.ones((1, 1), np.float32)
        offsets = [np.array([[0, len(text)]], np.int32) for text in texts]
        return [QueryEmbedding(one[0], one, np.ones(1, np.float32), each) for each in offsets]


class _Detector(LangdetectDetector):
    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []

    def detect(self, text: str, *, hint: str | None = None) -> str:
        self.seen.append(super().detect(text, hint=hint))
        return self.seen[-1]


async def test_a_translated_sentence_is_checked_in_its_own_language() -> None:
    scoring, detector = SimpleNamespace(embedder=_Embedder(), reader=None), _Detector()
    checking = Checking([_STOVE], "en", scoring, detector=detector)  # type: ignore[arg-type]
    answer = "Печь топит Мира [1]. Mira lights the stove [1]. Der Ofen wird von Mira geheizt [1]."
    assert await checking.kept(answer) == answer
    assert detector.seen == ["ru", "en", "de"]
