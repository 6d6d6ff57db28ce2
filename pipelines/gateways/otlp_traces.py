"""Sends how answers came to be to an OpenTelemetry collector, under the names of OpenInference.

No text leaves: neither of a question, nor of an answer, nor of a document. Spans wait in a bounded
queue for a thread that sends them, so that a collector that is down costs spans, and no answer.
"""

import json
import time
from collections.abc import Iterable, Mapping

from openinference.semconv.resource import ResourceAttributes
from openinference.semconv.trace import (
    DocumentAttributes,
    OpenInferenceSpanKindValues,
    RerankerAttributes,
    SpanAttributes,
)
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import format_trace_id, set_span_in_context
from opentelemetry.util.types import AttributeValue

from pipelines.models.learning.evaluations import AnswerLog, LoggedPassage

_NAME = "paragraf"
_TIMEOUT_S = 5.0  # of one request
_SPAN_KINDS = {
    "embed": OpenInferenceSpanKindValues.EMBEDDING,
    "search": OpenInferenceSpanKindValues.RETRIEVER,
    "rerank": OpenInferenceSpanKindValues.RERANKER,
    "generate": OpenInferenceSpanKindValues.LLM,
    "evaluate": OpenInferenceSpanKindValues.EVALUATOR,
}

Attributes = Mapping[str, AttributeValue]


class OtlpTraces:
    """A trace for each answer: a span of the whole, and one below it for each stage."""

    def __init__(self, endpoint: str) -> None:
        resource = Resource.create({SERVICE_NAME: _NAME, ResourceAttributes.PROJECT_NAME: _NAME})
        self._provider = TracerProvider(resource=resource)
        exporter = OTLPSpanExporter(f"{endpoint.rstrip('/')}/v1/traces", timeout=_TIMEOUT_S)
        self._provider.add_span_processor(BatchSpanProcessor(exporter))
        self._tracer = self._provider.get_tracer(_NAME)

    def record(self, log: AnswerLog) -> str:
        """Queue the spans of an answer that was just made; return the id of its trace, in hex."""
        stages = [(stage, int(ms * 1e6)) for stage, ms in log.stage_ms if ms > 0]
        end = time.time_ns()
        at = end - sum(spent for _, spent in stages)
        root = self._tracer.start_span("answer", start_time=at, attributes=_of_answer(log))
        inside = set_span_in_context(root)
        for stage, spent in stages:
            attributes = _of_stage(stage, log)
            span = self._tracer.start_span(stage, inside, start_time=at, attributes=attributes)
            at += spent
            span.end(at)
        root.end(end)
        return format_trace_id(root.get_span_context().trace_id)

    def close(self) -> None:
        """Send what waits; blocks, for a few seconds at most."""
        self._provider.force_flush(int(_TIMEOUT_S * 1000))
        self._provider.shutdown()


def _of_answer(log: AnswerLog) -> Attributes:
    kind = OpenInferenceSpanKindValues.CHAIN.value
    told = {"rules": list(log.rules)}
    return {SpanAttributes.OPENINFERENCE_SPAN_KIND: kind, SpanAttributes.METADATA: json.dumps(told)}


def _of_stage(stage: str, log: AnswerLog) -> Attributes:
    kind = _SPAN_KINDS.get(stage, OpenInferenceSpanKindValues.CHAIN)
    if kind is OpenInferenceSpanKindValues.LLM and not log.model:  # put together of quotes
        kind = OpenInferenceSpanKindValues.CHAIN
    attributes: dict[str, AttributeValue] = {SpanAttributes.OPENINFERENCE_SPAN_KIND: kind.value}
    match kind:
        case OpenInferenceSpanKindValues.RETRIEVER:
            scores = [(one, one.similarity) for one in log.passages]
            attributes |= _documents(SpanAttributes.RETRIEVAL_DOCUMENTS, scores)
        case OpenInferenceSpanKindValues.RERANKER:
            scores = [
                (one, one.rerank_score) for one in log.passages if one.rerank_score is not None
            ]
            attributes |= _documents(RerankerAttributes.RERANKER_OUTPUT_DOCUMENTS, scores)
        case OpenInferenceSpanKindValues.LLM:
            attributes |= {
                SpanAttributes.LLM_MODEL_NAME: log.model,
                SpanAttributes.LLM_TOKEN_COUNT_PROMPT: log.tokens.prompt,
                SpanAttributes.LLM_TOKEN_COUNT_COMPLETION: log.tokens.completion,
                SpanAttributes.LLM_TOKEN_COUNT_TOTAL: log.tokens.prompt + log.tokens.completion,
            }
        case OpenInferenceSpanKindValues.EVALUATOR if log.evaluation is not None:
            scores_of = log.evaluation
            attributes[SpanAttributes.METADATA] = json.dumps(
                {
                    "relevance": scores_of.relevance,
                    "groundedness": scores_of.groundedness,
                    "answer_relevance": scores_of.answer_relevance,
                    "is_refusal": scores_of.is_refusal,
                }
            )
    return attributes


def _documents(name: str, scored: Iterable[tuple[LoggedPassage, float]]) -> Attributes:
    """Name passages by their ids, and what each scored."""
    attributes: dict[str, AttributeValue] = {}
    for n, (passage, score) in enumerate(scored):
        attributes[f"{name}.{n}.{DocumentAttributes.DOCUMENT_ID}"] = str(passage.id)
        attributes[f"{name}.{n}.{DocumentAttributes.DOCUMENT_SCORE}"] = score
    return attributes
