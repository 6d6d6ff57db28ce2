"""Read Markdown: its text, without its marks."""

import re
from collections.abc import Iterator
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from pipelines.errors import SourceRefused
from pipelines.extractors.tables import named_blocks
from pipelines.extractors.text.decoding import decode
from pipelines.extractors.text.plain import TextExtractor
from pipelines.extractors.titles import choose_title
from pipelines.models.documents import Block, Extracted, Fetched

_FRONT_MATTER = re.compile(
    r"\A---[ \t]*\n(\w[\w-]*[ \t]*:.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL
)
_FRONT_TITLE = re.compile(r"^title\s*:\s*(.+?)\s*$", re.MULTILINE | re.IGNORECASE)
_FRONT_LANGUAGE = re.compile(r"^lang(?:uage)?\s*:\s*[\"']?([A-Za-z]{2})\b", re.MULTILINE)
_INLINE = {"paragraph", "heading", "em", "strong", "link", "image", "s", "td", "th"}
_MANY_MARKS, _MARKED = 20_000, 0.15
_NARROWEST = 50  # characters that prose is wrapped at
_FEW = 2  # lines, of which each may begin with a capital by chance
_LABEL = re.compile(r"[^\W\d_][^:.!?]{1,40}: \S")  # "Treasurer: Olaf Holm"
_COMMENT_END = "-->"
_COMMENT_OR_TAG = re.compile(rf"<!--.*?{_COMMENT_END}|</?[A-Za-z][^<>]*>", re.DOTALL)
_TAG = re.compile(r"</?[A-Za-z][^<>]*>")


class MarkdownExtractor:
    """Reads `text/markdown` (CommonMark with tables)."""

    def extract(self, fetched: Fetched) -> Extracted:
        """Return headings, paragraphs, code, rows of tables, and each list as one block.

        Raises:
            SourceRefused: there is no text in it.
        """
        front, text = _split_front_matter(decode(fetched.content))
        if _is_all_marks(text):
            return TextExtractor().extract(fetched)
        tree = SyntaxTreeNode(MarkdownIt("commonmark").enable("table").parse(text))
        blocks = tuple(block for block in _blocks(tree) if block.text.strip())
        if not blocks:
            raise SourceRefused("source-no-text")
        title = _FRONT_TITLE.search(front)
        headings = (block.text for block in blocks if block.heading)
        language = _FRONT_LANGUAGE.search(front)
        candidates = [title.group(1).strip("\"'") if title else None, next(headings, None)]
        return Extracted(
            blocks=blocks,
            title=choose_title(candidates, fetched, blocks),
            url=fetched.url,
            language=language.group(1).lower() if language else None,
        )


def _is_all_marks(text: str) -> bool:
    """Say whether a long text has more marks than any that a person marks up: nobody meant them.

    The parser looks for the other end of each in all that follows.
    """
    marks = sum(map(text.count, "[]<&*_`!"))
    return marks > _MANY_MARKS and marks > _MARKED * len(text)


def _split_front_matter(text: str) -> tuple[str, str]:
    match = _FRONT_MATTER.match(text)
    return (match.group(1), text[match.end() :]) if match else ("", text)


def _blocks(parent: SyntaxTreeNode) -> Iterator[Block]:
    for node in parent.children:
        if node.type == "blockquote":
            yield from _blocks(node)
        elif node.type == "table":
            rows = (row.children for part in node.children for row in part.children)
            cells = ([_text(cell) for cell in row] for row in rows)
            yield from named_blocks(enumerate(cells, start=1))
        else:
            level = int(node.tag[1]) if node.type == "heading" else None
            yield Block(text=_text(node).strip("\n"), heading=level is not None, level=level)


def _text(node: SyntaxTreeNode) -> str:
    if node.type in {"bullet_list", "ordered_list"}:
        return "\n".join(_list_lines(node))
    if node.type in {"text", "code_inline", "text_special", "fence", "code_block"}:
        return node.content
    if node.type == "html_block":
        return _without_tags(node.content)
    if node.type in {"softbreak", "hardbreak"}:
        return "\n"
    if node.type == "inline":
        return _reflowed(node)
    between = "" if node.type in _INLINE else "\n"
    return between.join(_text(child) for child in node.children)


def _reflowed(node: SyntaxTreeNode) -> str:
    """Join the lines of a paragraph that were wrapped; each of a list without bullets stays one.

    A line was wrapped where the next word would not have fitted in. Where each of several begins
    with a capital, none was.
    """
    lines = "".join(_text(child) for child in node.children).split("\n")
    source, breaks = node.content.split("\n"), [*_breaks(node)]
    if not len(source) == len(breaks) + 1 == len(lines):  # a line may end inside a mark
        return "\n".join(lines) if "hardbreak" in breaks else " ".join(lines)
    begins_anew = len(source) > _FEW and any(line[:1].isupper() for line in source)
    begins_anew = begins_anew and not any(line[:1].islower() for line in source)
    width = max(map(len, source))
    text = lines[0]
    for (before, after), kind, line in zip(pairwise(source), breaks, lines[1:], strict=True):
        fits = len(before) + 1 + len(after.partition(" ")[0]) <= width
        is_own = kind == "hardbreak" or fits or begins_anew or _LABEL.match(line)
        text += ("\n" if is_own or width < _NARROWEST else " ") + line
    return text


def _breaks(node: SyntaxTreeNode) -> Iterator[str]:
    """Yield the kinds of the breaks of a line, in their order, however deep they stand."""
    for child in node.children:
        if child.type in {"softbreak", "hardbreak"}:
            yield child.type
        yield from _breaks(child)


def _without_tags(html: str) -> str:
    """Take tags and comments out; behind the last end of a comment nobody looks for one."""
    before, end, after = html.rpartition(_COMMENT_END)
    return (_COMMENT_OR_TAG.sub(" ", before + end) + _TAG.sub(" ", after)).strip()


def _list_lines(node: SyntaxTreeNode) -> Iterator[str]:
    """Yield one line per item, nested items after the item they belong to."""
    for item in node.children:
        mark = f"{item.info}. " if node.type == "ordered_list" else "- "
        own = [c for c in item.children if c.type not in {"bullet_list", "ordered_list"}]
        yield mark + "\n".join(_text(child) for child in own).strip()
        for child in item.children:
            if child not in own:
                yield from _list_lines(child)
