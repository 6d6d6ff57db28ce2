"""What to call a document."""

import re
from collections.abc import Iterable
from pathlib import PurePath
from urllib.parse import unquote, urlsplit

from pipelines.models.documents import Block, Fetched
from pipelines.nodes.text.clean import one_line, strip_invisible

_LONGEST = 200
_PROGRAM = re.compile(r"^(?:microsoft (?:word|powerpoint|excel)|ms word|openoffice)\b", re.I)
_MEANINGLESS = re.compile(
    r"^(?:untitled|без (?:имени|названия)|unbenannt|sans titre|(?:new )?(?:document|документ)|"
    r"\(?anonymous\)?|\(?unspecified\)?|presentation|презентация|(?:powerpoint presentation)|"
    r"(?:презентация powerpoint)|лист|sheet|книга|book|workbook|слайд|"
    r"title|none|null|scan|slide|(?:table of )?contents|содержание|оглавление|"
    r"(?:about|blob|data|file|https?):\S+)?[\s\d._-]*$",  # as browsers print what has no title
    re.I,
)
_FILE = re.compile(r"\.(?:docx?|pptx?|xlsx?|odt|tex|dvi|indd|pdf|rtf|pub|qxd|fm|html?)$", re.I)
_GENERIC_WORDS = """
document documents file files text txt doc note notes untitled unnamed noname new copy draft
download attachment scan image img photo pic picture screenshot dsc pxl vid page readme title
документ документы файл файлы текст текстовый заметка заметки новый новая без имени названия
копия черновик вложение скан скрин снимок экрана изображение картинка фото страница
"""
_GENERIC = frozenset(_GENERIC_WORDS.split())
_WORD = re.compile(r"[^\W_]+")
_HYPHEN = re.compile(r"(?<!\d)-|-(?!\d)")
_BLANK = re.compile(  # to be filled in: a number, or a day
    r"(?:\b(?:от|dated|vom|del)\s+)?[«\"“]\s*_{2,}\s*[»\"”]\s*_{2,}(?:\s*\d{2,4}(?:\s*г\.?)?)?"
    r"|(?:№|#|\bno?\.)?\s*_{3,}(?:\s*/?\s*\d{2,4}\b)?",
    re.IGNORECASE,
)
_TOLD_BY = 2  # words, by which a form with blanks is told from others
_NAME_WORD = 4  # letters of a word that names something by itself


def choose_title(
    candidates: Iterable[str | None], fetched: Fetched, blocks: Iterable[Block]
) -> str:
    """Return the first candidate that means something, else the file's name, else first words.

    The result is one line, never empty.
    """
    for candidate in candidates:
        title = tidy_title(candidate or "")
        if title and is_meaningful(candidate or ""):
            return title
    if stem := tidy_title(_in_words(fetched.file_name)):
        return stem
    for block in blocks:
        if title := tidy_title(block.text):
            return title
    return _from_address(fetched.url) or "?"


def title_from_name(file_name: str | None) -> str | None:
    """Return what a person called a file, without its extension; None if a program did.

    Two words tell, or one of four letters, besides those that any file may be called by.
    """
    stem = PurePath(file_name or "").stem
    words = [word for word in words_of_title(stem) if word.isalpha() and word not in _GENERIC]
    if len(words) < 2 and not any(len(word) >= _NAME_WORD for word in words):
        return None
    spaced = stem if " " in stem.strip() else _HYPHEN.sub(" ", stem)
    return tidy_title(spaced.replace("_", " "))


def _in_words(file_name: str | None) -> str:
    """Return a file's name without its extension, with spaces where a person wrote underscores."""
    stem = PurePath(file_name or "").stem
    is_named = " " not in stem.strip() and title_from_name(file_name) is not None
    return stem.replace("_", " ").strip() if is_named else stem


def words_of_title(title: str) -> list[str]:
    """Return the words and numbers of a title, whatever its capitals."""
    return _WORD.findall(strip_invisible(title).casefold())


def tidy_title(title: str) -> str:
    """Put a title on one line of bearable length, without blanks to be filled in."""
    line = one_line(title)
    if _BLANK.search(line):
        line = one_line(_BLANK.sub(" ", line)).strip(" /,;:–—-")
    if len(line) <= _LONGEST:
        return line
    return line[:_LONGEST].rsplit(" ", 1)[0].rstrip(" ,;:") + "…"


def is_meaningful(title: str) -> bool:
    """Say whether a title was given by a person and not left by a program.

    One word of a form, "Contract No. ____", calls all of them so.
    """
    if _BLANK.search(title) and len(_WORD.findall(_BLANK.sub("", title))) < _TOLD_BY:
        return False
    return not (_PROGRAM.match(title) or _MEANINGLESS.match(title) or _FILE.search(title))


def _from_address(url: str | None) -> str:
    parts = urlsplit(url or "")
    return tidy_title(unquote(parts.path.strip("/").rsplit("/", 1)[-1]) or parts.hostname or "")
