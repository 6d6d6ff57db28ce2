"""What a model thought is not shown: of a whole text, and of every beginning of one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.llms.reasoning import answer_so_far, strip_reasoning

ANALYSIS = "<|channel|>analysis<|message|>hm<|end|>"
FINAL = "<|start|>assistant<|channel|>final<|message|>Yes."

WITH_AN_ANSWER: dict[str, str] = {
    "nothing to strip": "Yes.",
    "a block": "<think>hm\nhm</think>\nYes.",
    "another name": "<thinking>hm</thinking>Yes.",
    "a third name": "<reasoning>hm</reasoning>Yes.",
    "in brackets": "[THINK]hm[/THINK]Yes.",
    "between triangles": "◁think▷hm◁/think▷Yes.",
    "a thought in tokens": "<|begin_of_thought|>hm<|end_of_thought|>Yes.",
    "a name with a colon": "<seed:think>hm</seed:think>Yes.",
    "in any case": "<Think>hm</THINK>Yes.",
    "blank before it": "\n <think>\n\n</think>\n\nYes.",
    "no opening tag": "hm, hm\n</think>\n\nYes.",
    "two blocks": "<think>hm</think><think>hm</think>Yes.",
    "a block in a block": "<think>hm <think>hm</think> hm</think>Yes.",
    "an opening tag in a block": "<think>no <think> tags, then</think>Yes.",
    "another closing tag": "<think>hm</thinking>Yes.",
    "a quoted closing tag in a block": "<think>I close with `</think>`</think>Yes.",
    "a block after the answer": "Yes.<think>hm</think>",
    "a block cut off after the answer": "Yes.\n<think>hm",
    "a tag cut off after the answer": "Yes.\n<thin",
    "harmony": f"{ANALYSIS}{FINAL}",
    "harmony to its end": f"{ANALYSIS}{FINAL}<|return|>",
    "harmony in capitals": f"{ANALYSIS}{FINAL}".replace("channel", "CHANNEL"),
    "harmony with a call": f"{ANALYSIS}<|start|>assistant<|channel|>commentary to=functions.f "
    f"<|constrain|>json<|message|>{{}}<|call|>{FINAL}",
    "harmony without a channel": f"{ANALYSIS}<|start|>assistant<|message|>Yes.<|end|>",
    "harmony from the middle of its head": f"analysis<|message|>hm<|end|>{FINAL}",
    "harmony cut off": f"{ANALYSIS}{FINAL}<|ret",
}


@pytest.mark.parametrize("name", WITH_AN_ANSWER)
def test_the_answer_is_what_is_left(name: str) -> None:
    assert strip_reasoning(WITH_AN_ANSWER[name]) == "Yes."


@pytest.mark.parametrize(
    "text",
    [
        *("", " \n", "<think>", "<think>hm", "<think>hm</think>", "<think>hm</thi", "<thi"),
        *("[THINK]hm", "hm</think>", "<think>hm <think>hm</think></think>\n"),
        *(ANALYSIS, ANALYSIS + "<|start|>assist", "<|channel|>analysis<|message|>hm"),
        "<|channel|>commentary<|message|>hm<|end|>",
    ],
)
def test_without_an_answer_nothing_is_left(text: str) -> None:
    assert strip_reasoning(text) == ""


@pytest.mark.parametrize(
    "text",
    [
        *(
            "Write `<think>` before it.",
            "Write `</think>` after it.",
            "`<|channel|>`",
            "I think so.",
        ),
        *("I think so.", "<b>bold</b> [1] a < b", "[thinking] of it", "less <", "see [1", "5 <t"),
    ],
)
def test_what_only_looks_like_it_stays(text: str) -> None:
    assert strip_reasoning(text) == text


def test_an_answer_grows_without_its_reasoning() -> None:
    assert answer_so_far("Yes [1") == "Yes [1"
    assert answer_so_far("Yes [") == "Yes"
    assert answer_so_far("Yes <thin") == "Yes"
    assert answer_so_far("Yes <thing>") == "Yes <thing>"
    assert answer_so_far("<think>no <think> tags</think> and") == ""
    assert answer_so_far("hm, hm", opened=True) == ""
    assert answer_so_far("hm</think> Yes", opened=True) == "Yes"
    assert answer_so_far("<think>hm</think> Yes", opened=True) == "Yes"


# Words of the answer in capitals and marks of citations, words of the reasoning in small letters.
SAID = st.text(alphabet="AB []<>/.\n1`|", max_size=12)
THOUGHT = st.text(alphabet="xyz </>[]|\n", max_size=12)
TAGS = st.sampled_from(
    [("<think>", "</think>"), ("<Reasoning>", "</reasoning>"), ("[THINK]", "[/THINK]")]
)


@st.composite
def block(draw: st.DrawFn) -> str:
    opening, closing = draw(TAGS)
    inner = draw(THOUGHT) + draw(st.sampled_from(["", "<think>y</think>"])) + draw(THOUGHT)
    return f"{opening}{inner}{closing}"


@st.composite
def tagged(draw: st.DrawFn) -> str:
    parts = draw(st.lists(st.one_of(SAID, block()), max_size=5))
    return "".join(parts) + draw(st.sampled_from(["", "<think>xyz", "<thinki"]))


@st.composite
def harmony(draw: st.DrawFn) -> str:
    thoughts = draw(st.lists(THOUGHT, max_size=3))
    head = "<|channel|>analysis<|message|>"
    analyses = "".join(f"{head}{thought}<|end|><|start|>assistant" for thought in thoughts)
    end = draw(st.sampled_from(["", "<|return|>", "<|end|>"]))
    return f"{analyses}<|channel|>final<|message|>{draw(SAID)}{end}"


@given(st.one_of(tagged(), harmony()))
def test_every_beginning_shows_the_beginning_of_the_answer(text: str) -> None:
    answer, shown = strip_reasoning(text), ""
    for end in range(len(text) + 1):
        longer = answer_so_far(text[:end])
        assert longer.startswith(shown)
        shown = longer
        assert answer.startswith(shown)
        assert not set(shown) & set("xyz")
    assert not set(answer) & set("xyz")


@given(st.lists(THOUGHT, min_size=1), SAID)
def test_every_beginning_of_a_text_that_begins_inside_shows_no_reasoning(
    thoughts: list[str], said: str
) -> None:
    text = " ".join(thoughts) + "</think>" + said
    answer = strip_reasoning(text)
    for end in range(len(text) + 1):
        assert answer.startswith(answer_so_far(text[:end], opened=True))


@pytest.mark.parametrize("mark", ["<think>", "</Reasoning>", "[THINK]", "<|channel|>", "<|end|>"])
def test_no_half_of_a_mark_is_shown(mark: str) -> None:
    for end in range(1, len(mark)):
        assert answer_so_far("Yes " + mark[:end]) == "Yes"
