"""chaos: a call has the same name in every batch, and is counted as that batch's."""

import json

from benchmarks.chaos.points import NOBODY
from benchmarks.chaos.process.naming import Names

RUN = "ingest-7654321-900002-19-1795331522"


def update(name: str | None) -> str:
    document = {"document": {"file_name": name}} if name else {"text": "http://127.0.0.1/"}
    return json.dumps({"message": {"chat": {"id": 900_002}, **document}})


def test_a_step_is_named_by_its_branch_and_node() -> None:
    names = Names()
    assert names.of_work(f"{RUN}.sources.3/scan") == (900_002, ".sources.3/scan")
    assert names.of_work(RUN) == (900_002, "run")
    assert names.of_work(None) == (NOBODY, "")


def test_an_update_is_named_by_what_it_brings() -> None:
    names = Names()
    names.learn([7, 8, 9], [update("k00002-3.txt"), update(None), None])
    assert names.of_work("update-7654321-7") == (900_002, "update 3.txt")
    assert names.of_update(8) == (900_002, "update links")
    assert names.of_update(9)[0] == NOBODY


def test_statements_of_the_engine_are_named_by_what_they_record() -> None:
    names = Names()
    record = {"workflow_uuid": f"{RUN}.sources.3", "function_id": 4, "function_name": "scan"}
    told = names.of_statement("INSERT INTO dbos.operation_outputs (…) VALUES …", record)
    assert told == (900_002, ".sources.3 INSERT INTO dbos.operation_outputs scan 4", True)
    ended = {"wf_id": RUN, "new_status": "SUCCESS", "output": RUN + "x" * 300}
    told = names.of_statement("WITH updated AS (UPDATE dbos.workflow_status SET …", ended)
    assert told == (900_002, "run UPDATE dbos.workflow_status SUCCESS", True)


def test_a_statement_that_reads_or_locks_writes_nothing() -> None:
    names = Names()
    for statement in (
        "SELECT status FROM dbos.workflow_status",
        "SELECT status FROM dbos.workflow_status FOR UPDATE SKIP LOCKED",
        "SELECT updated_at FROM dbos.workflow_status",
    ):
        assert names.of_statement(statement, {}) == (NOBODY, "read dbos.workflow_status", False)
