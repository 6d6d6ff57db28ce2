"""Which sources of a message are taken in, at first and when some of them are tried again."""

from dataclasses import dataclass, replace

from pipelines.errors import UserError
from pipelines.ingest.archives import archive_of
from pipelines.ingest.screening import REFUSED
from pipelines.models.documents import Source
from pipelines.models.requests import BatchReport, IngestRequest, ItemReport
from pipelines.nodes.sources.classify import classify

# What may be otherwise the next time, with nothing done about it.
_PASSING = frozenset(
    {
        "database-unavailable",
        "embedding-changed",
        "embedding-unusable",
        "model-unavailable",
        "record-outdated",
        "source-busy",
        "source-no-connection",
        "source-too-slow",
        "source-unavailable",
        "source-video-blocked",
        "step-too-slow",
    }
)

# What the id of a batch has more than that of the batch it tries again, or takes in masked.
AGAIN, MASKED = "r", "m"


@dataclass(frozen=True, slots=True)
class RecordedBatch:
    """What the engine has on record of a batch; `report` is there when the run ended well."""

    request: IngestRequest
    report: BatchReport | None
    is_over: bool


def wanted_sources(request: IngestRequest) -> tuple[Source, ...]:
    """Return the sources of a message, or those of them that are to be tried again."""
    sources = classify(request.message, language=request.interface_language)
    return tuple(s for s in sources if not request.only or s.idx in request.only)


def may_pass(item: ItemReport) -> bool:
    """Tell whether an item failed by our fault or for a reason that may be gone next time."""
    return item.status == "failed" or (item.failure is not None and item.failure.code in _PASSING)


def worth_retrying(item: ItemReport) -> bool:
    """Tell whether to offer another try: it may go better, and there is something to try."""
    return item.is_kept and may_pass(item)


def worth_masking(item: ItemReport) -> bool:
    """Tell whether to offer to take an item in without its secrets: not those of its address."""
    failure = item.failure
    if failure is None or failure.code != REFUSED or not item.is_kept:
        return False
    return not str(dict(failure.values).get("places", "")).endswith("@link")


def to_retry(
    request: IngestRequest,
    report: BatchReport,
    *,
    include_permanent: bool = False,
    without_secrets: bool = False,
) -> tuple[int, ...]:
    """Return which sources to try again.

    What lay in the database alone is not among them: it was deleted when the batch ended.
    """
    is_wanted = worth_masking if without_secrets else may_pass
    ended: dict[int, list[ItemReport]] = {}
    for item in report.items:
        ended.setdefault(archive_of(item.idx), []).append(item)
    return tuple(
        source.idx
        for source in wanted_sources(request)
        if any(
            item.status in ("refused", "failed") and (include_permanent or is_wanted(item))
            for item in ended.get(source.idx, ())
        )
        and (source.file is None or source.file.place == "telegram")
    )


def retry_request(
    batch: RecordedBatch | None,
    *,
    origin: str | None = None,
    include_permanent: bool = False,
    without_secrets: bool = False,
) -> IngestRequest:
    """Return the request for what did not work of a batch, to be told about at `origin`.

    Args:
        without_secrets: of what was refused for its secrets, to be taken in without them.

    Raises:
        UserError: it is unknown, goes on, or has nothing to be tried again.
    """
    if batch is None:
        raise UserError("batch-unknown")
    if not batch.is_over:
        raise UserError("batch-still-going")
    report, request = batch.report, batch.request
    choice = {"include_permanent": include_permanent, "without_secrets": without_secrets}
    only = to_retry(request, report, **choice) if report else ()
    if not only:
        raise UserError("batch-nothing-to-retry")
    return replace(
        request,
        only=only,
        origin=request.origin if origin is None else origin,
        without_secrets=without_secrets or request.without_secrets,
    )


def tries_before(batch_id: str) -> list[str]:
    """Name a batch and those that it tries again, whose ids it has made longer."""
    tries = [batch_id]
    while tries[-1].endswith((AGAIN, MASKED)):
        tries.append(tries[-1][:-1])
    return [each for each in tries if each]
