"""The answer pipeline with a language model, which here is an endpoint of ours on loopback."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import pytest
import pytest_asyncio

from pipelines.answer.following.evaluating import evaluate
from pipelines.answer.writing.checking import Checking
from pipelines.llms.openai_compatible import OpenAICompatible
from pipelines.models.answers import Answer
from pipelines.models.chat import Usage
from pipelines.nodes.prompting.prompt import NO_ANSWER
from pipelines.services import Models
from pipelines.settings import AnswerSettings
from tests.support.gateways.history import history_of
from tests.support.llms.fake_endpoint import (
    FakeEndpoint,
    Reply,
    calls_tool,
    cut_off,
    running_endpoint,
    says,
    status,
    stream_of,
    with_usage,
)
from tests.support.pipelines.pipeline_harness import ReadingRoom, new_id, open_room
from tests.support.pipelines.written_material import BEES, FERRY, LIGHTHOUSE, prose

GLASS = "The lens weighs nine hundred kilograms [1]."
INVENTED = "It was made in Lisbon by Goa [1]."
LENS = "How much does the lens of the lighthouse weigh?"
DAILY = 5000  # tokens; questions here are nobody's, whom no limit holds
TOO_LONG = status(400, {"error": {"code": "context_length_exceeded", "message": "too long"}})


@dataclass
class Talk:
    """A room whose answers are written by a model, and the model's endpoint."""

    room: ReadingRoom
    endpoint: FakeEndpoint

    async def ask(self, question: str, *replies: Reply, user_id: str = "", **more: bool) -> Answer:
        """Ask; the endpoint gives these replies."""
        self.endpoint.requests.clear()
        self.endpoint.enqueue(*replies)
        answer = await self.room.ask(question, user_id=user_id, **more)
        assert not self.endpoint.replies, "every reply was asked for"
        return answer

    def prompt(self, request: int = -1) -> str:
        """Return the last turn of what the model was shown."""
        return str(self.endpoint.requests[request]["messages"][-1]["content"])


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def talk(shared_database_url: str, packed_models: Models) -> AsyncIterator[Talk]:
    async with running_endpoint() as endpoint:
        model = OpenAICompatible(
            endpoint.base_url, FakeEndpoint.KEY, "test-model", attempts=2, first_wait=0.001
        )
        async with open_room(
            shared_database_url,
            packed_models.embedder,
            packed_models.reranker,
            language_model=model,
            answer=AnswerSettings(daily_tokens=DAILY),
        ) as room:
            long = ("gulls.txt", prose("black-headed gull", 48).encode())
            report = await room.ingest(LIGHTHOUSE, BEES, FERRY, long)
            assert {item.status for item in report.items} == {"stored"}
            yield Talk(room, endpoint)


async def test_the_model_answers_from_the_passages(talk: Talk) -> None:
    answer = await talk.ask(LENS, says("It weighs nine hundred kilograms [1]."))
    assert answer.text == "It weighs nine hundred kilograms [1]."
    assert not answer.abstained
    (citation,) = answer.citations
    assert (citation.n, citation.file_name, citation.page) == (1, "lighthouse.pdf", 2)
    assert "nine hundred kilograms" in citation.quote
    assert answer.timings.generate > 0


async def test_while_it_writes_each_sentence_is_looked_at_once(talk: Talk) -> None:
    first = "It weighs nine hundred kilograms"
    second = "The lamp burned whale oil until 1903"
    text = f"{first} [1]. {second} [1]."
    await talk.ask(LENS, says(text))
    scoring, state = talk.room.answering.scoring, talk.room.answered[-1]
    passages = await scoring.read(state)
    checking = await Checking.against(passages, scoring, asker=None, language="en")
    asked = talk.room.embedder.asked
    asked.clear()
    kept = [await checking.kept(text[:length], is_whole=False) for length in range(len(text))]
    assert [*dict.fromkeys(kept)] == ["", f"{first} [1]."]
    assert await checking.kept(text) == text
    assert asked == [[f"{first}."], [f"{second}."]], "no letter more is looked at"
    await evaluate(replace(state, model="m"), scoring)
    assert asked[2:] == [[f"{first}.", f"{second}."]], "it is measured by what is known of them"


