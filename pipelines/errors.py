"""The error tree.

    ParagrafError
    ├── UserError            safe to show: a code and its values; texts live in bot/texts
    │   ├── SourceRefused    this source cannot become a document; others can
    │   ├── QuestionRefused  this question cannot be answered as it is
    │   └── BudgetSpent      whoever asks took all that they may of the language model today
    ├── TransientError       may work when tried again
    │   ├── DatabaseUnavailable
    │   ├── SourceUnavailable
    │   │   └── NoConnection
    │   ├── ModelUnavailable
    │   └── EmbeddingUnusable
    └── InternalError        a fault of ours, or of how this copy is set up
        ├── DatabaseRefused
        ├── ModelBroken
        ├── PromptTooLong
        ├── SettingsInvalid
        └── SpanOutOfRange

A `UserError` carries `code`, the id of a message in `bot/texts/*/*.ftl`, and the values that
message needs. `str(error)` is the code and the values: for logs, never document text.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar


class ParagrafError(Exception):
    """Root of every error raised on purpose."""


class UserError(ParagrafError):
    """Safe to show: says what happened, why, and what to do."""

    def __init__(self, code: str, **values: str | int | float) -> None:
        super().__init__(code, values)
        self.code = code
        self.values: Mapping[str, str | int | float] = values

    def __str__(self) -> str:
        return f"{self.code} {dict(self.values)}" if self.values else self.code

    def __reduce__(self) -> tuple[object, ...]:
        """Cross a process boundary whole, keyword values included."""
        return _remake, (type(self), self.code, dict(self.values))


def _remake(kind: type[UserError], code: str, values: dict[str, str | int | float]) -> UserError:
    return kind(code, **values)


class SourceRefused(UserError):
    """A source cannot become a document; the rest of its batch goes on."""


class QuestionRefused(UserError):
    """A question cannot be answered as it was sent."""


class BudgetSpent(UserError):
    """A person took all the tokens of a day; the language model was not asked."""


class TransientError(ParagrafError):
    """May work when tried again. `code` is what the user is told when it did not.

    `wait_s`: how long whoever failed asked to be left alone; 0: they said nothing.
    """

    code: ClassVar[str] = "internal-error"
    wait_s: float = 0.0


class DatabaseUnavailable(TransientError):
    """Connection lost, pool exhausted, serialization failure, deadlock, time limit, read-only."""

    code = "database-unavailable"


class SourceUnavailable(TransientError):
    """A page or file could not be had just now (429, 503, a connection cut short)."""

    code = "source-unavailable"

    def __init__(self, message: str = "", wait_s: float = 0.0) -> None:
        super().__init__(message)
        self.wait_s = wait_s


class NoConnection(SourceUnavailable):
    """Nothing on the web can be had just now: no name resolves at all."""

    code = "source-no-connection"


class ModelUnavailable(TransientError):
    """A language model endpoint did not answer, or not with an answer."""

    code = "model-unavailable"


class EmbeddingUnusable(TransientError):
    """An embedding model gave numbers that are no embedding, or not as many as were asked for."""

    code = "embedding-unusable"


class InternalError(ParagrafError):
    """A fault of ours, or of how this copy is set up; trying again does not help."""


class DatabaseRefused(InternalError):
    """The database refused a statement for good: syntax, constraint, missing function, rights."""


class ModelBroken(InternalError):
    """A model's files are missing, damaged or of the wrong kind, or its output is unusable."""


class ModelRefused(UserError):
    """A language model's endpoint turns us away until a setting is mended."""


class PromptTooLong(InternalError):
    """The prompt is longer than the model reads; a shorter one may fit."""


class SettingsInvalid(InternalError):
    """A setting is missing or contradicts another; the message says which and what to do."""


class SpanOutOfRange(InternalError):
    """A span is empty, out of order or past the end of its text; spans are never dropped."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why an item or a run ended badly: a message id of bot/texts, its values, a log id."""

    code: str
    values: tuple[tuple[str, str | int | float], ...] = ()
    error_id: str | None = None  # set when the log has a traceback under this id


_LONGEST_LINE = 300  # characters


def one_line(error: BaseException) -> str:
    """Return an error and what caused it in one line, for the log, where no traceback helps."""
    told = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    if error.__cause__ is not None:
        told += f" (after {type(error.__cause__).__name__})"
    return " ".join(told.split())[:_LONGEST_LINE]
