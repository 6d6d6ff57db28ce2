"""The corpus: short documents, questions about them, and statements that are right and wrong.

Written for this, by nobody who had seen what the reader is measured on. Text files, an item a
line:

    # LANG | genre | title
    . a sentence of the document
    ? question | the same in another language | number of the answering sentence | short answer
    + a right statement: a whole sentence, the bare answer, and one in another language
    - kind: a wrong statement
    ! a question that the document does not answer | the same in another language
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).parent / "corpus"
KINDS = frozenset(
    ("number", "name", "negation", "crossed", "unit", "invented", "scope", "time", "vague", "other")
)


@dataclass(slots=True)
class Asked:
    """A question in two languages; sentence: the index of the one that answers."""

    wordings: tuple[str, str]
    sentence: int
    answer: str
    right: list[str] = field(default_factory=list)
    wrong: list[tuple[str, str]] = field(default_factory=list)  # kind, statement


@dataclass(slots=True)
class Document:
    """A short document with what is asked of it."""

    language: str
    title: str
    sentences: list[str] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    unanswerable: list[tuple[str, str]] = field(default_factory=list)


class CorpusBroken(ValueError):
    """A line that is none of these, or contradicts the lines before it."""


def read_corpus(folder: Path = FOLDER) -> list[Document]:
    """Read every file of the folder, in the order of their names.

    Raises:
        CorpusBroken: naming the file and the line.
    """
    return [one for path in sorted(folder.glob("*.txt")) for one in _read(path)]


def _read(path: Path) -> list[Document]:
    documents: list[Document] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip():
            try:
                _add(documents, *line.strip().split(" ", 1))
            except (ValueError, IndexError) as error:
                raise CorpusBroken(f"{path.name}:{number}: {error}") from error
    return documents


def _add(documents: list[Document], tag: str, text: str) -> None:
    if tag == "#":
        language, _, title = _fields(text, 3)
        documents.append(Document(language, title))
        return
    document = documents[-1]
    match tag:
        case ".":
            document.sentences.append(text)
        case "?":
            document.asked.append(_asked(document, text))
        case "+":
            document.asked[-1].right.append(text)
        case "-":
            kind, _, statement = text.partition(": ")
            if kind not in KINDS:
                raise ValueError(f"no kind of mistake: {kind}")
            document.asked[-1].wrong.append((kind, statement))
        case "!":
            first, second = _fields(text, 2)
            document.unanswerable.append((first, second))
        case _:
            raise ValueError(f"no such tag: {tag}")


def _asked(document: Document, text: str) -> Asked:
    question, other, number, answer = _fields(text, 4)
    sentence = document.sentences[int(number) - 1]
    if answer.casefold().strip(" .") not in sentence.casefold():
        raise ValueError(f"the sentence does not hold {answer!r}")
    return Asked((question, other), int(number) - 1, answer)


def _fields(text: str, count: int) -> Iterator[str]:
    found = [part.strip() for part in text.split("|", count - 1)]
    if len(found) != count:
        raise ValueError(f"{count} fields are wanted")
    return iter(found)
