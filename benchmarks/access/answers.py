"""Ask the whole product in the same library with and without what the asker may not read.

Compared to the letter is all that somebody is shown or could be: texts, quotes, scores, whether
there is an answer, what is offered to be asked next, the list of documents.
"""

import json
import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import median
from time import perf_counter

from benchmarks.access.libraries import Library, Source, draw_library, draw_questions
from benchmarks.access.worlds import EVERYONE
from benchmarks.product import Product, progress
from benchmarks.refused import CannotMeasure
from pipelines.answer.following.offering import Offering
from pipelines.models.documents import FileRef, Message
from pipelines.models.people import MACHINE
from pipelines.models.requests import AnswerRequest, IngestRequest
from pipelines.settings import FollowUpSettings

_OF_THE_RUN = ("timings", "question_id", "interaction_id")  # differ whenever something is asked
_PATIENT = FollowUpSettings(seconds=60.0)


@dataclass(frozen=True, slots=True)
class Differing:
    """What was not answered alike."""

    seed: int
    asker: int
    question: str


@dataclass(frozen=True, slots=True)
class AnswersCompared:
    """answered: of the compared, those with a citation. offered: questions that were offered."""

    compared: int
    answered: int
    offered: int
    differing: tuple[Differing, ...]
    alone_ms: float
    among_ms: float


@dataclass(frozen=True, slots=True)
class _Held:
    """A document that was taken in, and whose it is."""

    document_id: str
    owner: int


@dataclass(slots=True)
class _Shown:
    """What an asker was shown, by question, and how long each answer took."""

    texts: dict[str, str]
    milliseconds: list[float]
    answered: int = 0
    offered: int = 0


async def compare_answers(product: Product, libraries: int, *, first_seed: int) -> AnswersCompared:
    """Ask in so many libraries, one after the other in the same base; none stays."""
    differing: list[Differing] = []
    alone_ms, among_ms = list[float](), list[float]()
    compared = answered = offered = 0
    for seed in range(first_seed, first_seed + libraries):
        library = draw_library(seed)
        asker = random.Random(seed).choice(list(library.people))  # noqa: S311 - to be repeated
        alone, among = await _ask_twice(product, library, asker, seed)
        compared += len(alone.texts)
        answered += alone.answered
        offered += alone.offered
        differing += [
            Differing(seed, asker, question)
            for question, text in alone.texts.items()
            if among.texts[question] != text
        ]
        alone_ms += alone.milliseconds
        among_ms += among.milliseconds
        progress(f"{seed + 1 - first_seed} libraries, {len(differing)} answers differ")
    return AnswersCompared(
        *(compared, answered, offered, tuple(differing), median(alone_ms), median(among_ms))
    )


async def _ask_twice(
    product: Product, library: Library, asker: int, seed: int
) -> tuple[_Shown, _Shown]:
    """Ask alone and among others: documents of these come later, or go in between."""
    numbers = await _settle(product, library)
    own = [each for each in library.sources if library.may_read(asker, each)]
    others = [each for each in library.sources if each not in own]
    kept: list[_Held] = []
    try:
        if seed % 2:
            of_others = []
            for source in library.sources:
                held = await _take_in(product, source, numbers, seed)
                (kept if source in own else of_others).append(held)
            among = await _ask(product, asker, seed, "among")
            await _delete(product, of_others)
            alone = await _ask(product, asker, seed, "alone")
        else:
            kept = [await _take_in(product, source, numbers, seed) for source in own]
            alone = await _ask(product, asker, seed, "alone")
            kept += [await _take_in(product, source, numbers, seed) for source in others]
            among = await _ask(product, asker, seed, "among")
    finally:
        await _delete(product, kept)
    return alone, among


async def _settle(product: Product, library: Library) -> dict[str, int]:
    """Let the people in and give them their roles; return the numbers of these."""
    store = product.storage.store
    for person in library.people:
        await store.people.ensure_user(person, None, "en", admitted_by="approval")
    for role in library.roles:
        await store.administration.make_role(role, actor=MACHINE)
    roles = await store.administration.list_roles(MACHINE)
    numbers = {role.name: role.number for role in roles}
    for person, held in library.people.items():
        for role in held:
            await store.administration.give_role(numbers[role], person, actor=MACHINE)
    return numbers


async def _take_in(product: Product, source: Source, numbers: dict[str, int], seed: int) -> _Held:
    run_id = f"library-{seed}-{source.name}"
    content = source.text.encode()
    await product.storage.store.artifacts.put_artifact(run_id, "upload/0", content)
    file = FileRef("artifact", f"{run_id}/upload/0", source.name, len(content))
    wanted = IngestRequest(Message(files=(file,)), owner=source.owner, reader_role=None)
    report = await product.runs.ingest(wanted, run_id=run_id)
    document = report.items[0].document_id
    if document is None:
        raise CannotMeasure(f"{source.name}: not taken in")
    for role in sorted(source.roles):
        number = numbers[EVERYONE if role == EVERYONE else role]
        await product.storage.store.administration.share_document(
            document, number, is_on=True, actor=MACHINE
        )
    return _Held(document, source.owner)


async def _delete(product: Product, documents: Sequence[_Held]) -> None:
    for each in documents:
        await product.storage.store.documents.delete_document(each.document_id, actor=each.owner)


async def _ask(product: Product, asker: int, seed: int, how: str) -> _Shown:
    """Ask everything in one chat; then for the list of documents."""
    shown = _Shown({}, [])
    chat = f"library-{seed}-{how}"
    offering = Offering(
        product.answering.store.search, product.answering.model, product.answering.answer_in_quotes
    )
    for number, question in enumerate(draw_questions(seed)):
        request = AnswerRequest(question, user_id=chat, asker=asker)
        began = perf_counter()
        state = await product.runs.ask(request, run_id=f"{chat}-{number}")
        shown.milliseconds.append((perf_counter() - began) * 1000)
        offered = await offering.find(state, _PATIENT)
        shown.answered += bool(state.citations)
        shown.offered += len(offered)
        shown.texts[f"{number} {question}"] = _as_text(
            [_kept(asdict(state.answer())), [asdict(hit) for hit in state.hits], offered]
        )
    page = await product.storage.store.documents.list_documents(asker=asker, limit=100)
    shown.texts["/docs"] = _as_text(asdict(page))
    return shown


def _as_text(value: object) -> str:
    return json.dumps(value, default=str, ensure_ascii=False, sort_keys=True)


def _kept(value: object) -> object:
    if isinstance(value, dict):
        return {name: _kept(each) for name, each in value.items() if name not in _OF_THE_RUN}
    if isinstance(value, list | tuple):
        return [_kept(each) for each in value]
    return value
