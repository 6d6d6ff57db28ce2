"""secret_places: every place and kind reads well, in both languages."""

import pytest

from bot.phrasebook import FluentPhrasebook
from bot.views.secrets import places_text

PHRASES = FluentPhrasebook()


@pytest.mark.parametrize(
    ("place", "en", "ru"),
    [
        ("aws-access-key@page:3", "AWS access key, p. 3", "ключ доступа AWS, с. 3"),
        ("password@row:1200", "a password, row 1200", "пароль, строка таблицы 1200"),
        ("private-key@line:12", "a private key, line 12", "закрытый ключ, строка 12"),
        ("jwt@time:65", "JWT, 1:05", "JWT, 1:05"),
        ("api-key@paragraph:2", "an API key or token, paragraph 2", "ключ или токен API, абзац 2"),
        ("url-token@link", "a token in an address, in the link", "токен в адресе, в ссылке"),
        ("github-token@line:4", "GitHub token, line 4", "токен GitHub, строка 4"),
        ("openai-key@page:1", "OpenAI key, p. 1", "ключ OpenAI, с. 1"),
        ("slack-webhook@link", "Slack webhook, in the link", "адрес вебхука Slack, в ссылке"),
        ("jwt@title", "JWT, in the title", "JWT, в заголовке"),
    ],
)
def test_a_place_in_words(place: str, en: str, ru: str) -> None:
    assert places_text(place, "en", PHRASES) == en
    assert places_text(place, "ru", PHRASES) == ru


def test_several_places_stand_in_one_line() -> None:
    text = places_text("jwt@page:1 password@name", "en", PHRASES)
    assert text == "JWT, p. 1; a password, in the file name"
