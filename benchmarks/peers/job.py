"""What the process that measures a peer is given, and what it gives back, both as JSON."""

import json
from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Job:
    """Texts to take in and questions to ask, for every peer the same."""

    paragraphs: tuple[str, ...]
    warm_up: tuple[str, ...]  # asked before anything is measured
    questions: tuple[str, ...]
    limit: int  # results of a search
    model: str  # folder of the packed model
    database_url: str

    def to_json(self) -> bytes:
        """Write it down."""
        return json.dumps(asdict(self)).encode()

    @classmethod
    def from_json(cls, content: bytes) -> "Job":
        """Read what `to_json` wrote."""
        values = json.loads(content)
        texts = {name: tuple(values[name]) for name in ("paragraphs", "warm_up", "questions")}
        return cls(**{**values, **texts})


@dataclass(frozen=True, slots=True)
class Measured:
    """By question: the paragraphs that were found, best first, and how long that took."""

    rankings: tuple[tuple[int, ...], ...]
    milliseconds: tuple[float, ...]
    ingest_s: float

    def to_json(self) -> bytes:
        """Write it down."""
        return json.dumps(asdict(self)).encode()

    @classmethod
    def from_json(cls, content: bytes) -> "Measured":
        """Read what `to_json` wrote."""
        values = json.loads(content)
        rankings = tuple(map(tuple, values["rankings"]))
        return cls(rankings, tuple(values["milliseconds"]), values["ingest_s"])
