"""Small files that cost a parser far more than they weigh: each kind has a number to differ by."""

import io
import zipfile
from collections.abc import Callable, Sequence
from itertools import cycle, islice

_CONTAINER = (
    '<?xml version="1.0"?><container version="1.0" '
    'xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="book.opf" media-type="application/oebps-package+xml"/>'
    "</rootfiles></container>"
)
_CHAPTERS = 50_000
_LARGE = 2_000_000  # characters


def _epub(number: int) -> bytes:
    """Name one chapter of a book again and again."""
    spine = '<itemref idref="c"/>' * _CHAPTERS
    book = (
        '<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0">'
        f"<metadata/><manifest><item id='c' href='c.xhtml' media-type='application/xhtml+xml'/>"
        f"</manifest><spine>{spine}</spine></package>"
    )
    chapter = "<html><body>" + f"<p>The {number}th heron is counted at noon.</p>" * 300
    return _zip(
        ("META-INF/container.xml", _CONTAINER),
        ("book.opf", book),
        ("c.xhtml", chapter + "</body></html>"),
    )


def _markdown(mark: str) -> Callable[[int], bytes]:
    return lambda number: (f"Note {number}\n\n" + mark * (_LARGE // len(mark))).encode()


def _spans(number: int) -> bytes:
    """Let few cells cover millions."""
    rows = "<tr><td rowspan=60000 colspan=900>heron</td><td>1</td></tr>" * 300
    return f"<html><body><p>Table {number}</p><table>{rows}</table></body></html>".encode()


def _paragraphs(number: int) -> bytes:
    return f"<html><body><p>{number}".encode() + b"<p>" * 1_000_000


def _nested(number: int) -> bytes:
    depth = 200_000
    return f"<html><body>{number}".encode() + b"<div>" * depth + b"heron" + b"</div>" * depth


def _sheet(number: int) -> bytes:
    """Put one value far away into a table of text."""
    lines = [f"heron;{number}"] + [";" * 4000 + str(n) for n in range(250)]
    return "\n".join(lines).encode()


def _bomb(number: int) -> bytes:
    """Pack much into little."""
    return _zip(*((f"{number}-{n}.txt", "heron " * 900_000) for n in range(9)))


def _zip(*members: tuple[str, str]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members:
            archive.writestr(name, text)
    return packed.getvalue()


_KINDS: Sequence[tuple[str, Callable[[int], bytes]]] = (
    ("epub", _epub),
    ("md", _markdown("[")),
    ("md", _markdown("<")),
    ("md", _markdown("&")),
    ("md", _markdown("*a ")),
    ("html", _spans),
    ("html", _paragraphs),
    ("html", _nested),
    ("csv", _sheet),
    ("zip", _bomb),
)


def worst_files(count: int) -> list[tuple[str, bytes]]:
    """Make so many files, kind by kind in turn."""
    kinds = islice(cycle(_KINDS), count)
    return [(f"worst-{n}.{ending}", make(n)) for n, (ending, make) in enumerate(kinds)]
