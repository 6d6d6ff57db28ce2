"""What a run is asked for and what it reports: the values at both ends of a pipeline.

`origin` is opaque to the pipelines: the bot packs into it where to write (chat, message,
language) and gets it back with every report, also after a restart. "" means nobody waits.
"""

from dataclasses import dataclass
from typing import Literal

from pipelines.errors import Failure
from pipelines.models.documents import (
    ItemStatus,
    Kind,
    Message,
    Strategy,
)
from pipelines.models.people import EVERYONE

ItemState = Literal["waiting", "running", "stored", "known", "refused", "failed"]


@dataclass(frozen=True, slots=True)
class IngestRequest:
    """Turn a message into documents. The run's id is the batch_id."""

    message: Message
    owner: int | None  # Telegram id; None: nobody's, readable by everyone
    origin: str = ""
    strategy: Strategy | None = None  # None: by kind
    chunk_size: int | None = None  # tokens, for "fixed"
    overlap: int | None = None  # tokens, for "fixed"
    reader_role: str | None = EVERYONE  # who may read it besides its owner; None: nobody
    run_id: str = ""  # set when the run starts
    only: tuple[int, ...] = ()  # which sources of the message; none: all
    interface_language: str | None = None  # captions in it are wanted first
    told_in: int | None = None  # the group that reads the report: of what it may not read, nothing
    without_secrets: bool = (
        False  # they are taken out, where the policy is to refuse what holds one
    )


@dataclass(frozen=True, slots=True)
class CancelRequest:
    """Call off a batch that is not finished. Its record says whose it is and where to write."""

    batch_id: str
    owner: int | None
    actor: int | None  # Telegram id of whoever wants it cancelled
    origin: str = ""
    run_id: str = ""  # set when the run starts


@dataclass(frozen=True, slots=True)
class AnswerRequest:
    """Answer a question. `user_id` is the Telegram chat id as text; its history is used."""

    question: str
    user_id: str
    asker: int | None  # Telegram id whose rights apply; None: what everyone may read
    origin: str = ""
    interface_language: str | None = None  # for phrases, when the question's is not known
    run_id: str = ""  # set when the run starts
    replied_to: str = ""  # the answer of ours that the question replies to, as it was shown
    about: tuple[str, ...] = ()  # ids of documents: of the receipt or card that it replies to
    among: tuple[str, ...] = ()  # ids of documents it is answered from; (): all
    is_literal: bool = False  # nothing said before is taken into it
    is_asked_again: bool = False  # by us: without an answer nothing is said
    is_again: bool = False  # it was answered, and another answer is wanted
    left_out: tuple[str, ...] = ()  # what was quoted, when another is wanted
    is_brief: bool = False  # a short answer is wanted, if a language model writes it
    is_kept: bool = True  # in the history and the log; else nobody can lean on it or rate it
    trial_rules: tuple[int, ...] = ()  # drafts that act on it as if they were accepted
    payer: int | None = None  # whose share of the language model it takes; None: the asker's

    @property
    def billed_to(self) -> int | None:
        """Telegram id of whoever the tokens of a language model are counted for."""
        return self.asker if self.payer is None else self.payer


@dataclass(frozen=True, slots=True)
class Cancellation:
    """What became of a wish to cancel: `is_cancelled` is false when it came too late."""

    request: CancelRequest
    is_cancelled: bool
    failure: Failure | None = None  # why it was not even tried


@dataclass(frozen=True, slots=True)
class ItemProgress:
    """One line of a progress message; `node` is the pipeline node now at work.

    Where that can be counted, `done` of `total` parts are; `seconds_left` is an estimate.
    """

    idx: int
    label: str
    state: ItemState
    node: str = ""
    done: int = 0
    total: int = 0  # 0: it cannot be counted
    seconds_left: float | None = None
    is_caption: bool = False  # of other items, and not counted beside them


@dataclass(frozen=True, slots=True)
class ItemReport:
    """How one item of a batch ended."""

    idx: int
    label: str  # the link or file name as the user sent it
    status: ItemStatus
    kind: Kind
    failure: Failure | None = None
    document_id: str | None = None
    batch_id: str | None = None
    title: str | None = None
    language: str | None = None
    pages: int | None = None
    pages_without_text: int = 0
    pages_by_ocr: int = 0
    secrets: int = 0
    chunks: int = 0
    missed_questions: int = 0  # of the self-test's, which did not find the document
    is_untested: bool = False  # there was no time for the self-test
    is_new_version: bool = False  # of a document that it took the place of
    is_kept: bool = True  # what was sent can be had again when the batch is over
    readers: tuple[str, ...] | None = None  # roles that may read what was stored; None: unknown
    is_caption: bool = False  # of other items, and not counted beside them


@dataclass(frozen=True, slots=True)
class BatchReport:
    """How a batch ended; every item has exactly one report."""

    batch_id: str
    items: tuple[ItemReport, ...]
    seconds: float
