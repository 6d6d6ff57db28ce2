"""Read RTF."""

from striprtf.striprtf import rtf_to_text

from pipelines.errors import SourceRefused
from pipelines.extractors.office.zip_safety import refusing_broken
from pipelines.extractors.titles import choose_title
from pipelines.models.documents import Block, Extracted, Fetched
from pipelines.nodes.text.clean import strip_invisible


class RtfExtractor:
    """Reads `application/rtf` through striprtf: paragraphs, and cells of a row on one line."""

    def extract(self, fetched: Fetched) -> Extracted:
        """Return one block per paragraph.

        Raises:
            SourceRefused: broken, or without text.
        """
        with refusing_broken(RecursionError):
            # RTF is ASCII that says which encoding its escapes are in.
            text = rtf_to_text(fetched.content.decode("latin-1"), errors="ignore")  # type: ignore[no-untyped-call]
        lines = (line.strip(" \t|") for line in strip_invisible(text).split("\n"))
        blocks = tuple(Block(text=line.replace("|", " | ")) for line in lines if line)
        if not blocks:
            raise SourceRefused("source-no-text")
        title = choose_title([], fetched, blocks)
        return Extracted(blocks=blocks, title=title, url=fetched.url)
