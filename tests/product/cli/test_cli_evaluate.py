"""`paragraf evaluate`: what somebody liked is asked again, and told when it got worse."""

from pathlib import Path

import numpy as np
import pytest

from bot.settings import Settings
from pipelines.models.interactions import Interaction
from pipelines.models.learning.evaluations import AnswerLog, Evaluation, Judgement
from pipelines.models.learning.rules import Proposal
from pipelines.models.people import MACHINE
from pipelines.services import open_storage
from pipelines.store.store import Store
from tests.support.bot.command_line import CommandLine
from tests.support.bot.stack_harness import settings_for

OLGA = 7_800_001
KEY = "00000000-0000-0000-0000-0000000000e1"
QUESTION = "When does the swimming pool open?"


@pytest.mark.nightly
async def test_what_was_liked_is_asked_again_and_compared(tmp_path: Path, models_dir: Path) -> None:
    settings = settings_for(tmp_path / "data", models_dir)
    paragraf = CommandLine(
        tmp_path, {"DATA_DIR": str(tmp_path / "data"), "MODELS_DIR": str(models_dir)}
    )
    (tmp_path / "rules.md").write_text("# House rules\n\nThe swimming pool opens at seven.\n")
    added = await paragraf.run("ingest", "rules.md", "--json")
    assert added.status == 0, added.err
    tested = await paragraf.run("evaluate", "--json")
    assert (tested.json["questions"], tested.json["right"], tested.json["before"]) == (1, 1, None)
    assert tested.json["judge"]["answers"] == 0
    await like_an_answer(settings)

    good = await paragraf.run("evaluate", "--json")
    assert good.status == 0, good.err
    assert (good.json["questions"], good.json["right"]) == (2, 2)
    assert good.json["groundedness"] > 0.9
    assert good.json["judge"] == {
        "answers": 1,
        "relevance": None,
        "groundedness": None,
        "answer_relevance": None,
        "grounded_alike": 1.0,
    }
    await retire_its_document(settings)
    bad = await paragraf.run("evaluate", "--json")
    assert (bad.status, bad.json["right"]) == (3, 0)
    assert KEY in bad.json["worse"]
    assert len(bad.json["worse"]) == bad.json["before"]["right"] == 2
    runs = await paragraf.run("runs", "--json")
    assert {run["pipeline"] for run in runs.json} == {"evaluate", "ingest"}


async def like_an_answer(settings: Settings) -> None:
    async with open_storage(settings.pipelines().database) as storage:
        store = storage.store
        await store.people.ensure_user(OLGA, "Olga", "en", admitted_by="approval")
        passage = await first_passage(store)
        await store.interactions.log_interaction(
            Interaction(
                *(KEY, QUESTION, "At seven.", str(OLGA), OLGA),
                language="en",
                reading=QUESTION,
                is_single=True,
                passages=(passage,),
            ),
            AnswerLog(evaluation=Evaluation(0.9, 0.95, 0.9)),
        )
        await store.evaluations.record_judgement(KEY, Judgement("m", 1.0, 1.0, 0.667))
        await store.interactions.rate_interaction(
            KEY, asker=OLGA, chat=str(OLGA), rating="positive"
        )


async def retire_its_document(settings: Settings) -> None:
    async with open_storage(settings.pipelines().database) as storage:
        store = storage.store
        proposal = Proposal("retire", QUESTION, "en", "wrong", shown=await first_passage(store))
        proposed = await store.rules.propose_rule(
            KEY, proposal, np.ones(768, np.float32) / 768**0.5, asker=OLGA, chat=str(OLGA)
        )
        assert proposed.rule_id is not None
        assert await store.rules.decide_rule(proposed.rule_id, "accept", actor=MACHINE) == "active"


async def first_passage(store: Store) -> int:
    [document] = (await store.documents.list_documents(asker=OLGA)).documents
    passages = await store.search.document_passages(document.document_id, asker=OLGA)
    return passages[0].id
