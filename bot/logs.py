"""Logging that never shows a secret.

httpx logs request addresses, and Telegram's hold the bot's token; drivers put connection
strings into their errors. So every record, its traceback included, is cleaned on the way out.
"""

import logging
import sys
from collections.abc import Sequence
from typing import TextIO

from pipelines.nodes.secrets.find import redact_log

HIDDEN = "[hidden]"
_OURS = ("bot", "pipelines")
_CHATTY = ("httpx", "httpcore", "telegram.ext.Updater", "hpack")


def redact(text: str, secrets: Sequence[str] = ()) -> str:
    """Return the text with everything that looks like a secret, or is one, hidden."""
    for secret in secrets:
        text = text.replace(secret, HIDDEN)
    return redact_log(text, HIDDEN)


class RedactingFilter(logging.Filter):
    """Cleans a record's message, traceback and stack; lets every record through."""

    def __init__(self, secrets: Sequence[str] = ()) -> None:
        super().__init__()
        self._secrets = tuple(secret for secret in secrets if len(secret) >= 8)
        self._formatter = logging.Formatter()

    def filter(self, record: logging.LogRecord) -> bool:
        """Clean the record in place."""
        record.msg, record.args = redact(record.getMessage(), self._secrets), ()
        if record.exc_info and not record.exc_text:
            record.exc_text = self._formatter.formatException(record.exc_info)
        if record.exc_text:
            record.exc_text = redact(record.exc_text, self._secrets)
        if record.stack_info:
            record.stack_info = redact(record.stack_info, self._secrets)
        return True


def configure_logging(
    level: str, *, secrets: Sequence[str] = (), stream: TextIO | None = None
) -> None:
    """Log to standard error at this level, without secrets; chatty libraries only warn."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    handler.addFilter(RedactingFilter(secrets))
    wanted = logging.getLevelNamesMapping().get(level.upper(), logging.WARNING)
    # Below INFO libraries log what passes through them: messages, documents, answers.
    logging.basicConfig(level=max(wanted, logging.INFO), handlers=[handler], force=True)
    for name in _OURS:
        logging.getLogger(name).setLevel(wanted)
    for name in _CHATTY:
        logging.getLogger(name).setLevel(logging.WARNING)
