"""The answer pipeline: from a question to a reply with citations that can be checked.

`ANSWER` is the whole run; its nodes are the methods of `Answering` in `answer_steps.py`.
"""

from pipelines.answer.state import AnswerState
from pipelines.answer.steps import Answering
from pipelines.engine.graph import PASS, Guarded, Node, Pipeline, Retry, Switch, sequence
from pipelines.models.requests import AnswerRequest

QUICK = Retry(attempts=3, first_delay_s=0.2, backoff=3.0)

RETRIEVE = sequence(
    Node("embed", Answering.embed, QUICK),
    Node("search", Answering.search, QUICK),
    Node("rerank", Answering.rerank, QUICK),
    Node("select", Answering.select, QUICK),
)

READ = Switch(
    "model",
    by=lambda state: "configured" if state.has_model else "none",
    cases={
        "configured": Guarded(
            Node("generate", Answering.generate, timeout_s=300),
            on_error=Node("fall_back", Answering.fall_back, QUICK),
        ),
        "none": Node("quote", Answering.quote, QUICK),
    },
)

ANSWER = Pipeline(
    name="answer",
    about="From a question to a reply with citations that can be checked.",
    takes=AnswerRequest,
    gives=AnswerState,
    flow=Guarded(
        sequence(
            Node("parse_question", Answering.parse_question),
            RETRIEVE,
            Switch(
                "found",
                by=lambda state: "nothing" if state.abstained else "passages",
                cases={"passages": READ, "nothing": PASS},
            ),
            Switch(
                "answered",
                by=lambda state: "no" if state.abstained else "yes",
                cases={"yes": PASS, "no": Node("abstain", Answering.abstain)},
            ),
            Node("save", Answering.save, Retry(attempts=5)),
            Node("reply", Answering.reply, Retry(attempts=5), timeout_s=600),
        ),
        on_error=Node("report_failure", Answering.report_failure, Retry(attempts=5), timeout_s=600),
    ),
)
