"""Bytes to text: one kind of source a file.

`pdf/`, `office/`, `web/` and `text/` each hold a family; what families share (`tables`, `sheets`,
`row_groups`, `titles`, `lists`, `ocr`) stands here. Read `extract` below first, then the simplest
extractor, `text/plain`. An extractor is imported where it works, in a child process, so that the
bot carries no parser.
"""

from importlib import import_module

from pipelines.models.documents import Extracted, Fetched
from pipelines.ports import Extractor

EXTRACTORS = {
    "pdf": "pdf.extractor.PdfExtractor",
    "image": "image.ImageExtractor",
    "html": "web.html.HtmlExtractor",
    "markdown": "text.markdown.MarkdownExtractor",
    "text": "text.plain.TextExtractor",
    "captions": "text.captions.CaptionsExtractor",
    "post": "text.post.PostExtractor",
    "csv": "text.csv.CsvExtractor",
    "mail": "text.mail.MailExtractor",
    "rtf": "office.rtf.RtfExtractor",
    "docx": "office.docx.DocxExtractor",
    "pptx": "office.pptx.PptxExtractor",
    "xlsx": "office.xlsx.XlsxExtractor",
    "odt": "office.odt.OdtExtractor",
    "epub": "office.epub.EpubExtractor",
}


def extract(name: str, fetched: Fetched) -> Extracted:
    """Read text out of the bytes with the extractor of this name."""
    return load(name).extract(fetched)


def load(name: str) -> Extractor:
    """Import the extractor of this name, with the libraries it reads by."""
    module, kind = EXTRACTORS[name].rsplit(".", 1)
    extractor: Extractor = getattr(import_module(f"pipelines.extractors.{module}"), kind)()
    return extractor
