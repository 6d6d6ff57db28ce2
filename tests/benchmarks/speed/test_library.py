"""The library that `speed` makes up: of so many chunks, with words common and rare, for some."""

from collections import Counter

import numpy as np

from benchmarks.speed.library import ASKERS, ROLES, USERS, Writer, plan_documents, roles_of
from benchmarks.speed.sentences import fill, make_frames


def readable(user: int, chunks: int = 20_000) -> float:
    """Say what share of the chunks a user may read."""
    roles = roles_of(user, np.random.default_rng(1))
    documents = plan_documents(chunks, np.random.default_rng(2))
    read = [d for d in documents if d.is_open or d.owner == user or set(roles) & set(d.roles)]
    return sum(sum(document.passages) for document in read) / chunks


def test_a_library_has_as_many_chunks_as_it_is_asked_for() -> None:
    documents = plan_documents(5_000, np.random.default_rng(0))
    assert sum(sum(document.passages) for document in documents) == 5_000
    assert all(1 <= size <= 6 for document in documents for size in document.passages)
    assert {document.language for document in documents} == {"en", "ru"}


def test_the_same_seed_gives_the_same_library() -> None:
    once, again = (plan_documents(2_000, np.random.default_rng(5)) for _ in range(2))
    assert once == again


def test_askers_may_read_little_an_eighth_half_and_everything() -> None:
    shares = {name: readable(user) for name, user in ASKERS.items()}
    assert shares["small"] < 0.06 < shares["medium"] < 0.25 < shares["large"] < 0.7
    assert shares["full"] == 1.0


def test_nobody_else_reads_everything() -> None:
    random = np.random.default_rng(0)
    assert [user for user in range(USERS) if 0 in roles_of(user, random)] == [ASKERS["full"]]
    assert ROLES[0] == 1.0


def test_words_are_common_and_rare() -> None:
    random = np.random.default_rng(0)
    [frame, *_] = make_frames(8, random)
    counts = Counter(fill(frame, random).slots["term"] for _ in range(3_000))
    assert max(counts.values()) > 50
    assert sum(count == 1 for count in counts.values()) > 300


def test_a_question_says_what_its_sentence_is_about() -> None:
    random = np.random.default_rng(0)
    for frame in make_frames(48, random):
        sentence = fill(frame, random)
        assert frame.words["n1"] in sentence.text or frame.words["n1"].capitalize() in sentence.text
        assert frame.words["n1"] in sentence.question(random)


def test_the_chunks_of_a_passage_are_of_one_language_and_topic() -> None:
    random = np.random.default_rng(0)
    frames = make_frames(96, random)
    writer = Writer(frames, random)
    [document, *_] = plan_documents(300, random)
    for size, passage in zip(document.passages, writer.write(document), strict=True):
        assert len(passage) == size
        assert [chunk.lead for chunk in passage] == ["", *[" "] * (size - 1)]
        kinds = {(frames[n].language, frames[n].topic) for chunk in passage for n in chunk.frames}
        assert len(kinds) == 1
        assert {language for language, _ in kinds} == {document.language}
