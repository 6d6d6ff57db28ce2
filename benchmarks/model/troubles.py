"""What goes wrong while answers are measured: said at once, and kept among the figures."""

from dataclasses import dataclass, field

from benchmarks.product import progress


@dataclass(kw_only=True)
class Troubled:
    """Figures that name their troubles."""

    troubles: list[str] = field(default_factory=list)

    def trouble(self, what: str) -> None:
        """Note that something is wrong."""
        self.troubles.append(what)
        progress(what)