async def test_its_log_names_the_model_and_the_tokens_of_all_its_turns(talk: Talk) -> None:
    rita = 803
    await talk.room.store.people.ensure_user(rita, None, None)
    looking = calls_tool("search_documents", {"query": "lens"})
    talk.endpoint.enqueue(looking, with_usage(700, 12, "It weighs nine hundred kilograms [1]."))
    await talk.room.ask(LENS, asker=rita)
    newest = "select details from query_logs order by created_at desc limit 1"
    [log] = await talk.room.rows(newest)
    counted = (await talk.room.store.usage.get_model_usage(rita)).today
    assert (counted.calls, counted.prompt > 700, counted.completion > 12) == (2, True, True)
    assert log["details"]["model"] == "test-model"
    assert log["details"]["tokens"] == {
        "prompt": counted.prompt,
        "completion": counted.completion,
    }


async def test_the_model_is_told_what_it_may_use(talk: Talk) -> None:
    await talk.ask(LENS, says("Nine hundred kilograms [1]."))
    (request,) = talk.endpoint.requests
    assert request["model"] == "test-model"
    assert request["messages"][0]["role"] == "system"
    assert "Answer in English" in request["messages"][0]["content"]
    assert "ground in Paris" in talk.prompt()
    assert LENS in talk.prompt()
    assert talk.endpoint.keys[-1] == f"Bearer {FakeEndpoint.KEY}"


async def test_whoever_wants_short_answers_has_the_model_told_so(talk: Talk) -> None:
    for is_brief in (False, True):
        await talk.ask(LENS, says("Nine hundred kilograms [1]."), is_brief=is_brief)
        rules = talk.endpoint.requests[0]["messages"][0]["content"]
        assert ("one to five sentences" in rules, "two at most" in rules) == (
            not is_brief,
            is_brief,
        )


async def test_a_russian_question_wants_a_russian_answer(talk: Talk) -> None:
    answer = await talk.ask("Сколько ульев на пасеке?", says("Двадцать семь ульев [1]."))
    assert "Answer in Russian" in talk.endpoint.requests[0]["messages"][0]["content"]
    assert answer.language == "ru"
    assert answer.citations[0].file_name == "bees.txt"


async def test_marks_that_point_nowhere_are_removed(talk: Talk) -> None:
    answer = await talk.ask(LENS, says("Nine hundred kilograms [1][99]. It is old [0] [57]."))
    assert "99" not in answer.text
    assert "57" not in answer.text
    assert "[0]" not in answer.text
    assert "[1]" in answer.text
    assert [citation.n for citation in answer.citations] == [1]


async def test_each_claim_is_cited_with_the_page_it_stands_on(talk: Talk) -> None:
    written = "The brothers Nygaard built the engine [1]. A ticket costs sixty crowns [1]."
    answer = await talk.ask("Who built the engine of the ferry to Skarvholm?", says(written))
    assert [(citation.n, citation.page) for citation in answer.citations] == [(1, 1), (2, 2)]
    assert {citation.file_name for citation in answer.citations} == {"ferry.pdf"}
    assert answer.text == written[:-3] + "2]."


async def test_a_right_answer_without_a_mark_gets_that_of_the_passage_that_holds_it(
    talk: Talk,
) -> None:
    answer = await talk.ask(LENS, says("The lens weighs nine hundred kilograms."))
    assert answer.text == "The lens weighs nine hundred kilograms [1]."
    assert (answer.citations[0].file_name, answer.citations[0].page) == ("lighthouse.pdf", 2)


@pytest.mark.parametrize(
    "written",
    [
        'See:\n<passage number="1" title="x">\nIt weighs nine hundred kilograms [1].\n</…',
        "The lens of the lighthouse is heavy [1].",  # true, and no answer to how much
    ],
)
async def test_a_weak_model_is_no_worse_than_none(talk: Talk, written: str) -> None:
    answer = await talk.ask(LENS, says(written))
    assert "nine hundred kilograms" in answer.text
    assert "<" not in answer.text


async def test_what_no_passage_holds_is_left_out(talk: Talk) -> None:
    written = (
        "The lens weighs nine hundred kilograms [1]. Napoleon Bonaparte was appointed in 1950 [1]. "
        "It was ground in Paris [1]."
    )
    answer = await talk.ask(LENS, says(written))
    assert answer.text == "The lens weighs nine hundred kilograms [1]. It was ground in Paris [1]."


