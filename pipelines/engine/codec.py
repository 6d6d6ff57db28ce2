"""Values to JSON and back, so that the record of a run holds no pickles."""

from functools import lru_cache
from typing import Any, get_type_hints

from pydantic import TypeAdapter, ValidationError

from pipelines.engine.graph import Call
from pipelines.errors import SourceRefused

Json = dict[str, Any] | list[Any] | str | int | float | bool | None


@lru_cache(maxsize=256)
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


@lru_cache(maxsize=256)
def result_type(call: Call) -> Any:
    """Return what a node's call is annotated to give."""
    return get_type_hints(call)["return"]


def encode(value: Any) -> Json:
    """Turn a dataclass (or None, or plain JSON) into plain JSON."""
    kind: Any = type(value)
    encoded: Json = _adapter(kind).dump_python(value, mode="json")
    return encoded


def decode(kind: Any, encoded: Json) -> Any:
    """Turn plain JSON back into a value of type `kind`, checking every field."""
    return _adapter(kind).validate_python(encoded)


def encode_bytes(value: Any) -> bytes:
    """Turn a dataclass into the bytes of its JSON: for artifacts."""
    kind: Any = type(value)
    return _adapter(kind).dump_json(value)


def encode_compact(value: Any) -> bytes:
    """Turn a dataclass into the bytes of its JSON, without what is as the class has it: a fifth."""
    kind: Any = type(value)
    return _adapter(kind).dump_json(value, exclude_defaults=True)


def decode_bytes(kind: Any, encoded: bytes) -> Any:
    """Turn the bytes of JSON back into a value of type `kind`.

    Raises:
        SourceRefused: an older version wrote them, in a form that is not read any more.
    """
    try:
        return _adapter(kind).validate_json(encoded)
    except ValidationError as error:
        raise SourceRefused("record-outdated") from error
