"""Tokens that language models took, by person and day."""

from pipelines.models.chat import Usage
from pipelines.models.usage import PersonUsage, Share, Taken, TeamUsage
from pipelines.store.database import Database, storable


class UsageStore:
    """What was taken; days and months are those of UTC."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add_model_usage(self, telegram_id: int | None, model: str, usage: Usage) -> None:
        """Count a call for a person, or for nobody."""
        await self._database.value(
            "add_model_usage",
            p_telegram_id=telegram_id,
            p_model=storable(model),
            p_prompt_tokens=usage.prompt,
            p_completion_tokens=usage.completion,
        )

    async def tokens_used_today(self, telegram_id: int) -> int:
        """Return how many tokens a person took today, of prompts and answers."""
        return int(await self._database.value("tokens_used_today", p_telegram_id=telegram_id))

    async def get_model_usage(self, telegram_id: int) -> PersonUsage:
        """Return what a person took."""
        [row] = await self._database.rows("get_model_usage", p_telegram_id=telegram_id)
        return PersonUsage(
            today=Taken(row["calls_today"], row["prompt_today"], row["completion_today"]),
            month=Taken(row["calls_month"], row["prompt_month"], row["completion_month"]),
        )

    async def get_team_usage(self, actor: int, limit: int) -> TeamUsage:
        """Return what everybody took this month; nothing, unless an owner asks."""
        rows = await self._database.rows("get_team_usage", p_actor=actor, p_limit=limit)
        if not rows:
            return TeamUsage()
        first = rows[0]
        return TeamUsage(
            shares=tuple(
                Share(
                    row["telegram_id"],
                    row["display_name"],
                    Taken(row["calls"], row["prompt_tokens"], row["completion_tokens"]),
                )
                for row in rows
            ),
            people=first["people"],
            total=Taken(first["team_calls"], first["team_prompt"], first["team_completion"]),
        )