@pytest.mark.parametrize(
    "written",
    [
        "Lenses of that kind weigh about two tonnes.",
        "It weighs seven hundred kilograms [1].",
        "It weighs seven hundred kilograms [1]. It was ground in London [1]. It is of glass [1].",
        NO_ANSWER,
    ],
)
async def test_only_the_base_says_that_it_has_no_answer(talk: Talk, written: str) -> None:
    answer = await talk.ask(LENS, says(written))
    assert not answer.abstained
    assert "nine hundred kilograms" in answer.text
    assert answer.citations[0].n == 1
    assert not any(wrong in answer.text for wrong in ("tonnes", "seven", "London", NO_ANSWER))


async def test_what_the_bot_says_of_itself_is_no_turn_of_the_prompt(talk: Talk) -> None:
    user = new_id("chat")
    await talk.ask("What is the capital of Mongolia?", user_id=user)
    await talk.ask(LENS, status(401), user_id=user)
    await talk.ask("Who built the lighthouse?", says("Hedda Lindqvist [1]."), user_id=user)
    _, *messages = talk.endpoint.requests[-1]["messages"]
    assert [message["role"] for message in messages] == ["user", "assistant", "user"]
    assert "nine hundred kilograms" in messages[1]["content"]
    assert "language model" not in messages[1]["content"]
    assert "Mongolia" not in str(messages)


async def test_what_the_base_does_not_say_no_model_says(talk: Talk) -> None:
    """It is asked for other words to search in, then shown what was found, unsurely as it is."""
    told = says("Ulaanbaatar is the capital of Mongolia [1].")
    answer = await talk.ask("What is the capital of Mongolia?", says("Ulaanbaatar"), told, told)
    assert answer.abstained
    assert "<passage" not in str(talk.endpoint.requests[0])
    assert "<passage" in str(talk.endpoint.requests[1])
    assert "Ulaanbaatar" not in answer.text


async def test_a_model_answers_from_what_was_found_unsurely(talk: Talk) -> None:
    asked = "Give me a bullet on what is heavy up in that tower"
    fact = says(GLASS)
    answer = await talk.ask(asked, says("heavy lens weight"), fact)
    assert GLASS in answer.text


async def test_what_whoever_asks_tells_is_put_to_the_model_and_demanded_of_no_passage(
    talk: Talk,
) -> None:
    asked = "I turned 70 on 3 November. How much does the lens of the lighthouse weigh?"
    answer = await talk.ask(asked, says(GLASS))
    assert answer.text == GLASS
    assert asked in talk.prompt()


async def test_what_leans_on_the_answer_before_is_put_as_it_was_written_and_as_it_was_meant(
    talk: Talk,
) -> None:
    user = new_id("chat")
    await talk.ask("Who built the lighthouse?", says("Hedda Lindqvist built it [1]."), user_id=user)
    await talk.ask("and when was it built?", says("It was built in 1871 [1]."), user_id=user)
    said = talk.prompt()
    assert "and when was it built?" in said
    assert "(asked after: Who built the lighthouse?)" in said


async def test_what_is_not_borne_out_is_written_anew_once(talk: Talk) -> None:
    answer = await talk.ask(LENS, says(f"{GLASS} {INVENTED}"), says(GLASS))
    assert answer.text == GLASS
    assert not answer.is_partial
    assert len(talk.endpoint.requests) == 2
    said = talk.prompt()
    assert "It was made in Lisbon by Goa" in said
    assert "nine hundred" not in said


async def test_what_stays_in_doubt_is_left_out_and_that_is_said(talk: Talk) -> None:
    both = says(f"{GLASS} {INVENTED}")
    answer = await talk.ask(LENS, both, both)
    assert answer.text == GLASS
    assert answer.is_partial


async def test_what_is_quoted_in_the_place_of_an_answer_says_so(talk: Talk) -> None:
    answer = await talk.ask(LENS, says(INVENTED), says(INVENTED))
    assert "nine hundred" in " ".join(answer.text.split())
    assert answer.is_replaced
    assert not answer.is_partial
    declined = await talk.ask(LENS, says("NO_ANSWER"))
    assert not declined.is_replaced


