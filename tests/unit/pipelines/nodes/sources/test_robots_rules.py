"""robots_rules: what a robots.txt lets a program ask for."""

import pytest

from pipelines.nodes.sources.robots_rules import permits, read_rules

FILE = """\ufeff# a comment
User-agent: *
Disallow: /private
Allow: /private/open$   # trailing comment
Disallow: /*.pdf$
Disallow: /search?*q=
Crawl-delay: 10

User-agent: GoodBot
User-agent: paragraf
Disallow: /only-for-people
Disallow:
Sitemap: https://ex.com/sitemap.xml

User-agent: Other
Disallow: /
""".lstrip("\ufeff")


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/", True),
        ("", True),
        ("/privat", True),
        ("/private", False),
        ("/private/x", False),
        ("/private/open", True),
        ("/private/open/x", False),
        ("/a/b.pdf", False),
        ("/a/b.pdf?x=1", True),
        ("/search?lang=ru&q=cat", False),
        ("/search?page=2", True),
        ("/only-for-people", True),
    ],
)
def test_the_longest_rule_decides_for_whoever_is_not_named(path: str, allowed: bool) -> None:
    assert permits(read_rules(FILE, "SomeBot"), path) is allowed


@pytest.mark.parametrize(
    ("path", "allowed"), [("/only-for-people/1", False), ("/private", True), ("/a.pdf", True)]
)
def test_rules_by_name_replace_the_general_ones(path: str, allowed: bool) -> None:
    assert permits(read_rules(FILE, "Paragraf"), path) is allowed


@pytest.mark.parametrize(
    ("rule", "path", "allowed"),
    [
        ("/кошки", "/%D0%BA%D0%BE%D1%88%D0%BA%D0%B8/1", False),
        ("/%d0%ba%d0%be%d1%88%d0%ba%d0%b8", "/кошки", False),
        ("/a%2fb", "/a/b", True),
        ("/a%2Fb", "/a%2fb", False),
        ("*", "/anything", False),
        ("/a*b*c$", "/a-b-c", False),
        ("/a*b*c$", "/a-b-c-d", True),
        ("/a*bc$", "/abc", False),
        ("/a*ab$", "/ab", True),
        ("/$", "/", False),
        ("/$", "/x", True),
    ],
)
def test_patterns_and_escapes(rule: str, path: str, allowed: bool) -> None:
    assert permits(read_rules(f"User-agent: *\nDisallow: {rule}", "X"), path) is allowed


@pytest.mark.parametrize("text", ["", "<html>Not found</html>", "Disallow: /", "User-agent: *"])
def test_a_file_that_says_nothing_forbids_nothing(text: str) -> None:
    assert permits(read_rules(text, "Paragraf"), "/a")


def test_equal_rules_allow() -> None:
    rules = read_rules("User-agent: *\nDisallow: /a\nAllow: /a", "X")
    assert permits(rules, "/a")


def test_many_stars_are_read_to_their_end() -> None:
    rules = read_rules("User-agent: *\nDisallow: /" + "*a" * 2000 + "b$", "X")
    assert permits(rules, "/" + "a" * 8000)
