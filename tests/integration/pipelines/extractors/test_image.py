"""Taking in pictures."""

import io
import struct
import zlib

import pytest
from PIL import Image

from pipelines.errors import SourceRefused
from pipelines.extractors.image import ImageExtractor
from pipelines.models.documents import Extracted, Fetched
from tests.support.extractors.picture_maker import save


def take(content: bytes, media_type: str = "image/png", name: str = "Чек.png") -> Extracted:
    return ImageExtractor().extract(Fetched(content, media_type, name))


def refusal(content: bytes, media_type: str = "image/png") -> SourceRefused:
    with pytest.raises(SourceRefused) as caught:
        take(content, media_type)
    return caught.value


def png(width: int, height: int, rows: bytes = b"") -> bytes:
    """Write a PNG that claims a size, whatever it holds."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)
    parts = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


def test_a_picture_is_one_page_that_is_still_to_be_recognised() -> None:
    extracted = take(save(Image.new("RGB", (40, 30)), "PNG"))
    assert (extracted.title, extracted.blocks, extracted.scans) == ("Чек", (), (1,))
    assert (extracted.pages, extracted.pages_without_text) == (None, 1)


def test_a_tiff_has_pages() -> None:
    page = Image.new("L", (40, 30))
    extracted = take(save(page, "TIFF", page, page), "image/tiff")
    assert (extracted.pages, extracted.scans) == (3, (1, 2, 3))


def test_hostile_24_pixel_bomb() -> None:
    error = refusal(png(60_000, 60_000))
    assert (error.code, error.values) == (
        "source-too-many-pixels",
        {"megapixels": 3600, "limit": 50},
    )


def test_hostile_24_pixel_bomb_of_a_jpeg() -> None:
    whole = save(Image.new("L", (64, 64)), "JPEG")
    at = whole.index(b"\xff\xc0") + 5
    huge = whole[:at] + struct.pack(">HH", 65_000, 65_000) + whole[at + 4 :]
    assert refusal(huge, "image/jpeg").code == "source-too-many-pixels"


def test_hostile_24_pixel_bomb_on_a_later_page() -> None:
    tiff = save(Image.new("1", (64, 64)), "TIFF", Image.new("1", (9000, 9000)))
    extractor = ImageExtractor()
    assert extractor.extract(Fetched(tiff, "image/tiff")).pages == 2
    with pytest.raises(SourceRefused) as caught:
        extractor.page(tiff, 2)
    assert caught.value.code == "source-too-many-pixels"


def test_a_large_photo_is_unpacked_smaller() -> None:
    content = save(Image.new("L", (9000, 6000), 128), "JPEG")
    assert max(ImageExtractor().page(content, 1).size) < 6000


@pytest.mark.filterwarnings("ignore:Corrupt EXIF data")
@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "TIFF", "HEIC", "AVIF"])
def test_a_damaged_picture_is_refused(kind: str) -> None:
    whole = save(Image.effect_noise((300, 300), 50), kind)
    with pytest.raises(SourceRefused) as caught:
        ImageExtractor().page(whole[: len(whole) // 2], 1)
    assert caught.value.code == "source-broken"
    assert refusal(whole[:12]).code == "source-broken"


def test_what_pillow_would_hand_to_other_programs_is_not_opened() -> None:
    postscript = b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 10 10\n%%EndComments\n"
    assert refusal(postscript).code == "source-broken"


@pytest.mark.parametrize("kind", ["HEIC", "AVIF"])
def test_too_many_pixels_of_a_phone_are_refused_before_they_are_unpacked(kind: str) -> None:
    content = save(Image.new("RGB", (640, 480), "white"), kind)
    assert take(content, f"image/{kind.lower()}").scans == (1,)
    with pytest.raises(SourceRefused) as caught:
        ImageExtractor(pixel_limit=640 * 480 - 1).extract(Fetched(content, "image/heic"))
    assert caught.value.code == "source-too-many-pixels"


def test_only_the_first_picture_of_an_animation_is_taken() -> None:
    buffer = io.BytesIO()
    frames = [Image.new("L", (40, 30), shade) for shade in (0, 128, 255)]
    frames[0].save(buffer, "GIF", save_all=True, append_images=frames[1:])
    assert take(buffer.getvalue(), "image/gif").scans == (1,)
