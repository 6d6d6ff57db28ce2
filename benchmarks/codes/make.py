"""Write `documents.json` from the tables in `articles/`: `python -m benchmarks.codes.make`.

A table is one article. Its rows become paragraphs by its templates, in turn, so that the
paragraphs of an article differ in little but their codes and names. A question names the first
cell of the row that answers it, and the cell that is the answer.
"""

import json
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from string import Formatter
from typing import Any

HERE = Path(__file__).parent
ARTICLES = HERE / "articles"
TARGET = HERE / "documents.json"


def main() -> None:
    """Write the file."""
    TARGET.write_text(make(ARTICLES), encoding="utf-8")


def make(articles: Path) -> str:
    """Return the documents and questions of a folder of tables as SQuAD v1.1 JSON."""
    paths = sorted(articles.glob("*.toml"))
    data = [make_article(path.stem, tomllib.loads(path.read_text("utf-8"))) for path in paths]
    return json.dumps({"version": "1.1", "data": data}, ensure_ascii=False, indent=1) + "\n"


def make_article(name: str, table: dict[str, Any]) -> dict[str, Any]:
    """Return one article in SQuAD's shape.

    Question ids are `NAME-01` and so on; those asked in the other language than the article's
    end in `-foreign`.
    """
    templates, rows = table["templates"], table["rows"]
    filled = {row[0]: fill(templates[at % len(templates)], row) for at, row in enumerate(rows)}
    if len(filled) < len(rows):
        raise ValueError(f"{name}: two rows begin with the same cell")
    asked = [(entry, "") for entry in table["questions"]]
    asked += [(entry, "-foreign") for entry in table.get("foreign_questions", [])]
    questions: dict[str, list[dict[str, Any]]] = {key: [] for key in filled}
    for number, ((question, key, cell), suffix) in enumerate(asked, start=1):
        answer = filled[key].answers[cell]
        identity = f"{name}-{number:02}{suffix}"
        questions[key].append({"id": identity, "question": question, "answers": [answer]})
    paragraphs = [{"context": filled[key].text, "qas": asked} for key, asked in questions.items()]
    return {"title": table["title"], "paragraphs": paragraphs}


@dataclass(frozen=True, slots=True)
class Filled:
    """A template with a row's cells in it, and each cell as SQuAD writes an answer."""

    text: str
    answers: dict[int, dict[str, Any]]


def fill(template: str, row: Sequence[str]) -> Filled:
    """Put a row's cells where the template names them by number."""
    text, answers = "", {}
    for literal, place, _, _ in Formatter().parse(template):
        text += literal
        if place is not None:
            cell = int(place)
            answers[cell] = {"text": row[cell], "answer_start": len(text)}
            text += row[cell]
    return Filled(text, answers)


if __name__ == "__main__":
    main()
