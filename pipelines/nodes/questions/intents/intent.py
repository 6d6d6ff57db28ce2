"""What a message is, told by its words alone."""

from dataclasses import dataclass
from typing import Literal

from pipelines.nodes.questions.intents.periods import Period

IntentKind = Literal[
    "greeting", "wellbeing", "thanks", "farewell", "acknowledgement", "identity", "capabilities",
    "insult", "emoji", "apology", "compliment", "laughter", "human", "outside", "composing",
    "documents", "documents_about", "document_count", "recent_documents", "has_document",
    "documents_from", "send_document", "open_document", "document_sender",
    "document_date", "document_pages", "clean_base", "delete_document", "rename_document", "undo",
    "stop", "data", "forget", "settings", "invite", "readers", "about_document", "next",
    "read_section", "more", "why", "source", "question",
]  # fmt: skip

_TALK: frozenset[IntentKind] = frozenset(
    {
        "greeting", "wellbeing", "thanks", "farewell", "acknowledgement", "identity",
        "capabilities", "insult", "emoji", "apology", "compliment", "laughter", "human",
        "outside", "composing",
    }
)  # fmt: skip
_CATALOGUE: frozenset[IntentKind] = frozenset(
    {
        "documents", "documents_about", "document_count", "recent_documents", "has_document",
        "documents_from", "send_document", "open_document", "document_sender",
        "document_date", "document_pages", "clean_base", "delete_document", "rename_document",
    }
)  # fmt: skip
_COMMANDS: frozenset[IntentKind] = frozenset(
    {"undo", "stop", "forget", "data", "settings", "invite", "readers"}
)
_READING: frozenset[IntentKind] = frozenset(
    {"about_document", "next", "read_section", "more", "source"}
)


@dataclass(frozen=True, slots=True)
class Intent:
    """What a message is.

    rest: of a question, the question, without greetings and thanks around it; of "documents_about"
        what they are to tell of; of "documents_from" who sent them; of "has_document",
        "send_document", "open_document", "delete_document", "rename_document",
        "document_sender", "document_date", "document_pages" and "about_document", what is asked
        about, empty for the document at hand (if no title fits it, the message may be a question
        after all); of "read_section", the document.
        Of "document_count" the message itself where it says so only after another answer about the
        base ("how many are there?").
    "human" calls for a person, or for help that only one can give: "I feel sick, help".
    "composing" wants a text written, or translated, of what the base has: a language model can.
    period: of "recent_documents"; None asks for those of the last day on which any came.
    language: "ru", "en", "de", "es" or "zh", of the words that told; None where none did.
    section: of "read_section", its number or its name; of "documents", the code of the language
        that they are in, "" of whichever.
    is_newest: the document asked about is the one that was added last; of "recent_documents", one
        is asked for.
    """

    kind: IntentKind
    rest: str = ""
    period: Period | None = None
    language: str | None = None
    section: str = ""
    is_newest: bool = False

    @property
    def is_smalltalk(self) -> bool:
        """Whether it is answered by a word in return."""
        return self.kind in _TALK

    @property
    def is_catalogue(self) -> bool:
        """Whether it asks about the base as a whole."""
        return self.kind in _CATALOGUE or self.wants_command

    @property
    def wants_command(self) -> bool:
        """Whether it wants what is done with a command or a button."""
        return self.kind in _COMMANDS

    @property
    def is_reading(self) -> bool:
        """Whether it asks for a document, or for more, or the sources, of what was quoted."""
        return self.kind in _READING
