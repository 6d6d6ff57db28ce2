"""The answer pipeline without a language model, over a small base."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
import pytest_asyncio

from bot.phrasebook import FluentPhrasebook
from pipelines.answer.steps import AnswerSteps
from pipelines.detectors.langdetect import LangdetectDetector
from pipelines.fetchers.web.guard import GuardedTransport
from pipelines.fetchers.youtube import YouTubeFetcher
from pipelines.models.requests import AnswerRequest
from pipelines.services import Models
from pipelines.settings import AnswerSettings
from tests.support.fetchers.fake_youtube import FakeYouTube, Track, Video
from tests.support.fetchers.loopback_site import serve
from tests.support.gateways.history import history_of
from tests.support.pipelines.pipeline_harness import NosyMailbox, ReadingRoom, new_id, open_room
from tests.support.pipelines.written_material import BEES, CAPTIONS, CHEESE, FERRY, LIGHTHOUSE, SAFE

ANNA, BORIS = 601, 602
VIDEO_ID = "dQw4w9WgXcQ"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def room(shared_database_url: str, packed_models: Models) -> AsyncIterator[ReadingRoom]:
    async with serve() as site, GuardedTransport(allow_private=True) as transport:
        FakeYouTube(site).videos[VIDEO_ID] = Video("Tuning an organ", (Track("en", CAPTIONS),))
        async with open_room(
            shared_database_url,
            packed_models.embedder,
            packed_models.reranker,
            fetchers={"video": YouTubeFetcher(transport, base_url=site.url(""))},
            mailbox=(mailbox := NosyMailbox()),
        ) as opened:
            mailbox.store = opened.store
            public = await opened.ingest(
                f"https://youtu.be/{VIDEO_ID}", LIGHTHOUSE, CHEESE, BEES, FERRY, owner=ANNA
            )
            private = await opened.ingest(SAFE, owner=ANNA, reader_role=None)
            assert {item.status for item in (*public.items, *private.items)} == {"stored"}
            yield opened


@pytest.mark.parametrize(
    ("question", "language", "holds", "file_name", "page"),
    [
        ("Who built the lighthouse?", "en", "Hedda Lindqvist", "lighthouse.pdf", 1),
        ("How much does the lens weigh?", "en", "nine hundred kilograms", "lighthouse.pdf", 2),
        ("When did the last keeper leave the island?", "en", "1988", "lighthouse.pdf", 3),
        ("How long do the cheeses lie in brine?", "en", "six hours", "cheese.md", None),
        ("Сколько ульев стоит на пасеке?", "ru", "двадцать семь", "bees.txt", None),
        ("Кто утепляет ульи осенью?", "ru", "Захар Мельник", "bees.txt", None),
        ("Who built the engine of the ferry?", "en", "brothers Nygaard", "ferry.pdf", 1),
        ("What does a ticket for the ferry cost?", "en", "sixty crowns", "ferry.pdf", 2),
        ("Сколько весит линза маяка?", "ru", "nine hundred kilograms", "lighthouse.pdf", 2),
    ],
)
async def test_an_answer_cites_where_it_stands(
    room: ReadingRoom, question: str, language: str, holds: str, file_name: str, page: int | None
) -> None:
    answer = await room.ask(question)
    assert not answer.abstained
    assert answer.language == language
    (line,) = [" ".join(part.split()) for part in answer.text.split("\n\n") if holds in part]
    cited = {f"[{citation.n}]": citation for citation in answer.citations}[line.split()[-1]]
    assert (cited.file_name, cited.page) == (file_name, page)
    assert " ".join(cited.quote.split()) in " ".join(answer.text.split())


async def test_a_video_is_cited_with_its_second(room: ReadingRoom) -> None:
    answer = await room.ask("When does the tuner Mirela Costin work?")
    assert "at night" in answer.text
    for citation in answer.citations:
        assert citation.url == f"https://www.youtube.com/watch?v={VIDEO_ID}"
        assert citation.page is None
        (begins,) = [start for text, start, _ in CAPTIONS if citation.quote.startswith(text)]
        assert citation.start_seconds == begins


async def test_sentences_on_two_pages_are_two_quotes(room: ReadingRoom) -> None:
    answer = await room.ask(
        "Where does the skipper wait in a storm, and what does the deckhand blow before the ferry"
        " leaves?"
    )
    storm, horn = [
        next(citation for citation in answer.citations if words in citation.quote)
        for words in ("in a storm the skipper", "blows the horn")
    ]
    assert (storm.page, horn.page) == (1, 2)


async def test_what_is_found_by_a_sentence_is_read_as_a_paragraph(room: ReadingRoom) -> None:
    answer = await room.ask("Who blows the horn before the ferry leaves?")
    (ferry,) = [p for p in answer.passages if p.file_name == "ferry.pdf"]
    assert ferry.text.startswith("The ferry to Skarvholm")
    assert ferry.text.endswith("in the shape of a fish.")
    assert {anchor.page for anchor in ferry.anchors} == {1, 2}
    places = [(passage.document_id, passage.passage_idx) for passage in answer.passages]
    assert len(set(places)) == len(places), "chunks of one paragraph take one place"


async def test_marks_and_citations_belong_together(room: ReadingRoom) -> None:
    answer = await room.ask("What is the lamp of the lighthouse like, and who was its last keeper?")
    assert [citation.n for citation in answer.citations] == list(
        range(1, len(answer.citations) + 1)
    )
    for citation in answer.citations:
        assert f"[{citation.n}]" in answer.text
        (passage,) = [
            passage
            for passage in answer.passages
            if (passage.document_id, passage.paragraph_idx)
            == (citation.document_id, citation.paragraph_idx)
        ]
        assert citation.quote in passage.text


async def test_passages_come_with_scores_best_first(room: ReadingRoom) -> None:
    answer = await room.ask("Who built the lighthouse?")
    assert 0 < len(answer.passages) <= 10
    fused = [passage.fused_score for passage in answer.passages]
    assert fused == sorted(fused, reverse=True)
    for passage in answer.passages:
        assert passage.rerank_score is not None
        assert passage.lexical_score is not None
        scores = passage.similarity, passage.rerank_score, passage.lexical_score
        assert all(0 <= score <= 1 for score in scores)
        meant = 0.2 * passage.similarity + 0.8 * passage.rerank_score
        assert passage.fused_score == pytest.approx(0.85 * meant + 0.15 * passage.lexical_score)
    assert answer.timings.embed > 0
    assert answer.timings.search > 0
    assert answer.timings.rerank > 0
    assert answer.timings.generate > 0


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("What is the capital of Mongolia?", "The base has no answer to this question."),
        ("Как зовут президента Франции?", "В базе нет ответа"),
    ],
)
async def test_what_is_not_in_the_base_is_not_answered(
    room: ReadingRoom, question: str, sentence: str
) -> None:
    answer = await room.ask(question)
    assert answer.abstained
    assert sentence in answer.text
    assert "\n" in answer.text, "it offers to add a source"
    assert answer.citations == ()
    assert answer.passages == ()


@pytest.mark.parametrize(
    ("question", "told"),
    [("What is the capital of Mongolia?", 0), ("Who built the lighthouse?", 1)],
)
async def test_a_question_that_is_asked_again_says_nothing_without_an_answer(
    room: ReadingRoom, question: str, told: int
) -> None:
    chat, run = new_id("chat"), new_id("question")
    request = AnswerRequest(question, chat, None, run, is_asked_again=True)
    await room.runs.ask(request, run_id=run)
    assert len(room.mailbox.answers[run]) == told
    assert len(await history_of(room.store, chat, 6)) == 2 * told


async def test_what_only_comes_close_is_shown_as_no_more_than_that(
    shared_database_url: str, packed_models: Models, room: ReadingRoom
) -> None:
    question = "Who built the lighthouse?"
    sure = await room.ask(question)
    (reading,) = room.answered[-1].readings
    steps = AnswerSteps(
        room.store,
        packed_models.embedder,
        packed_models.reranker,
        LangdetectDetector(),
        FluentPhrasebook(),
        room.mailbox,
        model=None,
        settings=AnswerSettings(),
    )
    for below, shown in ((0.9, True), (0.5, False)):
        state = replace(room.answered[-1], citations=(), text="")
        strict = replace(steps.settings.retrieval, abstain_below=reading.confidence / below)
        told = await replace(steps, settings=replace(steps.settings, retrieval=strict)).quote(state)
        answer = told.answer()
        assert answer.abstained
        assert told.is_nearest == bool(answer.citations) == shown
        if shown:
            heading, quote = answer.text.split("\n\n")[:2]
            assert heading == "I did not find a direct answer; closest in the base:"
            assert "Hedda Lindqvist" in quote
    assert not sure.abstained


async def test_who_may_not_read_it_is_not_told(room: ReadingRoom) -> None:
    question = "What is the code of the safe of the harbour master?"
    hers = await room.ask(question, asker=ANNA)
    assert "7391" in hers.text
    for asker in (BORIS, None):
        answer = await room.ask(question, asker=asker)
        assert answer.abstained
        assert "7391" not in answer.text
        assert answer.citations == ()


async def test_the_record_of_a_run_holds_no_passage(room: ReadingRoom) -> None:
    await room.ask("What is the code of the safe of the harbour master?", asker=BORIS)
    (last,) = room.answered[-1:]
    records = await room.rows(
        "select output from dbos.operation_outputs where workflow_uuid = %s",
        last.request.run_id,
    )
    assert len(records) > 4
    assert not any("portrait of the founder" in str(record["output"]) for record in records)


async def test_a_pair_is_saved_before_the_reply(room: ReadingRoom) -> None:
    answer = await room.ask("  Who built the lighthouse? ")
    chat = room.answered[-1].request.user_id
    turns = await history_of(room.store, chat, 15)
    assert [(turn.role, turn.message) for turn in turns] == [
        ("user", "Who built the lighthouse?"),
        ("assistant", answer.text),
    ]
    assert isinstance(room.mailbox, NosyMailbox)
    assert room.mailbox.saved[chat] == turns


async def test_an_abstention_is_a_pair_too(room: ReadingRoom) -> None:
    user = new_id("chat")
    answer = await room.ask("What is the capital of Mongolia?", user_id=user)
    turns = await history_of(room.store, user, 15)
    assert [turn.message for turn in turns] == ["What is the capital of Mongolia?", answer.text]


async def test_fifteen_pairs_are_kept(room: ReadingRoom) -> None:
    user, other = new_id("chat"), new_id("chat")
    await room.ask("Who built the lighthouse?", user_id=other)
    questions = [f"Who built lighthouse number {n}?" for n in range(17)]
    for question in questions:
        await room.ask(question, user_id=user)
    turns = await history_of(room.store, user, 100)
    assert [turn.message for turn in turns if turn.role == "user"] == questions[2:]
    assert [turn.role for turn in turns] == ["user", "assistant"] * 15
    counted = await room.rows("select count(*) as n from chat_messages where user_id = %s", user)
    assert counted == [{"n": 30}]
    assert len(await history_of(room.store, other, 100)) == 2


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ("a" * 20_000, "question-too-long"),
        ("Who built it? " + "a" * 3987, "question-too-long"),
        ("", "question-empty"),
        (" \n\t", "question-empty"),
    ],
)
async def test_what_is_no_question_is_refused(room: ReadingRoom, question: str, code: str) -> None:
    run_id = new_id("question")
    request = AnswerRequest(question, run_id, None, run_id)
    state = await room.runs.ask(request, run_id=run_id)
    (failure,) = room.mailbox.failures[run_id]
    assert failure.code == code
    assert failure.error_id is None, "nothing of ours is broken"
    assert state.failure == failure
    assert room.mailbox.answers[run_id] == []
    assert await history_of(room.store, run_id, 15) == ()


@pytest.mark.parametrize("message", ["🙂🙃🎉", "  ?! …", "hello", "Спасибо!"])
async def test_a_word_or_a_sign_in_passing_is_answered_without_a_search(
    room: ReadingRoom, message: str
) -> None:
    run_id = new_id("question")
    state = await room.runs.ask(AnswerRequest(message, run_id, None, run_id), run_id=run_id)
    (answer,) = room.mailbox.answers[run_id]
    assert answer.text
    assert "\n\n" not in answer.text, "one sentence, and no way on"
    assert not answer.abstained
    assert (answer.citations, answer.passages, state.readings) == ((), (), ())
    assert room.mailbox.failures[run_id] == []


async def test_a_question_of_the_longest_length_is_taken(room: ReadingRoom) -> None:
    answer = await room.ask(("Who built the lighthouse? " * 160)[:4000].strip())
    assert answer.text


async def test_the_same_run_again_answers_once(room: ReadingRoom) -> None:
    run_id = new_id("question")
    request = AnswerRequest("Who built the lighthouse?", run_id, None, run_id)
    first = await room.runs.ask(request, run_id=run_id)
    again = await room.runs.ask(request, run_id=run_id)
    assert first == again
    assert len(room.mailbox.answers[run_id]) == 1
    assert len(await history_of(room.store, run_id, 15)) == 2
