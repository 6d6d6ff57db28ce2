"""Traces of answers, as a collector of OpenTelemetry gets them over HTTP: names, and no text."""

import gzip
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from pipelines.errors import SettingsInvalid
from pipelines.gateways.otlp_traces import OtlpTraces
from pipelines.models.chat import Usage
from pipelines.models.learning.evaluations import AnswerLog, Evaluation, LoggedPassage
from pipelines.services import Models
from pipelines.settings import AnswerSettings
from tests.support.pipelines.pipeline_harness import ReadingRoom, open_room

ANNA = 881
PASSAGES = (LoggedPassage(7, 0.9, 0.8, 0.5, 0.85), LoggedPassage(8, 0.6, None, None, None))
LOG = AnswerLog(
    stage_ms=(("embed", 4.0), ("search", 8.0), ("rerank", 16.0), ("generate", 900.0)),
    passages=PASSAGES,
    rules=(3,),
    model="a-model",
    tokens=Usage(120, 30),
    evaluation=Evaluation(0.9, 0.8, 0.7),
)


class Collector:
    """Keeps what is sent to it."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        kept = self.bodies

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                is_packed = self.headers.get("Content-Encoding") == "gzip"
                kept.append(gzip.decompress(body) if is_packed else body)
                self.send_response(200 if self.path == "/v1/traces" else 404)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"

    def spans(self) -> dict[str, Span]:
        """Return the spans by their names."""
        requests = map(ExportTraceServiceRequest.FromString, self.bodies)
        scopes = (s for r in requests for one in r.resource_spans for s in one.scope_spans)
        return {span.name: span for scope in scopes for span in scope.spans}


@pytest.fixture
def collector() -> Iterator[Collector]:
    made = Collector()
    threading.Thread(target=made.server.serve_forever, daemon=True).start()
    yield made
    made.server.shutdown()
    made.server.server_close()


@asynccontextmanager
async def traced(url: str, models: Models, endpoint: str) -> AsyncIterator[ReadingRoom]:
    settings = AnswerSettings(traces_endpoint=endpoint)
    async with open_room(url, models.embedder, models.reranker, answer=settings) as room:
        await room.store.people.ensure_user(ANNA, None, "en")
        yield room


def told(span: Span) -> dict[str, object]:
    """Return a span's attributes."""
    return {
        each.key: getattr(each.value, str(each.value.WhichOneof("value")))
        for each in span.attributes
    }


def test_a_stage_is_a_span_of_its_kind(collector: Collector) -> None:
    traces = OtlpTraces(collector.address + "/")
    trace_id = traces.record(LOG)
    traces.close()
    spans = collector.spans()
    assert {name: told(span)["openinference.span.kind"] for name, span in spans.items()} == {
        "answer": "CHAIN",
        "embed": "EMBEDDING",
        "search": "RETRIEVER",
        "rerank": "RERANKER",
        "generate": "LLM",
    }
    assert {span.trace_id.hex() for span in spans.values()} == {trace_id}
    root = spans["answer"]
    assert {span.parent_span_id for span in spans.values()} == {b"", root.span_id}
    assert told(root)["metadata"] == '{"rules": [3]}'
    found, ranked, written = (told(spans[name]) for name in ("search", "rerank", "generate"))
    assert found["retrieval.documents.0.document.id"] == "7"
    assert found["retrieval.documents.1.document.score"] == 0.6
    assert ranked["reranker.output_documents.0.document.score"] == 0.8
    assert "reranker.output_documents.1.document.id" not in ranked
    assert written["llm.model_name"] == "a-model"
    assert [written[f"llm.token_count.{each}"] for each in ("prompt", "completion", "total")] == [
        *(120, 30, 150)
    ]
    spent = spans["generate"].end_time_unix_nano - spans["generate"].start_time_unix_nano
    assert spent == 900_000_000


async def test_an_answer_leaves_a_trace_without_its_text(
    collector: Collector, database_url: str, packed_models: Models
) -> None:
    async with traced(database_url, packed_models, collector.address) as room:
        await room.ingest(("keys.txt", b"The porter keeps the zirconium key."), owner=ANNA)
        answer = await room.ask("Who keeps the zirconium key?", asker=ANNA, user_id=str(ANNA))
        assert "porter" in answer.text
        [row] = await room.rows("select trulens_record_id from evaluation_results")
    spans = collector.spans()
    assert {"answer", "search", "rerank", "evaluate"} <= set(spans)
    assert told(spans["evaluate"])["openinference.span.kind"] == "EVALUATOR"
    assert '"groundedness"' in str(told(spans["evaluate"])["metadata"])
    assert spans["answer"].trace_id.hex() == row["trulens_record_id"]
    sent = b"".join(collector.bodies)
    assert not [word for word in (b"porter", b"zirconium", b"keys.txt") if word in sent]


async def test_a_collector_that_is_down_costs_no_answer(
    database_url: str, packed_models: Models
) -> None:
    async with traced(database_url, packed_models, "http://127.0.0.1:9") as room:
        await room.ingest(("keys.txt", b"The porter keeps the key."), owner=ANNA)
        answer = await room.ask("Who keeps the key?", asker=ANNA, user_id=str(ANNA))
    assert "porter" in answer.text


async def test_what_is_not_installed_is_said(
    database_url: str, packed_models: Models, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.delitem(sys.modules, "pipelines.gateways.otlp_traces")
        patch.setitem(sys.modules, "opentelemetry.sdk.trace", None)
        with pytest.raises(SettingsInvalid, match="paragraf\\[tracing\\]"):
            async with traced(database_url, packed_models, "http://127.0.0.1:9"):
                pass
    # What failed has left no engine behind that would keep the next one from starting.
    async with traced(database_url, packed_models, ""):
        pass
