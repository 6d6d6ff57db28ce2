"""The tools, as a language model is told of them."""

from typing import Any

from pipelines.models.chat import Tool
from pipelines.nodes.tables.amounts.arithmetic import AGGREGATES

_DOCUMENT = {"type": "string", "description": "Title of a document, or telling words of it"}
_LANGUAGE = {"type": "string", "description": "Two-letter code: only documents in this language"}
_SINCE = {"type": "string", "description": "YYYY-MM-DD: only documents added since that day"}
_UNTIL = {"type": "string", "description": "YYYY-MM-DD: only documents added until that day"}


def _tool(name: str, description: str, required: tuple[str, ...] = (), **fields: Any) -> Tool:
    schema = {"type": "object", "properties": fields, "required": list(required)}
    return Tool(name, description, {**schema, "additionalProperties": False})


SEARCH = _tool(
    "search_documents",
    "Search the knowledge base by meaning and by words. Returns numbered passages.",
    ("query",),
    query={"type": "string", "description": "What to look for: a question that stands by itself"},
    document=_DOCUMENT,
    language=_LANGUAGE,
    added_since=_SINCE,
    added_until=_UNTIL,
)
READ = _tool(
    "read_document",
    "Read a document from one of its parts on: to go on reading, or to find what a search missed.",
    ("document",),
    document=_DOCUMENT,
    first={"type": "integer", "description": "Number of the first part to read, from 1"},
    parts={"type": "integer", "description": "How many parts, at most 8"},
)
LIST = _tool(
    "list_documents",
    "List the documents of the knowledge base, the newest first.",
    query={"type": "string", "description": "Words that titles must hold"},
    language=_LANGUAGE,
    added_since=_SINCE,
    added_until=_UNTIL,
)
TABLE = _tool(
    "read_table",
    "Take rows out of a document's table, or compute over a column exactly.",
    ("document",),
    document=_DOCUMENT,
    column={"type": "string", "description": "Name of the column to compute over or to read"},
    where={
        "type": "object",
        "description": "Values that rows must have, by name of column",
        "additionalProperties": {"type": "string"},
    },
    operation={"type": "string", "enum": list(AGGREGATES)},
)
TOOLS = (SEARCH, READ, LIST, TABLE)