@pytest.mark.parametrize(
    ("asked", "letter"),
    [
        (
            "Write an email to guests about the lens of the lighthouse",
            "Dear guests,\n\nThe lens weighs nine hundred kilograms [1].\n\nKind regards,",
        ),
        (
            "Напиши объявление гостям про ульи на пасеке",
            "Уважаемые гости!\n\nНа пасеке двадцать семь ульев [1].\n\nС уважением,",
        ),
    ],
)
async def test_a_letter_is_written_of_what_the_base_has(
    talk: Talk, asked: str, letter: str
) -> None:
    answer = await talk.ask(asked, says(letter))
    assert answer.text == letter
    assert not answer.is_partial


async def test_a_role_answers_who(talk: Talk) -> None:
    told = "The light is watched by technicians from the mainland [1]."
    answer = await talk.ask("Who watches the light since 1988?", says(told))
    assert answer.text == told


async def test_why_names_the_model_and_counts_what_is_left_out(talk: Talk) -> None:
    await talk.room.store.people.ensure_user(jane := 803, None, None)
    talk.endpoint.enqueue(*[says(f"{GLASS} {INVENTED}")] * 2)
    answer = await talk.room.ask(LENS, asker=jane, user_id=str(jane))
    rules = talk.room.store.rules
    why = await rules.explain_answer(answer.interaction_id, asker=jane, chat=str(jane))
    assert (why.model, why.unsupported) == ("test-model", 1)


async def test_where_the_model_is_gone_before_it_writes_anew_the_first_version_counts(
    talk: Talk,
) -> None:
    gone = status(401, {"error": {"code": "bad_key"}})
    answer = await talk.ask(LENS, says(f"{GLASS} {INVENTED}"), gone)
    assert answer.text == GLASS
    assert answer.is_partial


@pytest.mark.parametrize(
    "fault",
    [
        status(502, "<html>Bad gateway</html>"),
        cut_off(*stream_of("Nine hundred kil", None)),
        status(200, {"error": {"message": "overloaded"}}),
        says(""),
    ],
)
async def test_a_model_that_fails_once_is_asked_again(talk: Talk, fault: Reply) -> None:
    answer = await talk.ask(LENS, fault, says("Nine hundred kilograms [1]."))
    assert answer.text == "Nine hundred kilograms [1]."


@pytest.mark.parametrize(
    ("question", "notice", "fact"),
    [
        (LENS, "The language model is not answering", "nine hundred kilograms"),
        ("Сколько ульев на пасеке?", "Языковая модель", "двадцать семь"),
    ],
)
@pytest.mark.parametrize("fault", [status(503), status(401, {"error": {"code": "bad_key"}})])
async def test_without_the_model_it_quotes_and_says_so(
    talk: Talk, question: str, notice: str, fact: str, fault: Reply
) -> None:
    talk.endpoint.replies.clear()
    talk.endpoint.enqueue(fault, fault)
    answer = await talk.room.ask(question)
    talk.endpoint.replies.clear()
    assert not answer.abstained
    assert answer.text.startswith(notice)
    assert fact in " ".join(answer.text.split())
    assert answer.citations[0].n == 1


@pytest.mark.parametrize(
    ("asked", "notice"),
    [
        ("Summarise the lighthouse", "The language model is not answering"),
        ("Перескажи документ bees", "Языковая модель"),
    ],
)
async def test_a_document_that_no_model_tells_of_is_excerpted_and_that_is_said(
    talk: Talk, asked: str, notice: str
) -> None:
    talk.endpoint.replies.clear()
    talk.endpoint.enqueue(*[status(503)] * 2)
    answer = await talk.room.ask(asked)
    talk.endpoint.replies.clear()
    assert answer.text.startswith(notice)
    assert answer.citations


async def test_where_nothing_is_found_without_the_model_it_says_that_it_was_gone(
    talk: Talk,
) -> None:
    answer = await talk.ask("What is the capital of Mongolia?", *[status(503)] * 4)
    assert answer.abstained
    assert answer.text.startswith("The language model is not answering, so I searched without it.")


