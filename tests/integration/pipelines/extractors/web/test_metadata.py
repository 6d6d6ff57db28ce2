"""What a page says of itself: address, day and author."""

import pytest
import trafilatura

from pipelines.extractors.web.bylines import iso_date, tidy_author
from pipelines.extractors.web.html import HtmlExtractor
from pipelines.extractors.web.metadata import canonical_url, published_on
from pipelines.models.documents import Extracted, Fetched

PROSE = (
    "<p>Cheese is made from milk, and people have known how to make it for a very long time.</p>"
)


def read(head: str, body: str = PROSE, url: str = "https://ex.com/cheese?x=1") -> Extracted:
    page = f"<html><head><title>Cheese</title>{head}</head><body><article>{body}</article></body>"
    return HtmlExtractor().extract(Fetched(page.encode(), "text/html", url=url))


@pytest.mark.parametrize(
    ("declared", "fetched", "believed"),
    [
        ("/cheese", "https://ex.com/a", "https://ex.com/cheese"),
        ("//ex.com/cheese", "https://ex.com/a", "https://ex.com/cheese"),
        ("https://ru.wikipedia.org/wiki/A", "https://ru.m.wikipedia.org/wiki/A", None),
        ("https://ex.com/syr", "https://amp.ex.com/a", "https://ex.com/syr"),
        ("https://ex.com/", "https://ex.com/a", "https://ex.com/a"),
        ("https://ex.com/?p=5", "https://ex.com/a", "https://ex.com/?p=5"),
        ("https://ex.com/", "https://ex.com/?utm_source=1", "https://ex.com/"),
        ("https://www.com/a", "https://m.com/a", "https://m.com/a"),
        ("https://sub.ex.com/a", "https://ex.com/a", "https://ex.com/a"),
        ("https://ex.com:8443/a", "https://ex.com/b", "https://ex.com/b"),
        ("https://user:pw@ex.com/a", "https://ex.com/b", "https://ex.com/b"),
        ("http://[", "https://ex.com/b", "https://ex.com/b"),
        ("javascript:alert(1)", "https://ex.com/b", "https://ex.com/b"),
    ],
)
def test_only_an_address_of_the_same_site_is_believed(
    declared: str, fetched: str, believed: str | None
) -> None:
    tree = trafilatura.load_html(f'<html><head><link rel="canonical" href="{declared}"></head>')
    assert canonical_url(tree, fetched) == (believed or declared)


def test_the_next_mark_counts_when_the_first_is_not_believed() -> None:
    extracted = read(
        '<link rel="canonical" href="https://other.example/a">'
        '<meta property="og:url" content="https://ex.com/cheese">'
    )
    assert extracted.url == "https://ex.com/cheese"


@pytest.mark.parametrize(
    ("head", "body", "day"),
    [
        ('<meta property="article:published_time" content="2024-03-05T10:00+03:00">', "", 5),
        ("", '<span itemprop="datePublished" content="2024-03-06">6 марта</span>', 6),
        ("", '<time itemprop="datePublished" datetime="2024-03-07T00:00">7</time>', 7),
        ('<meta name="pubdate" content="2024-03-08">', "", 8),
        ("", '<time datetime="2024-03-09">9 March</time>', 9),
    ],
)
def test_the_day_comes_from_the_marks_of_the_page(head: str, body: str, day: int) -> None:
    assert read(head, body + PROSE).published == f"2024-03-0{day}"


def test_a_day_in_the_running_text_is_not_the_day_of_the_page() -> None:
    assert read("", f"<p>Anna was born on 1 January 1990.</p>{PROSE}").published is None


def test_a_day_that_does_not_exist_is_none() -> None:
    tree = trafilatura.load_html('<html><meta name="date" content="2024-13-40"></html>')
    assert published_on(tree) is None
    assert iso_date("soon") is iso_date(None) is None


def test_the_author_is_named() -> None:
    assert read('<meta name="author" content="Anna  Petrova">').author == "Anna Petrova"
    assert read("").author is None


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("  Anna\n Petrova ", "Anna Petrova"),
        ("By Anna Petrova", "Anna Petrova"),
        ("Автор: Иван Петров", "Иван Петров"),
        ("Byron", "Byron"),
        ("https://ex.com/anna", None),
        ("anna@ex.com", None),
        ("--", None),
        ("", None),
        (None, None),
        (["Anna"], None),
    ],
)
def test_a_name_is_made_presentable(written: object, name: str | None) -> None:
    assert tidy_author(written) == name


def test_a_name_has_an_end() -> None:
    name = tidy_author("Anna " * 100)
    assert name is not None
    assert len(name) <= 200
