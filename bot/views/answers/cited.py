"""What the button of a source carries.

The source's number, the id of the passage and where in its text the quote stands; so it needs no
memory, outlives restarts, and opens the version that was read, whatever has become of its document
since. It grants nothing: the passage is read anew, as whoever presses.
"""

import re
from dataclasses import dataclass

from pipelines.models.answers import Citation
from pipelines.models.documents import Span

_CARRIED = re.compile(
    r"([0-9]{1,3})_([0-9]{1,18})_([0-9]{1,8})_([0-9]{1,6})(?:_(-?[0-9]{1,5}))?", re.ASCII
)


@dataclass(frozen=True, slots=True)
class Cited:
    """A source by its number, a passage, and a quote in the passage.

    `step` leads to what stands so many passages, or pages, behind it: to read on.
    """

    n: int
    passage_id: int
    span: Span
    step: int = 0

    @classmethod
    def of(cls, citation: Citation) -> "Cited | None":
        """Name what a citation rests on; None when its record does not say."""
        if citation.passage_id is None or citation.quote_at is None:
            return None
        end = citation.quote_at + len(citation.quote)
        return cls(citation.n, citation.passage_id, Span(citation.quote_at, end))

    @classmethod
    def decode(cls, carried: str) -> "Cited | None":
        """Read what a button carries; None when that is something else."""
        if (found := _CARRIED.fullmatch(carried)) is None:
            return None
        n, passage_id, start, length, step = (int(part or 0) for part in found.groups())
        return cls(n, passage_id, Span(start, start + length), step)

    def encode(self) -> str:
        """Write it as a button carries it."""
        length = self.span.end - self.span.start
        step = f"_{self.step}" if self.step else ""
        return f"{self.n}_{self.passage_id}_{self.span.start}_{length}{step}"
