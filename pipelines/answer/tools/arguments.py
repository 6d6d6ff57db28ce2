"""Arguments: what a language model wrote for a tool, which may be anything."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from pipelines.models.chat import ToolCall

_LONGEST = 500  # characters of one value
_MOST_CONDITIONS = 8
_CODE = 2  # letters of a language


class ArgumentWrong(Exception):
    """An argument cannot be used; the message tells the model why."""


@dataclass(frozen=True, slots=True)
class Arguments:
    """The arguments of one call, by name."""

    values: Mapping[str, Any]

    @classmethod
    def of(cls, call: ToolCall) -> "Arguments":
        """Read the JSON of a call.

        Raises:
            ArgumentWrong: it is no JSON object.
        """
        try:
            values = json.loads(call.arguments or "{}")
        except (ValueError, RecursionError):
            raise ArgumentWrong("The arguments are no JSON.") from None
        if not isinstance(values, dict):
            raise ArgumentWrong("The arguments are no JSON object.")
        return cls(values)

    def text(self, name: str) -> str:
        """Return a text; "" when there is none."""
        return _plain(self.values.get(name))

    def required(self, name: str) -> str:
        """Return a text that has to be there, or raise ArgumentWrong."""
        if not (value := self.text(name)):
            raise ArgumentWrong(f"{name} is missing.")
        return value

    def number(self, name: str, default: int, *, most: int) -> int:
        """Return a whole number, brought between 1 and `most`, or raise ArgumentWrong."""
        try:
            value = int(float(self.text(name) or default))
        except (ValueError, OverflowError):
            raise ArgumentWrong(f"{name} is no number.") from None
        return min(max(value, 1), most)

    def language(self) -> str | None:
        """Return the two-letter code of a language; None when any will do."""
        code = self.text("language").lower()
        return code[:_CODE] if code.isalpha() else None

    def since(self) -> datetime | None:
        """Return the moment from which on documents are wanted."""
        day = self._day("added_since")
        return _midnight(day) if day else None

    def until(self) -> datetime | None:
        """Return the moment up to which documents are wanted: the end of the day that is named."""
        day = self._day("added_until")
        return _midnight(day + timedelta(days=1)) if day else None

    def conditions(self) -> dict[str, str]:
        """Return the values that rows must have, by name of column."""
        given = self.values.get("where")
        if not isinstance(given, dict):
            return {}
        wanted = {str(name)[:_LONGEST]: _plain(value) for name, value in given.items()}
        return dict([(name, value) for name, value in wanted.items() if value][:_MOST_CONDITIONS])

    def _day(self, name: str) -> date | None:
        if not (written := self.text(name)):
            return None
        try:
            day = date.fromisoformat(written[:10])
        except ValueError:
            raise ArgumentWrong(f"{name} must be a day, YYYY-MM-DD.") from None
        return min(max(day, date(1970, 1, 1)), date(9000, 1, 1))


def _plain(value: object) -> str:
    if value is None or isinstance(value, dict | list):
        return ""
    return " ".join(str(value).split())[:_LONGEST]


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)
