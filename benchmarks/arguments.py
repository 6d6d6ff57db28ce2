"""Arguments that several benchmarks take."""

import argparse
from pathlib import Path

from benchmarks.refused import CannotMeasure

_FEWEST_CHUNKS = 1_000  # fewer have too few documents for every asker to find ten passages


def add_corpus(parser: argparse.ArgumentParser) -> None:
    """Take documents with questions, those of another language, and the model."""
    parser.add_argument(
        "--documents", type=Path, required=True, metavar="FILE", help="In SQuAD's JSON."
    )
    parser.add_argument(
        "--questions", type=Path, metavar="FILE", help="The parallel file of another language."
    )
    add_models_dir(parser)


def add_models_dir(parser: argparse.ArgumentParser) -> None:
    """Take the folder of the packed model."""
    parser.add_argument(
        "--models-dir", type=Path, default=Path("data"), help="Where the model is unpacked."
    )


def check_chunks(chunks: int) -> None:
    """Raise CannotMeasure where a base would be too small to search in."""
    if chunks < _FEWEST_CHUNKS:
        raise CannotMeasure(f"--chunks: {chunks} is too few, {_FEWEST_CHUNKS} or more")
