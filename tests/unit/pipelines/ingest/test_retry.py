"""Which sources are tried again."""

from dataclasses import replace

import pytest

from pipelines.errors import Failure, UserError
from pipelines.ingest.batch import Item, Order
from pipelines.ingest.retry import (
    RecordedBatch,
    may_pass,
    retry_request,
    to_retry,
    tries_before,
    wanted_sources,
    worth_retrying,
)
from pipelines.models.documents import FileRef, Message, Source
from pipelines.models.requests import BatchReport, IngestRequest, ItemReport

REQUEST = IngestRequest(
    Message(
        links=("https://example.org/0", "https://example.org/1", "https://example.org/2"),
        files=(
            FileRef("telegram", "x", "3.pdf"),
            FileRef("artifact", "b/4", "4.txt"),
            FileRef("post", "b/5", "post"),
        ),
    ),
    owner=1,
    origin="first",
)


def item(idx: int, status: str, code: str = "") -> ItemReport:
    failure = Failure(code, error_id="ab12" if status == "failed" else None) if code else None
    return ItemReport(idx, str(idx), status, "web", failure=failure)  # type: ignore[arg-type]


REPORT = BatchReport(
    "b",
    (
        item(0, "stored"),
        item(1, "refused", "source-unavailable"),
        item(2, "refused", "source-not-found"),
        *(item(idx, "failed", "internal-error") for idx in (3, 4, 5)),
    ),
    1.0,
)


def test_what_failed_for_a_passing_reason_and_is_still_to_be_had() -> None:
    assert to_retry(REQUEST, REPORT) == (1, 3)


def test_a_batch_is_named_with_those_that_it_tries_again() -> None:
    assert tries_before("b-7rmr") == ["b-7rmr", "b-7rm", "b-7r", "b-7"]
    assert tries_before("b-7") == ["b-7"]


def test_only_what_was_refused_for_a_secret_is_taken_in_without_it() -> None:
    in_text, in_link = (
        Failure("source-secrets", (("places", where),))
        for where in ("password@line:3", "github-token@link")
    )
    refused = item(2, "refused", "source-not-found")
    items = tuple(
        replace(refused, idx=idx, failure=failure)
        for idx, failure in enumerate((in_text, in_link, refused.failure))
    )
    assert to_retry(REQUEST, BatchReport("b", items, 1.0), without_secrets=True) == (0,)


def test_whatever_the_reason() -> None:
    assert to_retry(REQUEST, REPORT, include_permanent=True) == (1, 2, 3)


def test_only_these_are_taken_from_the_message_under_their_own_numbers() -> None:
    again = retry_request(RecordedBatch(REQUEST, REPORT, is_over=True), origin="second")
    assert [source.idx for source in wanted_sources(again)] == [1, 3]
    assert (again.origin, again.owner) == ("second", 1)
    assert [source.idx for source in wanted_sources(REQUEST)] == [0, 1, 2, 3, 4, 5]


def test_a_refusal_for_good_does_not_pass() -> None:
    assert may_pass(item(0, "failed", "internal-error"))
    assert may_pass(item(0, "refused", "step-too-slow"))
    assert not may_pass(item(0, "refused", "source-broken"))
    assert not may_pass(item(0, "stored"))


def test_what_went_with_its_batch_is_not_offered_again() -> None:
    failed = item(0, "failed", "internal-error")
    assert worth_retrying(failed)
    assert not worth_retrying(replace(failed, is_kept=False))
    assert not worth_retrying(item(0, "refused", "source-broken"))


@pytest.mark.parametrize(
    ("file", "inside", "is_kept"),
    [
        (None, None, True),
        (FileRef("telegram", "x", "3.pdf"), None, True),
        (FileRef("artifact", "b/4", "4.txt"), None, False),
        (FileRef("post", "b/post-0", "post"), None, False),
        (FileRef("artifact", "b/100/content", "a.txt"), "all.zip", True),
    ],
)
def test_an_item_knows_whether_it_can_be_had_again(
    file: FileRef | None, inside: str | None, is_kept: bool
) -> None:
    order = Order.of(REQUEST)
    source = Source(0, "file", "label", file=file, inside=inside)
    report = Item(order, source, failure=Failure("source-unavailable")).report()
    assert report.is_kept == is_kept


@pytest.mark.parametrize(
    ("batch", "code"),
    [
        (None, "batch-unknown"),
        (RecordedBatch(REQUEST, None, is_over=False), "batch-still-going"),
        (RecordedBatch(REQUEST, None, is_over=True), "batch-nothing-to-retry"),
        (RecordedBatch(REQUEST, BatchReport("b", (), 1.0), is_over=True), "batch-nothing-to-retry"),
    ],
)
def test_what_cannot_be_tried_again_is_explained(batch: RecordedBatch | None, code: str) -> None:
    with pytest.raises(UserError, match=code):
        retry_request(batch)
