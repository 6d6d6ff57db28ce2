"""The workflow engine: a pipeline is declared, run durably, recorded, resumed and drawn.

It knows no pipeline by name and stands alone: of ours it imports `errors`, `concurrency` and
`fair_queue`, and it alone knows DBOS. Read `graph` (what a pipeline is), `execution` (how one is
walked), `runner` (how runs start), `records` (what is known of them), `recovery` (how they go on)
and `mermaid` (how they look). Beside these: `lease` and `work_context` (who may still do what it
has begun), `erasing` (what a deleted document leaves of them), `codec` and
`dbos_internals`. By example, from the first to the last:
`tests/integration/pipelines/engine/test_toy_pipeline.py`.
"""
