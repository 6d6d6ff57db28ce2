"""What the demo sends and asks, read from the files beside this one."""

import json
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import TracebackType

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class DemoDocument:
    """A document of the demo; `sent_as` is "file" or "link"."""

    file: str
    sent_as: str
    title: str


@dataclass(frozen=True, slots=True)
class DemoQuestion:
    """A question, and where its answer stands; no document: the base has no answer."""

    text: str
    language: str
    document: str | None
    page: int | None
    answer_has: str | None


@dataclass(frozen=True, slots=True)
class Material:
    """All of it."""

    documents: tuple[DemoDocument, ...]
    questions: tuple[DemoQuestion, ...]


def read_material() -> Material:
    """Read questions.json."""
    content = json.loads((FOLDER / "questions.json").read_text(encoding="utf-8"))
    return Material(
        tuple(DemoDocument(d["file"], d["sent_as"], d["title"]) for d in content["documents"]),
        tuple(
            DemoQuestion(q["text"], q["language"], q["document"], q["page"], q["answer_has"])
            for q in content["questions"]
        ),
    )


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name there
        """Log nothing: the conversation is what is shown."""


class Website:
    """Serves the demo's page on loopback for as long as the block lasts."""

    def __enter__(self) -> "Website":
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=FOLDER))
        Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    def address(self, file: str) -> str:
        """Return the link of a page."""
        return f"http://127.0.0.1:{self._server.server_port}/{file}"
