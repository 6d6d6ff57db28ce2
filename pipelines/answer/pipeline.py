"""The answer pipeline: from a question to a reply with citations that can be checked.

`ANSWER` is the whole run. Its nodes are the methods of `AnswerSteps` in `steps.py`; those in which
a language model takes part are of `AgentSteps` in `agent.py`, and of `SummarySteps` in
`summarising.py` where it reads a whole document.
"""

from dataclasses import replace

from pipelines.answer.state import AnswerState, Part
from pipelines.answer.steps import AnswerSteps
from pipelines.answer.writing.agent import MOST_ROUNDS, AgentSteps
from pipelines.answer.writing.summarising import SummarySteps
from pipelines.engine.graph import (
    PASS,
    ForEach,
    Guarded,
    Loop,
    Node,
    Pipeline,
    Retry,
    Switch,
    sequence,
)
from pipelines.models.requests import AnswerRequest

QUICK = Retry(attempts=3, first_delay_s=0.2, backoff=3.0)
_MODEL_S = 7_500.0  # more than twice the longest LLM_TIMEOUT_SECONDS: one answer may be continued


def _wanted(state: AnswerState) -> str:
    is_poor = state.found in ("hardly", "nothing") and bool(state.hits)
    asks_model = state.has_model and is_poor and not state.is_rewritten
    return "other words" if asks_model else "nothing more"


def _asked_of(state: AnswerState) -> str:
    is_of_column = any(reading.is_of_column for reading in state.readings)
    return "a column" if state.has_model and is_of_column else "passages"


def _found(state: AnswerState) -> str:
    """Say whether there is anything to answer from: what is in doubt is read as well."""
    return "passages" if state.found == "hardly" else state.found


RETRIEVE = sequence(
    Node("search", AnswerSteps.search, QUICK),
    Node("rerank", AnswerSteps.rerank, QUICK),
    Node("select", AnswerSteps.select, QUICK),
)

RETRIEVED = Loop(
    "to search",
    again=lambda state: state.to_search,
    body=sequence(
        RETRIEVE,
        Switch(
            "asked of",
            by=_asked_of,
            cases={"a column": Node("compute", AnswerSteps.compute, QUICK), "passages": PASS},
        ),
        Switch(
            "wanted",
            by=_wanted,
            cases={
                "other words": Guarded(
                    Node("reword", AgentSteps.reword, timeout_s=_MODEL_S),
                    on_error=Node("keep_wording", AgentSteps.keep_wording),
                ),
                "nothing more": PASS,
            },
        ),
    ),
    most=2,
)

QUOTE = Node("quote", AnswerSteps.quote, QUICK)

THINK = Guarded(
    sequence(
        Loop(
            "to think",
            again=lambda state: not state.thought,
            body=sequence(
                Node("think", AgentSteps.think, timeout_s=_MODEL_S),
                Switch(
                    "asked for",
                    by=lambda state: "tools" if state.calls else "nothing",
                    cases={
                        "tools": Node("use_tools", AgentSteps.use_tools, QUICK),
                        "nothing": PASS,
                    },
                ),
            ),
            most=MOST_ROUNDS,
        ),
        Switch(
            "thought",
            by=lambda state: state.thought or "nothing",
            cases={"an_answer": PASS, "nothing": QUOTE},
        ),
    ),
    on_error=Node("fall_back", AnswerSteps.fall_back, QUICK),
)

ANSWERED = sequence(
    RETRIEVED,
    Switch(
        "found",
        by=_found,
        cases={
            "passages": Switch(
                "model",
                by=lambda state: "configured" if state.has_model else "none",
                cases={"configured": THINK, "none": QUOTE},
            ),
            "computed": PASS,
            "nothing": PASS,
        },
    ),
    Switch(
        "answered",
        by=lambda state: "no" if state.abstained else "yes",
        cases={"yes": PASS, "no": Node("abstain", AnswerSteps.abstain)},
    ),
)


def _gather(state: AnswerState, parts: tuple[Part, ...]) -> AnswerState:
    return replace(state, parts=parts, tokens=sum((p.tokens for p in parts), state.tokens))


SUMMARISED = Guarded(
    sequence(
        Node("divide", SummarySteps.divide, QUICK),
        ForEach(
            "parts",
            item=Part,
            items=lambda state: state.parts,
            body=Node("read_part", SummarySteps.read_part, timeout_s=_MODEL_S),
            gather=_gather,
            on_error=Node("skip_part", SummarySteps.skip_part),
            concurrency=4,
        ),
        Node("combine", SummarySteps.combine, timeout_s=_MODEL_S),
    ),
    on_error=Node("keep_excerpt", SummarySteps.keep_excerpt),
)


def _told(state: AnswerState) -> str:
    if state.is_of_whole:
        return "of a document"
    return "yes" if state.text else "no"


ANSWER = Pipeline(
    name="answer",
    description="From a question to a reply with citations that can be checked.",
    input_type=AnswerRequest,
    output_type=AnswerState,
    flow=Guarded(
        sequence(
            Node("parse_question", AnswerSteps.parse_question, QUICK),
            Switch(
                "asked",
                by=lambda state: state.asked,
                cases={
                    "nothing": Node("talk", AnswerSteps.talk, QUICK),
                    "the_base": Node("look_up", AnswerSteps.look_up, QUICK),
                    "a_question": PASS,
                },
            ),
            Switch(
                "told",
                by=_told,
                cases={"yes": PASS, "of a document": SUMMARISED, "no": ANSWERED},
            ),
            Node("save", AnswerSteps.save, Retry(attempts=5)),
            Node("reply", AnswerSteps.reply, Retry(attempts=5), timeout_s=600),
            Guarded(
                Node("note", AnswerSteps.note, QUICK),
                on_error=Node("leave_unnoted", AnswerSteps.leave_unnoted),
            ),
        ),
        on_error=Node(
            "report_failure", AnswerSteps.report_failure, Retry(attempts=5), timeout_s=600
        ),
    ),
)
