"""Read questions and the texts that answer them, in the JSON of SQuAD and XQuAD.

`{"data": [{"title", "paragraphs": [{"context", "qas": [{"id", "question", "answers":
[{"text"}]}]}]}]}`. Questions that the file itself calls impossible are left out.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

from benchmarks.refused import CannotMeasure

Place = tuple[int, int]  # which article, and which of its paragraphs

_Kind = TypeVar("_Kind")


@dataclass(frozen=True, slots=True)
class Article:
    """What becomes one document."""

    title: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A question, the paragraph that answers it, and how: in the language of the paragraph."""

    id: str
    text: str
    place: Place
    answers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Corpus:
    """Articles, and questions about them."""

    articles: tuple[Article, ...]
    questions: tuple[Question, ...]

    def places(self) -> tuple[Place, ...]:
        """Return the place of every paragraph, in order."""
        return tuple(
            (number, idx)
            for number, article in enumerate(self.articles)
            for idx in range(len(article.paragraphs))
        )

    def text(self, place: Place) -> str:
        """Return a paragraph."""
        return self.articles[place[0]].paragraphs[place[1]]


def load(documents: Path, questions: Path | None = None) -> Corpus:
    """Read a file, or two parallel ones.

    Args:
        documents: its articles, and with no other file its questions.
        questions: the same file in another language. Its questions belong to the paragraphs at
            the same places; answers are those of `documents`, by the question's id, or by its
            place where the ids are others.
    Raises:
        CannotMeasure: a file cannot be read, is of another format, or does not fit the other.
    """
    corpus = _read(documents)
    if questions is None:
        return corpus
    return replace(corpus, questions=_translated(corpus, _read(questions), questions.name))


def _read(file: Path) -> Corpus:
    try:
        content = json.loads(file.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise CannotMeasure(f"{file}: {error.strerror}") from error
    except ValueError as error:
        raise CannotMeasure(f"{file}: not JSON in UTF-8: {error}") from error
    reader = _Reader(file.name)
    articles: list[Article] = []
    questions: list[Question] = []
    for number, article in enumerate(reader.items(content, "data", "the file")):
        where = f"data[{number}]"
        title = article.get("title") if isinstance(article, dict) else None
        texts: list[str] = []
        for idx, paragraph in enumerate(reader.items(article, "paragraphs", where)):
            here = f"{where}.paragraphs[{idx}]"
            texts.append(reader.text(paragraph, "context", here))
            questions += reader.questions(paragraph, (number, idx), here)
        name = title.replace("_", " ").strip() if isinstance(title, str) else ""
        articles.append(Article(name or f"Article {number + 1}", tuple(texts)))
    if not questions:
        raise CannotMeasure(f"{file.name}: no questions in it")
    _check_ids(file.name, questions)
    return Corpus(tuple(articles), tuple(questions))


@dataclass(frozen=True, slots=True)
class _Reader:
    """Takes values out of JSON, or says what is wrong and where."""

    file: str

    def items(self, value: object, key: str, where: str) -> list[Any]:
        return self._get(value, key, list, where)

    def text(self, value: object, key: str, where: str) -> str:
        found = self._get(value, key, str, where).strip("\ufeff \t\r\n")
        if not found:
            raise CannotMeasure(f'{self.file}: "{key}" of {where} is empty')
        return found

    def questions(self, paragraph: object, place: Place, where: str) -> Iterator[Question]:
        for idx, asked in enumerate(self.items(paragraph, "qas", where)):
            here = f"{where}.qas[{idx}]"
            answers = self.items(asked, "answers", here)
            if not answers and asked.get("is_impossible"):
                continue
            yield Question(
                id=self.text(asked, "id", here),
                text=self.text(asked, "question", here),
                place=place,
                answers=tuple(self.text(answer, "text", f"{here}.answers") for answer in answers),
            )

    def _get(self, value: object, key: str, kind: type[_Kind], where: str) -> _Kind:
        found = value.get(key) if isinstance(value, dict) else None
        if not isinstance(found, kind):
            raise CannotMeasure(f'{self.file}: {where} has no "{key}": is it in SQuAD\'s JSON?')
        return found


def _check_ids(file: str, questions: Sequence[Question]) -> None:
    seen: set[str] = set()
    for question in questions:
        if question.id in seen:
            raise CannotMeasure(f"{file}: two questions have the id {question.id}")
        seen.add(question.id)


def _translated(corpus: Corpus, other: Corpus, file: str) -> tuple[Question, ...]:
    """Give the other file's questions the answers of the documents' own."""
    if [len(a.paragraphs) for a in corpus.articles] != [len(a.paragraphs) for a in other.articles]:
        raise CannotMeasure(f"{file}: not as many articles and paragraphs as in the documents")
    by_id = {question.id: question for question in corpus.questions}
    by_place = dict(zip(_numbered(corpus.questions), corpus.questions, strict=True))
    questions = []
    for key, question in zip(_numbered(other.questions), other.questions, strict=True):
        own = by_id.get(question.id) or by_place.get(key)
        if own is None or own.place != question.place:
            raise CannotMeasure(f"{file}: question {question.id} is elsewhere in the documents")
        questions.append(replace(question, answers=own.answers))
    return tuple(questions)


def _numbered(questions: Sequence[Question]) -> Iterator[tuple[Place, int]]:
    """Yield each question's place and its number there."""
    counts: dict[Place, int] = {}
    for question in questions:
        counts[question.place] = counts.get(question.place, -1) + 1
        yield question.place, counts[question.place]
