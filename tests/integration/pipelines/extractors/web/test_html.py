"""Reading web pages."""

import pytest

from pipelines.errors import SourceRefused
from pipelines.extractors.web.html import HtmlExtractor
from pipelines.models.documents import Extracted, Fetched

PAGE = """<!DOCTYPE html><html lang="ru-RU"><head><meta charset="{charset}">
<title>Сыр и его история</title><link rel="canonical" href="{canonical}"></head><body>
<nav><ul><li><a href="/">Главная</a></li><li><a href="/blog">Блог</a></li></ul></nav>
<main><article><h1>Сыр</h1>
<p>Сыр варят из молока, и это продукт питания, который известен с глубокой древности.</p>
<h2>История</h2><p>Первый <a href="/x">сыр</a> появился <b>7000</b> лет назад.<br>Так думают.</p>
<ul><li>Гауда<ul><li>молодая</li></ul></li><li>Эдам</li></ul>
<table><tr><th>Имя</th><th colspan="9007199254740991">Вес</th></tr>
<tr><td>Гауда</td><td>5 кг</td></tr></table>
<pre><code>x = 1
y = 2</code></pre></article></main>
<footer><p>Все права защищены</p></footer><script>var x = "скрипт"</script></body></html>"""


def read(content: bytes, url: str | None = "https://ex.com/page?utm=1") -> Extracted:
    return HtmlExtractor().extract(Fetched(content, "text/html", url=url))


def page(charset: str = "utf-8", canonical: str = "https://ex.com/syr") -> bytes:
    return PAGE.format(charset=charset, canonical=canonical).encode(charset)


@pytest.mark.parametrize("charset", ["utf-8", "windows-1251", "koi8-r"])
def test_the_article_is_read_without_its_surroundings(charset: str) -> None:
    extracted = read(page(charset))
    texts = [block.text for block in extracted.blocks]
    assert texts[0] == "Сыр"
    assert "- Гауда\n- молодая\n- Эдам" in texts
    assert "Имя: Гауда; Вес: 5 кг" in texts
    assert "x = 1\ny = 2" in texts
    assert "Первый сыр появился 7000 лет назад.\nТак думают." in texts
    assert not any(word in "\n".join(texts) for word in ("Блог", "права", "скрипт"))
    assert [block.text for block in extracted.blocks if block.heading] == ["Сыр", "История"]
    assert extracted.language == "ru"
    assert extracted.title is not None
    assert extracted.title.startswith("Сыр")


def test_a_table_of_what_is_what_has_no_names_of_columns() -> None:
    rows = "".join(f"<tr><th>Часть {n}</th><td>{n} кг</td></tr>" for n in range(3))
    content = page().replace(b"<pre>", f"<table>{rows}</table><pre>".encode())
    texts = [block.text for block in read(content).blocks]
    assert "Часть 0 | 0 кг\nЧасть 1 | 1 кг\nЧасть 2 | 2 кг" in texts


@pytest.mark.parametrize(
    ("canonical", "fetched", "url"),
    [
        ("https://ex.com/syr", "https://www.ex.com/a", "https://ex.com/syr"),
        ("https://bank.example/login", "https://ex.com/a", "https://ex.com/a"),
        ("javascript:alert(1)", "https://ex.com/a", "https://ex.com/a"),
        ("https://ex.com/syr", None, None),
    ],
)
def test_a_page_may_not_speak_for_another_site_and_a_file_for_none(
    canonical: str, fetched: str | None, url: str | None
) -> None:
    assert read(page(canonical=canonical), fetched).url == url


def test_a_page_of_too_many_parts_is_called_that() -> None:
    with pytest.raises(SourceRefused) as caught:
        read(b"<html><body>" + b"<p>a " * 500_001)
    assert caught.value.code == "source-too-complex"


def test_a_cell_that_spans_more_than_any_table_has_is_one_cell() -> None:
    row = b"<tr><td rowspan=65534 colspan=1000>Kazan, on the river<td>820</tr>"
    blocks = read(b"<html><body><table>" + row * 3000 + b"</table>").blocks
    assert blocks[0].text.startswith("Kazan, on the river | 820")


def test_a_table_that_is_too_large_when_it_is_filled_up_is_called_that() -> None:
    wide, narrow = b"<tr>" + b"<td>a" * 200 + b"</tr>", b"<tr><td>a</tr>"
    with pytest.raises(SourceRefused) as caught:
        read(b"<html><body><table>" + wide + narrow * 6000 + b"</table>")
    assert caught.value.code == "source-too-complex"


def test_a_byte_order_mark_counts_for_more_than_the_page_says() -> None:
    content = PAGE.format(charset="koi8-r", canonical="").encode("utf-8-sig")
    assert read(content).blocks[0].text == "Сыр"


@pytest.mark.parametrize(
    "content",
    [
        b"<html><body></body></html>",
        b"<html><body><script>let a = 1</script></body></html>",
        b"<html><body>" + b"<div>" * 100_000 + b"deep</body></html>",
    ],
)
def test_a_page_without_text_is_refused(content: bytes) -> None:
    with pytest.raises(SourceRefused) as caught:
        read(content)
    assert caught.value.code == "source-no-text"


PLAIN = (
    "<html><head><title>Page | School</title></head><body>"
    '<nav><a href="/">Home</a> <a href="/fees">Fees</a></nav>'
    "<h1>Questions</h1><h2>Term dates</h2>"
    "<table><tr><th>Term</th><th>Starts</th></tr><tr><td>Spring</td><td>11 January</td></tr>"
    "<tr><td>Summer</td><td>19 April</td></tr></table>"
    "<p>No lessons on the May Day bank holiday; Monday pupils get a double lesson after it.</p>"
    "<h2>Lessons</h2>"
    + "".join(
        f"<h3>What if my {who} is ill?</h3><p>Ring or text the office before {at} on the day. A "
        f"lesson missed by the {who} is not refunded or made up, but if you tell us a day ahead we "
        "try to swap you with someone. Without it half of the term is charged.</p>"
        for at, who in enumerate(("child", "teacher", "dog", "cat", "mother", "father"), start=5)
    )
    + "<footer>Registered charity 5091177.</footer></body></html>"
)


def test_a_page_whose_body_is_the_article_keeps_its_headings_and_its_first_table() -> None:
    blocks = read(PLAIN.encode(), None).blocks
    headings = [block.text for block in blocks if block.heading]
    assert headings[:3] == ["Questions", "Term dates", "Lessons"]
    assert [block.text for block in blocks if block.row] == [
        "Term: Spring; Starts: 11 January", "Term: Summer; Starts: 19 April",
    ]  # fmt: skip
    assert not any("Home" in block.text or "charity" in block.text for block in blocks)
