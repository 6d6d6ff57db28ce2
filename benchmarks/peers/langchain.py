"""LangChain's PGVector store, in a database of its own on the server that the product uses."""

from collections.abc import Sequence
from pathlib import Path

import psycopg
from langchain_huggingface import HuggingFaceEmbeddings
from langchain_postgres import PGVector
from psycopg.conninfo import conninfo_to_dict

_DATABASE = "langchain_peer"


class LangChain:
    """The store over sentence-transformers, which knows the model's prompts from its folder.

    Other defaults are its own: batches of 32, sorted by length; no index over the vectors.
    """

    def __init__(self, model: Path, database_url: str, *, dtype: str) -> None:
        with psycopg.connect(database_url, autocommit=True) as connection:
            connection.execute(f"create database {_DATABASE}")
        host = conninfo_to_dict(database_url)["host"]
        self._store = PGVector(
            HuggingFaceEmbeddings(
                model_name=str(model),
                model_kwargs={"model_kwargs": {"dtype": dtype}},
                encode_kwargs={"prompt_name": "document", "normalize_embeddings": True},
                query_encode_kwargs={"prompt_name": "query", "normalize_embeddings": True},
            ),
            connection=f"postgresql+psycopg://postgres@/{_DATABASE}?host={host}",
            collection_name="benchmark",
        )

    def ingest(self, paragraphs: Sequence[str]) -> None:
        """Embed and store."""
        numbers = [{"paragraph": number} for number in range(len(paragraphs))]
        self._store.add_texts(list(paragraphs), metadatas=numbers)

    def search(self, question: str, limit: int) -> list[int]:
        """Return which paragraphs were found, best first."""
        found = self._store.similarity_search(question, k=limit)
        return [int(document.metadata["paragraph"]) for document in found]
