"""Reading a public post from the page Telegram gives for embedding it."""

import pytest

from pipelines.errors import SourceRefused
from pipelines.extractors.web.html import HtmlExtractor
from pipelines.models.documents import Extracted, Fetched

POST = """<!DOCTYPE html><html><body class="widget_frame_base tgme_widget body_widget_post">
<div class="tgme_widget_message js-widget_message" data-post="gardeners/42">
<div class="tgme_widget_message_author accent_color"><a class="tgme_widget_message_owner_name"
 href="https://t.me/gardeners"><span dir="auto">Садоводы</span></a></div>
<a class="tgme_widget_message_reply"><div class="js-message_reply_text">Старое</div></a>
<div class="tgme_widget_message_text js-message_text" dir="auto">{text}</div>
<div class="tgme_widget_message_footer"><span class="tgme_widget_message_views">1.2K</span>
<a class="tgme_widget_message_date"><time datetime="2024-03-05T10:00:00+00:00">Mar 5</time></a>
</div></div></body></html>"""


def read(text: str, page: str = POST) -> Extracted:
    content = page.replace("{text}", text).encode()
    return HtmlExtractor().extract(Fetched(content, "text/html", url="https://t.me/gardeners/42"))


def test_a_post_is_its_words_its_channel_and_its_day() -> None:
    extracted = read("<b>Розы</b> обрезают<br/>весной.<br/><br/>Пионы <i><b>🌺</b></i> осенью.")
    assert [block.text for block in extracted.blocks] == [
        "Розы обрезают\nвесной.",
        "Пионы 🌺 осенью.",
    ]
    assert (extracted.author, extracted.published) == ("Садоводы", "2024-03-05")
    assert extracted.title == "Садоводы: Розы обрезают весной."
    assert extracted.url == "https://t.me/gardeners/42"


def test_a_long_post_shows_its_first_words_in_the_title() -> None:
    title = read("Слово " * 50).title
    assert title is not None
    assert title.endswith("Слово…")
    assert len(title) < 80


@pytest.mark.parametrize(
    "page",
    [
        POST.replace("{text}", " "),
        '<html><body><div class="tgme_widget_message_error">Post not found</div></body></html>',
        "<html><body>If you have Telegram, you can view and join right away.</body></html>",
    ],
)
def test_what_strangers_do_not_see_is_refused(page: str) -> None:
    with pytest.raises(SourceRefused) as caught:
        read("", page)
    assert caught.value.code == "source-telegram-closed"
