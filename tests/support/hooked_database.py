"""A real database that calls a method of a test's own before or after a function."""

from collections.abc import Sequence
from typing import Any

from pipelines.gateways.postgres import PostgresDatabase
from pipelines.store.database import Row


class HookedDatabase(PostgresDatabase):
    """Calls its methods `before_FUNCTION(**arguments)` and `after_FUNCTION(**arguments)`, if any.

    What a hook raises is raised in place of the function's result.
    """

    async def rows(
        self, function: str, /, *, paged: bool = False, **arguments: Any
    ) -> Sequence[Row]:
        self._hook("before", function, arguments)
        rows = await super().rows(function, paged=paged, **arguments)
        self._hook("after", function, arguments)
        return rows

    async def value(self, function: str, /, *, unlimited: bool = False, **arguments: Any) -> Any:
        self._hook("before", function, arguments)
        value = await super().value(function, unlimited=unlimited, **arguments)
        self._hook("after", function, arguments)
        return value

    def _hook(self, when: str, function: str, arguments: dict[str, Any]) -> None:
        hook = getattr(self, f"{when}_{function}", None)
        if hook is not None:
            hook(**arguments)
