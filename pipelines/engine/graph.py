"""What a pipeline is: named nodes and the connections between them, as one plain value.

The same value is executed (`runner`), drawn (`mermaid`) and laid over the record of a run
(`records`). A node calls a plain function, or a method of a class of steps, which holds the
adapters; `Read.fetch` in a declaration is that method, unbound, so that a pipeline can be read
and drawn without a database or a model.
"""

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pipelines.errors import Failure

Call = Callable[..., Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class Retry:
    """How often a node that failed for a passing reason is tried, and how long between."""

    attempts: int = 1
    first_delay_s: float = 0.5
    backoff: float = 2.0


ONCE = Retry()


@dataclass(frozen=True, slots=True)
class Node:
    """One checkpointed call: `call(value, *args)` gives the value for what comes next."""

    name: str
    call: Call
    retry: Retry = ONCE
    timeout_s: float = 60.0
    args: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Sequence:
    """One after the other. Empty, it passes its value through."""

    parts: tuple["Flow", ...] = ()


@dataclass(frozen=True, slots=True)
class Switch:
    """One of several ways, by a word read off the value. Every word must have its case."""

    name: str
    by: Callable[[Any], str]
    cases: Mapping[str, "Flow"]


@dataclass(frozen=True, slots=True)
class ForEach:
    """Fan out over items, so many of a run at a time, each a branch of its own; gather in order.

    The items of several runs take turns.

    An item whose branch fails goes to `on_error` (called with a `Failed`), whose value takes
    the item's place; the other items go on. What an item `expand`s to are more items, which
    then go the same way; `gather` is given these after all others.
    """

    name: str
    item: type[Any]  # the type a branch starts from and ends with
    items: Callable[[Any], tuple[Any, ...]]
    body: "Flow"
    gather: Callable[[Any, tuple[Any, ...]], Any]
    on_error: Node
    concurrency: int = 4
    expand: Callable[[Any], tuple[Any, ...]] | None = None


@dataclass(frozen=True, slots=True)
class Loop:
    """A flow that is gone through again and again: while `again` holds, `most` times at most."""

    name: str
    again: Callable[[Any], bool]
    body: "Flow"
    most: int


@dataclass(frozen=True, slots=True)
class Guarded:
    """A flow with an error branch: if it fails, `on_error` (called with a `Failed`) follows."""

    flow: "Flow"
    on_error: Node


Flow = Node | Sequence | Switch | ForEach | Loop | Guarded

PASS = Sequence()


@dataclass(frozen=True, slots=True)
class Failed:
    """What an error branch is given: the value that could not be worked on, and why."""

    value: Any
    failure: Failure


@dataclass(frozen=True, slots=True)
class Pipeline:
    """A whole pipeline, from the type of its first value to that of its last.

    The first is the request and has a `run_id`, which is set when the run starts. The last may have
    a `failure`, and `items` that may have one each: by these a run is listed as failed.
    """

    name: str
    input_type: type[Any]
    output_type: type[Any]
    flow: Flow
    description: str = ""
    queued: bool = False  # its runs may wait in a queue
    partition_key: Callable[[Any], str] = lambda request: ""  # runs of different keys take turns


def sequence(*parts: Flow) -> Sequence:
    """Connect parts one after the other."""
    return Sequence(parts)


def _walk(flow: Flow) -> Iterator[Flow]:
    yield flow
    inner: Iterable[Flow] = ()
    match flow:
        case Sequence(parts):
            inner = parts
        case Switch():
            inner = flow.cases.values()
        case ForEach():
            inner = (flow.body, flow.on_error)
        case Loop():
            inner = (flow.body,)
        case Guarded():
            inner = (flow.flow, flow.on_error)
    for part in inner:
        yield from _walk(part)


def nodes(flow: Flow) -> Iterator[Node]:
    """Yield every node of a flow in the order it stands in the declaration."""
    return (part for part in _walk(flow) if isinstance(part, Node))


def fan_outs(flow: Flow) -> Iterator[ForEach]:
    """Yield every fan-out of a flow."""
    return (part for part in _walk(flow) if isinstance(part, ForEach))
