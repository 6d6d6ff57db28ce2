"""telegram_links: posts that anybody may read, and all the rest."""

import pytest

from pipelines.nodes.sources.telegram_links import is_telegram, page_of, post_of


@pytest.mark.parametrize(
    ("url", "post"),
    [
        ("https://t.me/channel/123", "channel/123"),
        ("http://www.t.me/channel/123/?single&comment=5", "channel/123"),
        ("https://t.me/s/channel/123", "channel/123"),
        ("https://telegram.me/some_group/7/4567", "some_group/4567"),
        ("https://t.me/c/1234567890/55", None),
        ("https://t.me/+AbCdEf", None),
        ("https://t.me/channel", None),
        ("https://t.me/joinchat/AAAA", None),
        ("https://t.me.evil/channel/123", None),
        ("tg://resolve?domain=channel&post=1", None),
        ("http://[", None),
    ],
)
def test_public_posts_are_known_by_channel_and_number(url: str, post: str | None) -> None:
    assert post_of(url) == post


def test_other_places_of_telegram_are_known_as_such() -> None:
    assert is_telegram("https://t.me/+AbCdEf")
    assert not is_telegram("https://ex.com/?u=https://t.me/channel/1")


def test_an_instant_view_is_the_page_it_shows() -> None:
    assert page_of("https://t.me/iv?url=https%3A%2F%2Fex.com%2Fa&rhash=1") == "https://ex.com/a"
    assert page_of("https://t.me/iv?url=file%3A///etc/passwd") is None
    assert page_of("https://ex.com/iv?url=https%3A%2F%2Fex.com%2Fa") is None
