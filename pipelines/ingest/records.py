"""What the engine has on record of a batch."""

from pipelines.engine.codec import decode
from pipelines.engine.records import Run
from pipelines.ingest.pipeline import INGEST
from pipelines.ingest.retry import RecordedBatch


def read_batch(run: Run | None) -> RecordedBatch | None:
    """Read the record of a run as a batch's; None if it is none, or its record not whole."""
    if run is None or run.pipeline != INGEST.name or run.request is None:
        return None
    return RecordedBatch(
        request=decode(INGEST.input_type, run.request),
        report=None if run.output is None else decode(INGEST.output_type, run.output),
        is_over=run.is_over,
    )
