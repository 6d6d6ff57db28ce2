"""web_address: spellings of one page."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.nodes.sources.web_address import normal_url, readable_host


@pytest.mark.parametrize(
    ("spelling", "page"),
    [
        ("HTTPS://EX.com:443", "https://ex.com/"),
        ("http://ex.com:80/a", "http://ex.com/a"),
        ("https://ex.com:8443/a", "https://ex.com:8443/a"),
        (" https://ex.com/a#part ", "https://ex.com/a"),
        ("https://ex.com/#!/a", "https://ex.com/#!/a"),
        ("https://user:pw@ex.com./a", "https://ex.com/a"),
        ("https://ex.com/a?utm_source=tg&x=1&fbclid=2&y", "https://ex.com/a?x=1&y"),
        ("https://ex.com/a?utm_medium=tg", "https://ex.com/a"),
        ("https://ex.com/a?", "https://ex.com/a"),
        ("https://ex.com/%7Ea/%d0%ba?b=%2f", "https://ex.com/~a/%D0%BA?b=%2F"),
        ("https://ru.wikipedia.org/wiki/Кот", "https://ru.wikipedia.org/wiki/%D0%9A%D0%BE%D1%82"),
        ("https://Пример.РФ/100%", "https://xn--e1afmkfd.xn--p1ai/100%25"),
        ("https://ex.com/a/./b/../c", "https://ex.com/a/c"),
        ("https://ex.com/../../a/..", "https://ex.com/"),
        ("http://[::1]:80/x", "http://[::1]/x"),
        ("ftp://EX.com/a", "ftp://EX.com/a"),
        ("https://ex.com:port/", "https://ex.com:port/"),
        ("http://[", "http://["),
    ],
)
def test_spellings_of_one_page_meet(spelling: str, page: str) -> None:
    assert normal_url(spelling) == page


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://ex.com/", "https://ex.com/"),
        ("https://ex.com/a", "https://ex.com/a/"),
        ("https://ex.com/a", "https://ex.com/A"),
        ("https://ex.com/?a=1&b=2", "https://ex.com/?b=2&a=1"),
        ("https://ex.com/a%2Fb", "https://ex.com/a/b"),
    ],
)
def test_pages_that_may_differ_stay_apart(one: str, other: str) -> None:
    assert normal_url(one) != normal_url(other)


@given(st.text(max_size=100))
def test_any_text_has_one_normal_form(text: str) -> None:
    once = normal_url(f"https://ex.com/{text}")
    assert normal_url(once) == once
    normal_url(text)


@pytest.mark.parametrize(
    ("travelling", "written"),
    [
        ("xn--e1afmkfd.xn--p1ai", "пример.рф"),
        ("www.example.com", "www.example.com"),
        ("пример.рф", "пример.рф"),
        ("::1", "::1"),
        ("xn--\u00e9", "xn--\u00e9"),
        ("xn--99999999.com", "xn--99999999.com"),
        ("a..b", "a..b"),
    ],
)
def test_a_host_is_shown_as_people_write_it(travelling: str, written: str) -> None:
    assert readable_host(travelling) == written
