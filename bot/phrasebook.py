"""Interface texts out of the Fluent files in `bot/texts/<language>/`, one file a topic.

Every language has the same keys and variables, which a test compares. The texts go to Telegram as
they are, without markup; numbers are passed as numbers, times as strings. What this installation
can do (`FACTS`) every text may ask without being told: so that none offers what there is not.
"""

import datetime as dt
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from babel.dates import format_date
from fluent.runtime import FluentBundle, FluentResource

from pipelines.errors import InternalError

TEXTS = Path(__file__).parent / "texts"
FALLBACK = "en"
# Each yes or no: whether recordings are written down; whether everyone may read new documents,
# where nobody has chosen otherwise.
FACTS = frozenset({"hears", "opens"})
# A value that a text puts in quotation marks, and what stands for those within it.
_QUOTED = re.compile(r"[«“„]\{ \$(\w+) \}[»”“]")
_MESSAGE = re.compile(r"^([\w-]+) *=(.*(?:\n(?![\w#-]).*)*)", re.MULTILINE)
_MARKS = re.compile(r"«([^«»]*)»|“([^“”]*)”|„([^„“]*)“|\"([^\"]*)\"")
_INNER = {"ru": "„{}“"}
_INNER_ELSEWHERE = "‘{}’"
_LONGEST = 2_000  # characters of a value; Fluent writes none of more than 2500


def day(date: dt.date, language: str | None) -> str:
    """Write a day: "3 Nov 2026", «3 нояб. 2026»."""
    short = (language or "en").replace("_", "-").split("-")[0].lower()
    return format_date(date, "d MMM y", locale="ru" if short == "ru" else "en")


class TextBroken(InternalError):
    """A message id has no text, or the text asks for a value it was not given."""


class FluentPhrasebook:
    """Says every interface text in the reader's language if we have it, else in English."""

    def __init__(self, directory: Path = TEXTS, *, hears: bool = False, opens: bool = True) -> None:
        """Read the texts.

        Args:
            hears: recordings are written down here.
            opens: new documents are for everyone, where nobody has chosen otherwise.
        """
        self._facts = {"hears": "yes" if hears else "no", "opens": "yes" if opens else "no"}
        texts = {
            folder.name: text for folder in sorted(directory.iterdir()) if (text := read(folder))
        }
        self._bundles = {language: _bundle(language, text) for language, text in texts.items()}
        self._quoted = {language: _quoted(text) for language, text in texts.items()}
        if FALLBACK not in self._bundles:
            raise TextBroken(f"no texts for {FALLBACK} in {directory}")

    @property
    def languages(self) -> tuple[str, ...]:
        """Two-letter codes of the languages there are texts in."""
        return tuple(self._bundles)

    def say(self, key: str, language: str | None, **values: str | int | float | dt.date) -> str:
        """Return the text of `key`; `language` may be None, "ru", "ru-RU" or unknown.

        Of a value within quotation marks those of its own become the inner ones: «О „Радуге“».
        Of one that is longer than a page the beginning is said.

        Raises:
            TextBroken: no such message, or a value that it needs is missing.
        """
        closest = self._closest(language)
        bundle = self._bundles[closest]
        if not bundle.has_message(key):
            raise TextBroken(f"no text for {key!r}")
        pattern = bundle.get_message(key).value
        if pattern is None:
            raise TextBroken(f"the text of {key!r} is empty")
        written = {
            name: _written(value, language) for name, value in {**self._facts, **values}.items()
        }
        quoted = self._quoted[closest].get(key, frozenset())
        text, faults = bundle.format_pattern(pattern, _nested(written, quoted, closest))
        if faults:
            raise TextBroken(f"{key}: {'; '.join(map(str, faults))}")
        return str(text)

    def spoken(self, language: str, otherwise: str | None) -> str | None:
        """Return the language of a question if there are texts in it, else the reader's own."""
        return language if language in self._bundles or not otherwise else otherwise

    def _closest(self, language: str | None) -> str:
        code = (language or FALLBACK).replace("_", "-").split("-")[0].lower()
        return code if code in self._bundles else FALLBACK


def read(folder: Path) -> str:
    """Return all texts of a language as one."""
    return "\n".join(file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.ftl")))


@cache  # to read the texts of a language takes a tenth of a second
def _bundle(language: str, text: str) -> FluentBundle:
    bundle = FluentBundle([language], use_isolating=False)
    bundle.add_resource(FluentResource(text))
    return bundle


def _written(value: str | int | float | dt.date, language: str | None) -> str | int | float:
    if isinstance(value, dt.date):
        return day(value, language)
    is_long = isinstance(value, str) and len(value) > _LONGEST
    return f"{str(value)[:_LONGEST]}…" if is_long else value


def _quoted(text: str) -> dict[str, frozenset[str]]:
    """Return, by message id, the variables that stand in quotation marks."""
    return {key: frozenset(_QUOTED.findall(body)) for key, body in _MESSAGE.findall(text)}


def _nested(
    values: Mapping[str, str | int | float], quoted: frozenset[str], language: str
) -> dict[str, str | int | float]:
    inner = _INNER.get(language, _INNER_ELSEWHERE)

    def replaced(found: re.Match[str]) -> str:
        return inner.format(next(group for group in found.groups() if group is not None))

    return {
        name: _MARKS.sub(replaced, value) if name in quoted and isinstance(value, str) else value
        for name, value in values.items()
    }
