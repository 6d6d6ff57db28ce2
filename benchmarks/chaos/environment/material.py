"""The batch that is sent again and again: twenty items, no two batches with a text in common."""

import hashlib
import io
import zipfile
from dataclasses import dataclass

_WORDS = (
    *("lantern", "harbour", "copper", "meadow", "granite", "orchard", "whistle", "saddle"),
    *("ribbon", "kettle", "anchor", "thistle", "bramble", "cinder", "feather", "gravel"),
    *("hollow", "ivory", "juniper", "kernel"),
)
_WORD_XML = (
    '<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/'
    'wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>{}</w:t></w:r></w:p></w:body></w:document>'
)
_TYPES_XML = (
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/'
    'content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension='
    '"rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override '
    'PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.'
    'wordprocessingml.document.main+xml"/></Types>'
)
_RELATIONS_XML = (
    '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/'
    'relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/'
    '2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>'
)


@dataclass(frozen=True, slots=True)
class Batch:
    """What one person sends at once. Every label has the tag in it, and nothing else has."""

    tag: str
    files: tuple[tuple[str, bytes], ...]
    paths: tuple[str, ...]  # of links to the loopback site

    @property
    def labels(self) -> tuple[str, ...]:
        """Return a part of the label of every item."""
        return tuple(name for name, _ in self.files) + self.paths


def batch_of(number: int) -> Batch:
    """Make the batch of this number: good files and links, twins, and four that are refused."""
    tag = f"k{number:05}"
    twin = _prose(f"{tag} twin").encode()
    table = "name,place\n" + "".join(f"{w},{tag} {i}\n" for i, w in enumerate(_WORDS))
    files = (
        *((f"{tag}-{n}.txt", _prose(f"{tag} {n}").encode()) for n in range(4)),
        (f"{tag}-4.md", f"# {tag}\n\n{_prose(f'{tag} 4')}".encode()),
        (f"{tag}-5.md", f"# {tag}\n\n{_prose(f'{tag} 5')}".encode()),
        (f"{tag}-6.html", page_of(f"{tag} 6")),
        (f"{tag}-7.csv", table.encode()),
        (f"{tag}-8.docx", _docx(_prose(f"{tag} 8"))),
        (f"{tag}-9.docx", _docx(_prose(f"{tag} 9"))),
        (f"{tag}-10.txt", twin),
        (f"{tag}-11.txt", twin),
        (f"{tag}-12.txt", f"{_prose(tag)} password: {tag}Zw9!kettle".encode()),
        (f"{tag}-13.txt", b" "),
        (f"{tag}-14.pdf", b"%PDF-1.7\n1 0 obj <<"),
        (f"{tag}-15.txt", _prose(f"{tag} 15").encode()),
    )
    return Batch(tag, files, tuple(f"{tag}-{name}" for name in ("a", "b", "c", "gone")))


def page_of(words: str) -> bytes:
    """Write a page."""
    paragraphs = "".join(f"<p>{_prose(f'{words} {n}')}</p>" for n in range(3))
    return (
        f"<html><head><title>{words}</title></head><body><article><h1>{words}</h1>"
        f"{paragraphs}</article></body></html>"
    ).encode()


def _prose(words: str) -> str:
    """Write sentences that no other words give."""
    digest = hashlib.sha256(words.encode()).digest()
    drawn = [_WORDS[byte % len(_WORDS)] for byte in digest]
    sentences = [" ".join(drawn[at : at + 8]).capitalize() + "." for at in range(0, 32, 8)]
    return f"About {words} this is known. {' '.join(sentences)}"


def _docx(text: str) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", _TYPES_XML)
        archive.writestr("_rels/.rels", _RELATIONS_XML)
        archive.writestr("word/document.xml", _WORD_XML.format(text))
    return content.getvalue()
