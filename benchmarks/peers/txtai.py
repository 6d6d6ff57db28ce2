"""txtai: an embeddings database in one process; vectors alone, or with its own keyword index."""

from collections.abc import Sequence
from pathlib import Path

from txtai import Embeddings


class Txtai:
    """txtai's `Embeddings`, with content stored, as its documentation sets it up for e5 models.

    Other defaults are its own: batches of 32, sorted by length; an exact index for few texts.
    """

    def __init__(self, model: Path, *, dtype: str, hybrid: bool) -> None:
        self._embeddings = Embeddings(
            path=str(model),
            content=True,
            hybrid=hybrid,
            instructions={"query": "query: ", "data": "passage: "},
            vectors={"dtype": dtype},
        )

    def ingest(self, paragraphs: Sequence[str]) -> None:
        """Embed, index and store."""
        self._embeddings.index(enumerate(paragraphs))

    def search(self, question: str, limit: int) -> list[int]:
        """Return which paragraphs were found, best first."""
        return [int(row["id"]) for row in self._embeddings.search(question, limit)]
