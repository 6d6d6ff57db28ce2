"""Two questions at once learn from one refusal each, and neither is lost."""

from pipelines.llms.chat_request import ChatRequest
from pipelines.llms.completion import Fault
from tests.support.llms.fake_endpoint import QUESTION

NO_SYSTEM = Fault(message="System role not supported")


def test_a_request_that_was_under_way_is_asked_again_too() -> None:
    request = ChatRequest("m", stream=True, temperature=0.2, max_tokens=9)
    first, second = request.body("Be brief.", QUESTION), request.body("Be brief.", QUESTION)
    for fault in (Fault(param="max_tokens"), Fault(param="stream"), NO_SYSTEM):
        assert request.give_way(fault, first)
        assert request.give_way(fault, second)
        assert not request.give_way(fault, request.body("Be brief.", QUESTION))


def test_a_prompt_that_is_quoted_in_a_refusal_changes_nothing() -> None:
    request = ChatRequest("m", stream=True, temperature=0.2, max_tokens=9)
    quoted = Fault(message="Cannot answer: 'What temperature has a stream in May?'")
    assert not request.give_way(quoted, request.body("", QUESTION))


def test_without_a_turn_of_the_user_the_system_text_is_one() -> None:
    request = ChatRequest("m", stream=False, temperature=None, max_tokens=None)
    request.give_way(NO_SYSTEM, request.body("Be brief.", []))
    assert request.body("Be brief.", [])["messages"] == [{"role": "user", "content": "Be brief."}]
