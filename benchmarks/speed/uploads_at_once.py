"""A large ingest, to measure beside: documents like those of the library, through the pipeline."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import numpy as np
from psycopg import AsyncConnection

from benchmarks.product import Product
from benchmarks.speed.library import Writer, plan_documents
from benchmarks.squad import Article

_PAUSE_SECONDS = 0.05
_STAGING = "select exists (select from public.documents as d where d.published_at is null)"


@asynccontextmanager
async def ingesting(
    product: Product, connection: AsyncConnection[Any], writer: Writer, *, chunks: int
) -> AsyncIterator[None]:
    """Take in one batch of so many chunks after the other until the block ends.

    The block begins when chunks are being embedded; the batch that runs at its end is finished.
    """
    ended = asyncio.Event()
    task = asyncio.create_task(_ingest(product, writer, chunks, ended))
    try:
        while not await _is_staging(connection):
            if task.done():
                break
            await asyncio.sleep(_PAUSE_SECONDS)
        yield
    finally:
        ended.set()
        await task


async def _ingest(product: Product, writer: Writer, chunks: int, ended: asyncio.Event) -> None:
    number = 0
    while not ended.is_set():
        articles = _articles(writer, chunks, number)
        await product.ingest(articles)
        number += 1


def _articles(writer: Writer, chunks: int, number: int) -> list[Article]:
    """Write the documents of a batch, a paragraph a passage."""
    documents = plan_documents(chunks, np.random.default_rng(number))
    return [
        Article(
            f"Upload {number}.{document.number}",
            tuple(" ".join(chunk.text for chunk in passage) for passage in writer.write(document)),
        )
        for document in documents
    ]


async def _is_staging(connection: AsyncConnection[Any]) -> bool:
    row = await (await connection.execute(_STAGING)).fetchone()
    return row is not None and bool(row[0])
