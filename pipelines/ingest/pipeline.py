"""The ingest pipeline: from what a user sent to documents that can be searched.

`INGEST` is the whole run; its nodes are methods of the steps in `reading.py`, `steps.py` and
the package `review`. A batch appears at once (`publish`) or not at all; the failure of an item is
recorded, the others go on.
To add a source: an extractor file, one line in `READERS`, a test.
"""

from dataclasses import replace

from pipelines.engine.codec import decode
from pipelines.engine.graph import (
    PASS,
    Flow,
    ForEach,
    Guarded,
    Node,
    Pipeline,
    Retry,
    Switch,
    sequence,
)
from pipelines.engine.records import Run
from pipelines.ingest.archives import readable_members, with_members
from pipelines.ingest.batch import Batch, Item
from pipelines.ingest.reading import ReadSteps
from pipelines.ingest.retry import RecordedBatch
from pipelines.ingest.review.conflicts import ConflictSteps
from pipelines.ingest.review.self_test import SelfTestSteps
from pipelines.ingest.steps import IngestSteps
from pipelines.models.posts import POST
from pipelines.models.requests import BatchReport, IngestRequest
from pipelines.nodes.sources.media_type import (
    CSV,
    DOCX,
    EPUB,
    MAIL,
    ODT,
    PPTX,
    RTF,
    SPEECH,
    XLSX,
    ZIP,
)

NETWORK = Retry(attempts=7, first_delay_s=1.0, backoff=2.0)  # outlasts a fault of a minute
DATABASE = Retry(attempts=5, first_delay_s=0.5, backoff=2.0)
PASSING = Retry(attempts=2, first_delay_s=0.5)  # for what a batch can do without


def reader(extractor: str) -> Node:
    """Make the node that reads text with the extractor of this name."""
    return Node(f"extract_{extractor}", ReadSteps.read, DATABASE, timeout_s=120, args=(extractor,))


OCR = Node("ocr", ReadSteps.ocr, DATABASE, timeout_s=2 * 3600)

READERS: dict[str, Flow] = {
    "application/pdf": sequence(
        Node("extract_pdf", ReadSteps.read_pages, DATABASE, timeout_s=1200),
        Switch(
            "scans",
            by=lambda item: "some" if item.scans else "none",
            cases={"some": OCR, "none": PASS},
        ),
    ),
    "image": sequence(reader("image"), OCR),
    "text/html": reader("html"),
    "text/markdown": reader("markdown"),
    "text/plain": reader("text"),
    "application/x-captions+json": reader("captions"),
    POST: reader("post"),
    CSV: reader("csv"),
    MAIL: reader("mail"),
    RTF: reader("rtf"),
    DOCX: reader("docx"),
    PPTX: reader("pptx"),
    XLSX: reader("xlsx"),
    ODT: reader("odt"),
    EPUB: reader("epub"),
    SPEECH: Node("transcribe", ReadSteps.transcribe, Retry(attempts=2), timeout_s=12 * 3600),
}


def _family(item: Item) -> str:
    """All pictures are read alike."""
    return "image" if item.media_type.startswith("image/") else item.media_type


FETCH = Switch(
    "kind",
    by=lambda item: item.source.kind,
    cases={
        "file": Node("fetch_file", ReadSteps.fetch, NETWORK, timeout_s=180),
        "web": Node("fetch_page", ReadSteps.fetch, NETWORK, timeout_s=150),
        "video": Node("fetch_captions", ReadSteps.fetch, NETWORK, timeout_s=150),
    },
)

READ_FETCHED = sequence(
    Switch("type", by=_family, cases=READERS),
    Node("clean", ReadSteps.clean, DATABASE, timeout_s=120),
    Node("scan", ReadSteps.scan, DATABASE, timeout_s=120),
    Node("deduplicate", ReadSteps.deduplicate, DATABASE),
    Switch(
        "known",
        by=lambda item: "new" if item.is_new else "known",
        cases={"new": Node("plan", ReadSteps.plan, DATABASE, timeout_s=300), "known": PASS},
    ),
)

READ_ONE = sequence(
    FETCH,
    Switch(
        "archive",
        by=lambda item: "yes" if item.media_type == ZIP else "no",
        cases={
            "yes": Node("unpack", ReadSteps.unpack, DATABASE, timeout_s=120),
            "no": READ_FETCHED,
        },
    ),
)

EMBED_ONE = Switch(
    "new",
    by=lambda item: "yes" if item.is_new else "no",
    cases={"yes": Node("embed", IngestSteps.embed, DATABASE, timeout_s=3600), "no": PASS},
)


def _items(batch: Batch) -> tuple[Item, ...]:
    return batch.items


def _with_documents(batch: Batch, items: tuple[Item, ...]) -> Batch:
    """A text that came twice is known only if the first of the two became a document."""
    failures = {item.document_id: item.failure for item in items if item.failure is not None}
    return replace(
        batch,
        items=tuple(
            replace(item, known=None, failure=failures[item.known.document_id])
            if item.known is not None and item.known.document_id in failures
            else item
            for item in items
        ),
    )


MAKE_DOCUMENTS = sequence(
    Node("classify", IngestSteps.classify),
    ForEach(
        "sources",
        item=Item,
        items=_items,
        body=READ_ONE,
        gather=with_members,
        on_error=Node("record_failure", IngestSteps.record_failure, DATABASE),
        expand=readable_members,
    ),
    Node("assign_indices", IngestSteps.assign_indices),
    ForEach(
        "documents",
        item=Item,
        items=_items,
        body=EMBED_ONE,
        gather=_with_documents,
        on_error=Node("record_failure", IngestSteps.record_failure, DATABASE),
        concurrency=2,
    ),
    Node("publish", IngestSteps.publish, DATABASE),
    Guarded(
        Node("self_test", SelfTestSteps.self_test, PASSING, timeout_s=60),
        on_error=Node("skip_self_test", SelfTestSteps.skip_self_test),
    ),
    Guarded(
        Node("find_conflicts", ConflictSteps.find_conflicts, PASSING, timeout_s=120),
        on_error=Node("skip_conflicts", ConflictSteps.skip_conflicts),
    ),
)

INGEST = Pipeline(
    name="ingest",
    description="From a message to documents that can be searched and cited.",
    input_type=IngestRequest,
    output_type=BatchReport,
    queued=True,
    partition_key=lambda request: str(request.owner),
    flow=sequence(
        Guarded(MAKE_DOCUMENTS, on_error=Node("abort", IngestSteps.abort, DATABASE)),
        Node("report", IngestSteps.report, Retry(attempts=8), timeout_s=600),
        Node("clean_up", IngestSteps.clean_up, DATABASE),
    ),
)


def read_batch(run: Run | None) -> RecordedBatch | None:
    """Read the record of a run as a batch's; None if it is none, or its record not whole."""
    if run is None or run.pipeline != INGEST.name or run.request is None:
        return None
    return RecordedBatch(
        request=decode(IngestRequest, run.request),
        report=None if run.output is None else decode(BatchReport, run.output),
        is_over=run.is_over,
    )
