"""What language models took, in tokens, and what that costs."""

from dataclasses import dataclass

_PER = 1_000_000  # tokens that a price is for


@dataclass(frozen=True, slots=True)
class Taken:
    """Calls of a language model, and the tokens of all of them."""

    calls: int = 0
    prompt: int = 0
    completion: int = 0

    @property
    def tokens(self) -> int:
        """Of prompts and answers."""
        return self.prompt + self.completion


@dataclass(frozen=True, slots=True)
class PersonUsage:
    """What one person took, today and in this month, both of UTC."""

    today: Taken
    month: Taken


@dataclass(frozen=True, slots=True)
class Share:
    """What one person took this month; `telegram_id` is 0 for what no person asked."""

    telegram_id: int
    display_name: str | None
    taken: Taken


@dataclass(frozen=True, slots=True)
class TeamUsage:
    """What everybody took this month; `shares` are the largest of `people`."""

    shares: tuple[Share, ...] = ()
    people: int = 0
    total: Taken = Taken()


@dataclass(frozen=True, slots=True)
class Prices:
    """Of a million tokens; without any, nothing is said of money."""

    prompt: float = 0.0
    completion: float = 0.0
    currency: str = ""

    def __bool__(self) -> bool:
        return self.prompt > 0 or self.completion > 0

    def of(self, taken: Taken) -> float:
        """Return what these tokens cost."""
        return (taken.prompt * self.prompt + taken.completion * self.completion) / _PER
