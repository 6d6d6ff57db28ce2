"""Recognise letters in a picture with Tesseract, Russian and English at once.

Tesseract runs as a program of its own, fed through pipes: nothing of a document touches the disk,
and it is held to the limits of the child process that starts it.
"""

import io
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from statistics import fmean

from PIL import Image, ImageOps

from pipelines.errors import SourceRefused
from pipelines.isolation.landlock import PROGRAMS

_FOLDERS = os.pathsep.join(PROGRAMS)
_LANGUAGES = ("rus", "eng")
_COLUMNS, _TURN = "3", "1"  # Tesseract's ways to divide a page; the second looks how it is turned
_SURE = 60.0  # mean confidence from which a reading is not doubted
_NOISE = 45.0  # mean confidence of a paragraph below which it is no text
_NOISY_WORD = 25.0
_SMALLEST, _WIDEST = 1200, 3000  # pixels of the longer side that letters are looked for in
_GREY_LEVELS = 16  # between darkest and lightest: less is an empty page


@dataclass(frozen=True, slots=True)
class Word:
    """A word that Tesseract made out: its paragraph, its line, and how sure it is, 0..100."""

    paragraph: tuple[int, int]
    line: int
    text: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Tesseract:
    """The program and the languages that it has."""

    program: str
    languages: tuple[str, ...]

    def recognise(self, picture: Image.Image) -> tuple[str, ...]:
        """Return the paragraphs of a picture, line ends kept; none if it shows no text.

        Raises:
            SourceRefused: Tesseract could not cope with it.
        """
        prepared = prepare(picture)
        low, high = prepared.getextrema()
        if float(high) - float(low) < _GREY_LEVELS:  # type: ignore[arg-type]
            return ()
        words = self._words(prepared, _COLUMNS)
        if "osd" in self.languages and (not words or _sureness(words) < _SURE):
            turned = self._words(prepared, _TURN)
            if turned and (not words or _sureness(turned) > _sureness(words)):
                words = turned
        return tuple(_paragraphs(words))

    def _words(self, picture: Image.Image, way: str) -> list[Word]:
        encoded = io.BytesIO()
        picture.save(encoded, "PPM")
        languages = "+".join(name for name in _LANGUAGES if name in self.languages)
        done = subprocess.run(  # noqa: S603 - our own arguments
            [self.program, "stdin", "stdout", "-l", languages, "--psm", way, "tsv"],
            input=encoded.getvalue(),
            capture_output=True,
            check=False,
        )
        if done.returncode != 0:
            raise SourceRefused("source-broken")
        return list(_read(done.stdout.decode("utf-8", "replace")))


def find_tesseract(folders: str = _FOLDERS) -> Tesseract:
    """Find the program and what it can read.

    Raises:
        SourceRefused: it is not installed, or has neither Russian nor English.
    """
    program = shutil.which("tesseract", path=folders)
    languages = _languages(program) if program else ()
    if program is None or not set(languages) & set(_LANGUAGES):
        raise SourceRefused("source-no-reading-of-pictures")
    return Tesseract(program, languages)


@lru_cache(maxsize=4)
def _languages(program: str) -> tuple[str, ...]:
    listed = subprocess.run([program, "--list-langs"], capture_output=True, check=False)  # noqa: S603
    return tuple(listed.stdout.decode("utf-8", "replace").split("\n")[1:])


def prepare(picture: Image.Image) -> Image.Image:
    """Make a picture grey, upright, on white, and of a size at which letters can be read."""
    upright = ImageOps.exif_transpose(picture)
    if upright.mode in {"RGBA", "LA", "PA"} or "transparency" in upright.info:
        upright = upright.convert("RGBA")
        paper = Image.new("RGBA", upright.size, "white")
        paper.alpha_composite(upright)
        upright = paper
    grey = upright.convert("L")
    longest = max(grey.size)
    scale = min(_WIDEST / longest, 3.0, max(1.0, _SMALLEST / longest))
    if 0.99 < scale < 1.01:
        return grey
    width, height = (max(1, round(side * scale)) for side in grey.size)
    return grey.resize((width, height), Image.Resampling.LANCZOS)


def _read(table: str) -> Iterator[Word]:
    """Read Tesseract's table, one word a row: level, page, block, paragraph, line, …, text."""
    for row in table.split("\n")[1:]:
        cells = row.split("\t")
        if len(cells) == 12 and cells[0] == "5" and cells[11].strip():
            yield Word(
                (int(cells[2]), int(cells[3])), int(cells[4]), cells[11].strip(), float(cells[10])
            )


def _sureness(words: Sequence[Word]) -> float:
    return fmean(word.confidence for word in words)


def _paragraphs(words: Sequence[Word]) -> Iterator[str]:
    for _, group in groupby(words, key=lambda word: word.paragraph):
        paragraph = list(group)
        letters = sum(character.isalnum() for word in paragraph for character in word.text)
        if letters < 2 or _sureness(paragraph) < _NOISE:
            continue
        clear = [word for word in paragraph if word.confidence >= _NOISY_WORD]
        lines = (
            " ".join(word.text for word in line)
            for _, line in groupby(clear, key=lambda word: word.line)
        )
        yield "\n".join(lines)
