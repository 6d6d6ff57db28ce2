"""How many planted secrets are found, and how often something harmless is taken for one."""

from dataclasses import dataclass

from benchmarks.secrets.clean import clean
from benchmarks.secrets.planted import KINDS, Planted, plant
from pipelines.models.documents import Block, Extracted
from pipelines.nodes.secrets.find import find_secrets, without_secrets
from pipelines.nodes.secrets.kinds import FoundSecret
from pipelines.nodes.text.clean import clean as clean_text

PLANTED, CLEAN, SEED = 300, 500, 20261122
_LONGEST_REST = 10  # characters of a secret that may be left in a masked text


@dataclass(frozen=True, slots=True)
class SecretFigures:
    """recall: planted secrets that are wholly taken out. precision: of what is taken for a secret,
    the share that is one; clean paragraphs count once each."""

    planted: int
    kinds: int
    recall: float
    clean: int
    precision: float
    false_positives: int
    missed: dict[str, int]  # by kind


def measure(planted: int = PLANTED, harmless: int = CLEAN, seed: int = SEED) -> SecretFigures:
    """Clean and screen every text as the pipeline does."""
    missed: dict[str, int] = {}
    for each in plant(planted, seed):
        if not _is_taken_out(each):
            missed[each.kind] = missed.get(each.kind, 0) + 1
    found = planted - sum(missed.values())
    mistaken = sum(_is_suspected(text) for text in clean(harmless, seed))
    return SecretFigures(
        planted=planted,
        kinds=min(planted, len(KINDS)),
        recall=round(found / planted, 4),
        clean=harmless,
        precision=round(found / max(1, found + mistaken), 4),
        false_positives=mistaken,
        missed=missed,
    )


def _is_taken_out(planted: Planted) -> bool:
    masked = "".join(without_secrets(*_screened(planted.text)).split())
    secret = "".join(planted.secret.split())
    longest = min(_LONGEST_REST, len(secret) - 1)
    pieces = (secret[at : at + longest] for at in range(len(secret) - longest + 1))
    head = "-----BEGIN"
    return not any(piece in masked for piece in pieces if not piece.startswith(head[:5]))


def _is_suspected(text: str) -> bool:
    return bool(_screened(text)[1])


def _screened(text: str) -> tuple[str, tuple[FoundSecret, ...]]:
    cleaned = clean_text(Extracted((Block(text),))).text
    return cleaned, find_secrets(cleaned)
