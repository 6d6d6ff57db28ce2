"""Letters in pictures."""

import pytest
from PIL import Image

from pipelines.errors import SourceRefused
from pipelines.extractors.ocr import find_tesseract, prepare
from pipelines.extractors.paged import recognise_page
from pipelines.models.documents import Fetched
from tests.support.extractors.picture_maker import (
    ENGLISH,
    RUSSIAN,
    draw,
    needs_tesseract,
    photo,
    save,
    scan,
)


@needs_tesseract
def test_russian_and_english_are_read_line_by_line() -> None:
    found = find_tesseract().recognise(draw([*RUSSIAN, "", "", *ENGLISH]))
    assert found == ("\n".join(RUSSIAN), "\n".join(ENGLISH))


@needs_tesseract
def test_a_page_that_lies_on_its_side_is_read() -> None:
    lying = draw([*RUSSIAN, *ENGLISH] * 2).rotate(90, expand=True)
    assert RUSSIAN[0] in "\n".join(find_tesseract().recognise(lying))


@needs_tesseract
def test_a_photo_is_turned_as_the_phone_says() -> None:
    content = photo(draw(ENGLISH).rotate(90, expand=True), orientation=6)
    assert recognise_page(Fetched(content, "image/jpeg"), 1) == ("\n".join(ENGLISH),)


@needs_tesseract
@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF", "BMP", "HEIC", "AVIF"])
def test_every_kind_of_picture_is_read(kind: str) -> None:
    content = save(draw(ENGLISH[:1]), kind)
    assert recognise_page(Fetched(content, f"image/{kind.lower()}"), 1) == ENGLISH[:1]


@needs_tesseract
def test_pages_are_read_by_their_number() -> None:
    tiff = save(draw(ENGLISH[:1]), "TIFF", draw(ENGLISH[1:]))
    assert recognise_page(Fetched(tiff, "image/tiff"), 2) == ENGLISH[1:]
    pdf = scan([draw(ENGLISH[:1]), draw(RUSSIAN[:1])])
    assert recognise_page(Fetched(pdf, "application/pdf"), 2) == RUSSIAN[:1]


@needs_tesseract
def test_letters_on_nothing_are_letters_on_white() -> None:
    picture = draw(ENGLISH[:1]).convert("L")
    clear = Image.merge("LA", (Image.new("L", picture.size, 0), picture.point(lambda v: 255 - v)))
    assert find_tesseract().recognise(clear) == ENGLISH[:1]


@needs_tesseract
def test_an_empty_page_and_mere_noise_are_no_text() -> None:
    tesseract = find_tesseract()
    assert tesseract.recognise(Image.new("RGB", (800, 600), "white")) == ()
    assert tesseract.recognise(Image.effect_noise((800, 600), 90)) == ()


def test_small_pictures_are_enlarged_and_large_ones_reduced() -> None:
    assert prepare(Image.new("L", (300, 200))).size == (900, 600)
    assert prepare(Image.new("L", (6000, 3000))).size == (3000, 1500)
    assert prepare(Image.new("L", (1500, 900))).size == (1500, 900)
    assert prepare(Image.new("P", (10_000, 1))).size == (3000, 1)


def test_without_the_program_it_is_said_what_to_install() -> None:
    with pytest.raises(SourceRefused) as caught:
        find_tesseract("/nowhere")
    assert caught.value.code == "source-no-reading-of-pictures"
