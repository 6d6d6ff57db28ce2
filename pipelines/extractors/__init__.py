"""Bytes to text: one kind of source a file.

An extractor named "pdf" is the class `PdfExtractor` in `pdf.py`, and so on. It is imported
where it works, in a child process, so that the bot never carries a parser.
"""

from importlib import import_module

from pipelines.models import Extracted, Fetched
from pipelines.ports import Extractor


def extract(name: str, fetched: Fetched) -> Extracted:
    """Read text out of the bytes with the extractor of this name."""
    module = import_module(f"pipelines.extractors.{name}")
    extractor: Extractor = getattr(module, f"{name.capitalize()}Extractor")()
    return extractor.extract(fetched)
