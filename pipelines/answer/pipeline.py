"""The answer pipeline: from a question to a reply with citations that can be checked.

`ANSWER` is the whole run; its nodes are the methods of `AnswerSteps` in `steps.py`.
"""

from pipelines.answer.state import AnswerState
from pipelines.answer.steps import AnswerSteps
from pipelines.engine.graph import PASS, Guarded, Node, Pipeline, Retry, Switch, sequence
from pipelines.models.requests import AnswerRequest

QUICK = Retry(attempts=3, first_delay_s=0.2, backoff=3.0)

RETRIEVE = sequence(
    Node("search", AnswerSteps.search, QUICK),
    Node("rerank", AnswerSteps.rerank, QUICK),
    Node("select", AnswerSteps.select, QUICK),
)

READ = Switch(
    "model",
    by=lambda state: "configured" if state.has_model else "none",
    cases={
        "configured": Guarded(
            Node("generate", AnswerSteps.generate, timeout_s=300),
            on_error=Node("fall_back", AnswerSteps.fall_back, QUICK),
        ),
        "none": Node("quote", AnswerSteps.quote, QUICK),
    },
)

ANSWERED = sequence(
    RETRIEVE,
    Switch(
        "found",
        by=lambda state: "nothing" if state.abstained else "passages",
        cases={"passages": READ, "nothing": PASS},
    ),
    Switch(
        "answered",
        by=lambda state: "no" if state.abstained else "yes",
        cases={"yes": PASS, "no": Node("abstain", AnswerSteps.abstain)},
    ),
)

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
                by=lambda state: "yes" if state.text else "no",
                cases={"yes": PASS, "no": ANSWERED},
            ),
            Node("save", AnswerSteps.save, Retry(attempts=5)),
            Node("reply", AnswerSteps.reply, Retry(attempts=5), timeout_s=600),
        ),
        on_error=Node(
            "report_failure", AnswerSteps.report_failure, Retry(attempts=5), timeout_s=600
        ),
    ),
)
