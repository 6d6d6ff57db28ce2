"""Interface texts out of the Fluent files in `bot/texts`."""

from pathlib import Path

from fluent.runtime import FluentBundle, FluentResource

from pipelines.errors import InternalError

TEXTS = Path(__file__).parent / "texts"
FALLBACK = "en"


class TextBroken(InternalError):
    """A message id has no text, or the text asks for a value it was not given."""


class FluentPhrasebook:
    """Says every interface text in the reader's language if we have it, else in English."""

    def __init__(self, directory: Path = TEXTS) -> None:
        self._bundles = {
            file.stem: _read_bundle(file.stem, file) for file in sorted(directory.glob("*.ftl"))
        }
        if FALLBACK not in self._bundles:
            raise TextBroken(f"no {FALLBACK}.ftl in {directory}")

    @property
    def languages(self) -> tuple[str, ...]:
        """Two-letter codes of the languages there are texts in."""
        return tuple(self._bundles)

    def say(self, key: str, language: str | None, **values: str | int | float) -> str:
        """Return the text of `key`; `language` may be None, "ru", "ru-RU" or unknown.

        Raises:
            TextBroken: no such message, or a value that it needs is missing.
        """
        bundle = self._bundles[self._closest(language)]
        if not bundle.has_message(key):
            raise TextBroken(f"no text for {key!r}")
        pattern = bundle.get_message(key).value
        if pattern is None:
            raise TextBroken(f"the text of {key!r} is empty")
        text, faults = bundle.format_pattern(pattern, values)
        if faults:
            raise TextBroken(f"{key}: {'; '.join(map(str, faults))}")
        return str(text)

    def _closest(self, language: str | None) -> str:
        code = (language or FALLBACK).replace("_", "-").split("-")[0].lower()
        return code if code in self._bundles else FALLBACK


def _read_bundle(language: str, file: Path) -> FluentBundle:
    bundle = FluentBundle([language], use_isolating=False)
    bundle.add_resource(FluentResource(file.read_text(encoding="utf-8")))
    return bundle
