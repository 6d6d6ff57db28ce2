"""Days as people write them."""

import datetime as dt

from babel.dates import format_date


def written_day(iso: str, language: str | None) -> str:
    """Write a day that a source gives as ISO 8601; what is no such day stays as it is."""
    try:
        return day(dt.date.fromisoformat(iso[:10]), language)
    except ValueError:
        return iso


def day(date: dt.date, language: str | None) -> str:
    """Write a day: "3 Nov 2026", «3 нояб. 2026»."""
    short = (language or "en").replace("_", "-").split("-")[0].lower()
    return format_date(date, "d MMM y", locale="ru" if short == "ru" else "en")
