"""Lines that belong to the page or the site, not to the text."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

_SITE = re.compile(
    r"""^[\s\W]*(?:
    (?:go\s|scroll\s)?back\s+to\s+(?:the\s+)?top | (?:jump|skip)\s+to\s+(?:main\s+)?content
    | (?:вернуться\s+)?(?:наверх|к\s+началу(?:\s+страницы)?)
    | перейти\s+к\s+(?:основному\s+)?содержанию
    | was\s+this\s+(?:page|article|information|section)\s+helpful.{0,40}
    | did\s+you\s+find\s+this\s+(?:page|article)\s+helpful.{0,40}
    | (?:была\s+ли\s+)?(?:эта\s+)?(?:страница|статья|информация)\s+(?:была\s+)?полезн(?:а|ой).{0,40}
    | помогла\s+ли\s+(?:вам\s+)?эта\s+(?:страница|статья).{0,40}
    | (?:this|our)\s+(?:web)?site\s+uses\s+cookies.{0,160} | we\s+use\s+cookies\b.{0,160}
    | (?:наш|этот)\s+сайт\s+использует\s+(?:файлы\s+)?(?:cookie|куки).{0,160}
    | мы\s+используем\s+(?:файлы\s+)?(?:cookies?|куки)\b.{0,160}
    | (?:accept|reject|allow|manage)\s+(?:all\s+)?cookies | принять\s+(?:все\s+)?(?:cookies?|куки)
    | share\s+(?:this|on)(?:\s+\w+){0,4} | поделиться(?:\s+(?:ссылкой|статьёй|статьей|в\s+\w+))?
    | (?:print|edit)\s+this\s+(?:page|article)
    | sign\s+up\s+for\s+our\s+newsletter.{0,60}
    | подпи(?:шитесь|саться)\s+на\s+(?:нашу\s+)?рассылку.{0,60}
    | yes\s*[/|]\s*no | да\s*[/|]\s*нет
    )[\s\W]*$""",
    re.IGNORECASE | re.VERBOSE,
)
_PAGE_NUMBER = re.compile(
    r"^\W*(?:(?:page|seite|p\.|pg\.|стр(?:аница|\.)?|с\.)\s*\d{1,5}(?:\s*(?:/|of|из|von)\s*\d{1,5})?"
    r"|\d{1,5}\s*(?:/|of|из|von)\s*\d{1,5}|[ivxl]{1,7})\W*$",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"^\W*(\d{1,5})\W*$")
_DIGITS = re.compile(r"\d+")
_EDGE = 2  # lines at the top and at the bottom of a page that may be its header and footer
_FEWEST_PAGES = 3
_SHARE_OF_PAGES = 0.4


def is_site_boilerplate(line: str) -> bool:
    """Say whether a line is a site's furniture: navigation, feedback, cookies."""
    return len(line) < 250 and _SITE.match(line) is not None


def find_running_lines(pages: Mapping[int, Sequence[str]]) -> frozenset[tuple[int, int]]:
    """Find headers, footers and page numbers.

    Args:
        pages: the lines of each page, in order.
    Returns:
        (page, index of the line) of every line that only runs along: at a page's edge, and either
        a page number, or the same (numbers apart) on two pages of five and at least three.
    """
    edges = [
        (page, index, _key(lines[index]))
        for page, lines in pages.items()
        for index in _edge_indices(len(lines))
    ]
    seen = Counter(key for key in {(key, page) for page, _, key in edges})
    on_pages = Counter(key for key, _ in seen)
    enough = max(_FEWEST_PAGES, _SHARE_OF_PAGES * len(pages))
    return _find_numbers(pages, [(page, index) for page, index, _ in edges]) | frozenset(
        (page, index)
        for page, index, key in edges
        if _DIGITS.sub("", key).strip(" #") and on_pages[key] >= enough
    )


def _find_numbers(
    pages: Mapping[int, Sequence[str]], edges: Sequence[tuple[int, int]]
) -> frozenset[tuple[int, int]]:
    """Find page numbers: said to be one, or bare and counting along with the pages."""
    bare = [
        (page, index, int(match.group(1)) - page)
        for page, index in edges
        if (match := _NUMBER.match(pages[page][index]))
    ]
    shifts = Counter(shift for _, _, shift in bare)
    said = ((p, index) for p, index in edges if _PAGE_NUMBER.match(pages[p][index]))
    return frozenset(said) | frozenset(
        (page, index) for page, index, shift in bare if shift == 0 or shifts[shift] > 1
    )


def _edge_indices(count: int) -> Sequence[int]:
    return sorted({*range(min(_EDGE, count)), *range(max(0, count - _EDGE), count)})


def _key(line: str) -> str:
    return _DIGITS.sub("#", " ".join(line.lower().split()))
