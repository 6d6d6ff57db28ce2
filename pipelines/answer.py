"""The answer pipeline: from a question to a reply with citations that can be checked.

`ANSWER` is the whole run; its nodes are the methods of `Answering` in `answer_steps.py`.
"""

from pipelines.answer_steps import Answering
from pipelines.graph import PASS, Guarded, Node, Pipeline, Retry, Switch, sequence
from pipelines.inquiry import Inquiry
from pipelines.requests import AnswerRequest

QUICK = Retry(attempts=3, first_delay_s=0.2, backoff=3.0)

RETRIEVE = sequence(
    Node("embed", Answering.embed, QUICK),
    Node("search", Answering.search, QUICK),
    Node("rerank", Answering.rerank, QUICK),
    Node("select", Answering.select, QUICK),
)

READ = Switch(
    "model",
    by=lambda inquiry: "configured" if inquiry.has_model else "none",
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
    gives=Inquiry,
    flow=Guarded(
        sequence(
            Node("understand", Answering.understand),
            RETRIEVE,
            Switch(
                "found",
                by=lambda inquiry: "nothing" if inquiry.abstained else "passages",
                cases={"passages": READ, "nothing": PASS},
            ),
            Switch(
                "answered",
                by=lambda inquiry: "no" if inquiry.abstained else "yes",
                cases={"yes": PASS, "no": Node("abstain", Answering.abstain)},
            ),
            Node("save", Answering.save, Retry(attempts=5)),
            Node("reply", Answering.reply, Retry(attempts=5), timeout_s=600),
        ),
        on_error=Node("apologise", Answering.apologise, Retry(attempts=5), timeout_s=600),
    ),
)
