"""Take in a picture: what it is, before anything of it is unpacked."""

import io
import struct

import pi_heif  # type: ignore[import-untyped]
from PIL import Image, UnidentifiedImageError

from pipelines.errors import SourceRefused
from pipelines.extractors.titles import choose_title
from pipelines.models.documents import Extracted, Fetched

_FORMATS = ("PNG", "JPEG", "WEBP", "TIFF", "GIF", "BMP", "HEIF", "AVIF")
_MOST_PIXELS = 50_000_000
_MOST_PIXELS_REDUCED = 250_000_000  # of a JPEG, which can be unpacked smaller than it is
_ENOUGH = 3000  # pixels of the longer side
_MOST_PAGES = 2000
_BROKEN = (OSError, ValueError, SyntaxError, EOFError, IndexError, RuntimeError, struct.error)

# Pillow's own check comes too late for some formats, and warns where ours refuses.
Image.MAX_IMAGE_PIXELS = None
pi_heif.register_heif_opener(thumbnails=False, decode_threads=1)


class ImageExtractor:
    """Reads PNG, JPEG, WebP, TIFF, GIF, BMP, HEIC and AVIF, but no letters: those are left to OCR.

    Args:
        pixel_limit: more are refused before they are unpacked.
    """

    def __init__(self, *, pixel_limit: int = _MOST_PIXELS) -> None:
        self._pixel_limit = pixel_limit

    def extract(self, fetched: Fetched) -> Extracted:
        """Return no text yet: the pages (of a TIFF; else one) as scans.

        Raises:
            SourceRefused: damaged, of too many pixels, or of too many pages.
        """
        with self._open(fetched.content) as picture:
            pages = _count_pages(picture)
            if pages > _MOST_PAGES:
                raise SourceRefused("source-too-many-pages", pages=pages, limit=_MOST_PAGES)
        title = choose_title([], fetched, ())
        return Extracted(
            blocks=(),
            title=title if title != "?" else None,
            url=fetched.url,
            pages=pages if pages > 1 else None,
            pages_without_text=pages,
            scans=tuple(range(1, pages + 1)),
        )

    def page(self, content: bytes, number: int) -> Image.Image:
        """Unpack one page, counted from 1.

        Raises:
            SourceRefused: damaged, or of too many pixels.
        """
        with self._open(content) as picture:
            try:
                if number > 1:
                    picture.seek(number - 1)
                    self._check(picture)
                picture.load()
                return picture.copy()
            except _BROKEN as error:
                raise SourceRefused("source-broken") from error

    def _open(self, content: bytes) -> Image.Image:
        try:
            picture = Image.open(io.BytesIO(content), formats=_FORMATS)
        except (UnidentifiedImageError, *_BROKEN) as error:
            raise SourceRefused("source-broken") from error
        self._check(picture)
        return picture

    def _check(self, picture: Image.Image) -> None:
        if picture.format in {"JPEG", "MPO"} and _pixels(picture) <= _MOST_PIXELS_REDUCED:
            scale = _ENOUGH / max(picture.size)
            picture.draft("L", (int(picture.width * scale), int(picture.height * scale)))
        if _pixels(picture) > self._pixel_limit:
            raise SourceRefused(
                "source-too-many-pixels",
                megapixels=round(_pixels(picture) / 1e6),
                limit=round(self._pixel_limit / 1e6),
            )


def _count_pages(picture: Image.Image) -> int:
    """Count the pages of a TIFF; of anything else only the first picture is one."""
    if picture.format != "TIFF":
        return 1
    try:
        return int(getattr(picture, "n_frames", 1))
    except _BROKEN as error:
        raise SourceRefused("source-broken") from error


def _pixels(picture: Image.Image) -> int:
    width, height = picture.size
    return width * height