async def test_hostile_65_a_key_that_is_not_accepted_is_for_the_owners_to_mend(
    talk: Talk, caplog: pytest.LogCaptureFixture
) -> None:
    await talk.ask(LENS, status(401, {"error": {"code": "bad_key"}}))
    assert talk.room.answered[-1].trouble == "model-refused"
    assert "LLM_API_KEY is not accepted" in caplog.text
    assert FakeEndpoint.KEY not in caplog.text
    await talk.ask(LENS, status(503), status(503))
    assert talk.room.answered[-1].trouble == ""


async def test_a_prompt_that_is_too_long_is_shrunk_once(talk: Talk) -> None:
    question = "How many marks of blue paint did the black-headed gull with number 5 carry?"
    answer = await talk.ask(question, TOO_LONG, says("Sixteen marks [1]."))
    assert answer.text == "Sixteen marks [1]."
    first, second = talk.prompt(0), talk.prompt(1)
    assert 0 < second.count("<passage") < first.count("<passage")
    assert question in second


async def test_a_prompt_that_stays_too_long_is_quoted_instead(talk: Talk) -> None:
    answer = await talk.ask(LENS, TOO_LONG, TOO_LONG)
    assert "nine hundred kilograms" in " ".join(answer.text.split())
    assert answer.text.startswith("The language model is not answering")


async def test_earlier_pairs_are_shown_without_their_marks(talk: Talk) -> None:
    user = new_id("chat")
    await talk.ask(LENS, says("Nine hundred kilograms [1]."), user_id=user)
    await talk.ask("Who built the lighthouse?", says("Hedda Lindqvist [1]."), user_id=user)
    messages = talk.endpoint.requests[0]["messages"]
    assert [message["role"] for message in messages] == ["system", "user", "assistant", "user"]
    assert messages[1]["content"] == LENS
    assert messages[2]["content"].rstrip() == "Nine hundred kilograms."
    others = await talk.ask(LENS, says("Nine hundred kilograms [1]."))
    assert others.text
    assert len(talk.endpoint.requests[0]["messages"]) == 2, "histories are not mixed up"


async def test_the_answer_and_not_the_fault_is_saved(talk: Talk) -> None:
    user = new_id("chat")
    answer = await talk.ask(LENS, says("Nine hundred kilograms [1][44]."), user_id=user)
    turns = await history_of(talk.room.store, user, 15)
    assert [turn.message for turn in turns] == [LENS, answer.text]


async def test_over_the_budget_it_is_quoted_and_says_so(talk: Talk) -> None:
    bob, jane, usage = 801, 802, talk.room.store.usage
    for person in bob, jane:
        await talk.room.store.people.ensure_user(person, None, None)
    await usage.add_model_usage(bob, "test-model", Usage(DAILY, 0))
    talk.endpoint.requests.clear()
    answer = await talk.room.ask(LENS, asker=bob)
    assert answer.text.startswith("Today's limit for the language model is used up")
    assert "nine hundred kilograms" in answer.text
    assert answer.citations
    assert talk.endpoint.requests == []
    answer = await talk.room.ask(LENS, asker=jane, payer=bob)
    assert answer.text.startswith("Today's limit"), "whoever asks for another, or in a group, pays"
    answer = await talk.room.ask("What is the capital of Mongolia?", asker=bob)
    assert answer.abstained
    assert answer.text.startswith("Today's limit for the language model is used up, so I searched")
    answer = await talk.room.ask("Summarise the lighthouse", asker=bob)
    assert answer.text.startswith("Today's limit for the language model is used up, so here")
    talk.endpoint.enqueue(says("Nine hundred kilograms [1]."))
    await talk.room.ask(LENS, asker=jane)
    assert len(talk.endpoint.requests) == 1
    taken = (await usage.get_model_usage(jane)).today
    assert (taken.calls, taken.prompt > 500, taken.completion > 5) == (1, True, True)


async def test_all_that_is_on_is_told_without_the_model(talk: Talk) -> None:
    """It is shown the passages nearest to the question, and not all that have a date."""
    today = datetime.now(UTC).date()
    day = today + timedelta(days=9 - today.weekday())
    fair = f"The harvest fair is on {day.day} {day:%B} {day.year}, in the boat house.\n"
    await talk.room.ingest(("fair.txt", fair.encode()))
    answer = await talk.ask("What's on next week?")
    assert answer.text.startswith("The harvest fair")
    assert not talk.endpoint.requests
