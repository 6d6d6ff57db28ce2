"""No secret reaches the log."""

import io
import logging

import pytest

from bot.logs import HIDDEN, configure_logging, redact

TOKEN = "123456789:AAH" + "x" * 32


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        (f"POST https://api.telegram.org/bot{TOKEN}/getMe", "/getMe"),
        (f"GET https://api.telegram.org/file/bot{TOKEN}/documents/f.pdf", "/documents/f.pdf"),
        (f"token is {TOKEN}", "token is "),
        ("POST http://127.0.0.1:8080/bot1:sandbox/getMe", "/getMe"),
        ("Authorization: Bearer abc.def", "Authorization"),
        ("postgresql://paragraf:hunter2@db:5432/x", "@db:5432/x"),
        ("apikey=abcdef&x=1", "&x=1"),
        ("key sk-proj-abcdefghijklmnop1234", "key "),
        ("eyJhbGciOiJI.eyJzdWIi.c2ln", ""),
    ],
)
def test_what_looks_like_a_secret_is_hidden(line: str, kept: str) -> None:
    cleaned = redact(line)
    assert HIDDEN in cleaned
    assert kept in cleaned
    for secret in (TOKEN, "1:sandbox", "abc.def", "hunter2", "abcdef&", "sk-proj", "eyJ"):
        assert secret not in cleaned


def test_ordinary_lines_stay_as_they_are() -> None:
    line = "chat 123456789 at 12:30:45, 3 of 7 robots: http://127.0.0.1:8080/ used"
    assert redact(line) == line


@pytest.fixture(params=["info"])
def stream(request: pytest.FixtureRequest):
    loggers = [logging.getLogger(name) for name in (None, "bot", "pipelines")]
    levels = [logger.level for logger in loggers]
    handlers = loggers[0].handlers[:]
    stream = io.StringIO()
    configure_logging(request.param, secrets=["correct horse battery"], stream=stream)
    yield stream
    loggers[0].handlers[:] = handlers
    for logger, level in zip(loggers, levels, strict=True):
        logger.setLevel(level)


def test_tracebacks_and_arguments_are_cleaned(stream: io.StringIO) -> None:
    try:
        raise ValueError(f"https://api.telegram.org/bot{TOKEN}/x correct horse battery")
    except ValueError:
        logging.getLogger("x").exception("asked %s", f"bot{TOKEN}", stack_info=True)
    logged = stream.getvalue()
    assert "Traceback" in logged
    assert TOKEN not in logged
    assert "correct horse battery" not in logged


def test_the_http_client_does_not_log_addresses(stream: io.StringIO) -> None:
    logging.getLogger("httpx").info("HTTP Request: POST somewhere")
    assert not stream.getvalue()


@pytest.mark.parametrize("stream", ["debug"], indirect=True)
def test_libraries_do_not_log_what_passes_through_them(stream: io.StringIO) -> None:
    logging.getLogger("telegram.ext.ExtBot").debug("sendMessage with parameters: private words")
    logging.getLogger("bot.handlers").debug("ours")
    assert "private words" not in stream.getvalue()
    assert "ours" in stream.getvalue()
