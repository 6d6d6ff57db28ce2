"""Read the captions that the YouTube fetcher brought."""

import json
import re

from pipelines.errors import SourceRefused
from pipelines.extractors.titles import choose_title
from pipelines.extractors.web.bylines import iso_date, tidy_author
from pipelines.models.documents import Block, Extracted, Fetched
from pipelines.nodes.text.clean import strip_invisible

_SOUND = re.compile(r"\[[^\]\n]{1,40}\]|♪+|^\s*>>+\s*|^\s*-\s+", re.MULTILINE)
_SPACES = re.compile(r"\s+")


class CaptionsExtractor:
    """Reads `application/x-captions+json`: title, channel, date, language and rows.

    A row is [text, start second, duration].
    """

    def extract(self, fetched: Fetched) -> Extracted:
        """Return one block per caption line, with the second it starts at.

        Raises:
            SourceRefused: the bytes are not captions, or nothing is said in them.
        """
        try:
            captions = json.loads(fetched.content)
            rows = [(str(text), float(start)) for text, start, _ in captions["rows"]]
            title, language = str(captions["title"]), str(captions["language"])
            author, published = captions.get("author"), captions.get("published")
        except (ValueError, KeyError, TypeError) as error:
            raise SourceRefused("source-broken") from error
        lines = ((_SPACES.sub(" ", _spoken(text)).strip(), start) for text, start in rows)
        blocks = tuple(Block(text=text, start_seconds=start) for text, start in lines if text)
        if not blocks:
            raise SourceRefused("source-no-captions")
        return Extracted(
            blocks=blocks,
            title=choose_title([title], fetched, blocks),
            url=fetched.url,
            language=language.split("-")[0].lower()[:2] or None,
            author=tidy_author(author),
            published=iso_date(published),
        )


def _spoken(text: str) -> str:
    """Leave out what is heard but not said: [Music], ♪, speaker dashes."""
    return _SOUND.sub(" ", strip_invisible(text))
