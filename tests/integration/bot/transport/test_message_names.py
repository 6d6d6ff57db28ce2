"""A message has the same name in every process, or it would be sent by each of them."""

import os
import subprocess
import sys

_NAME = """
from telegram import InputFile, MessageEntity, ReplyParameters
from bot.transport.buttons import Action, button, keyboard
from bot.transport.outbox import NO_PREVIEW
from bot.transport.send_once import _digest
from pipelines.engine.work_context import WorkContext

said = {
    "chat_id": 5,
    "text": "Nine hundred kilograms.",
    "entities": (MessageEntity("text_link", 0, 4, url="https://example.org"),),
    "reply_markup": keyboard([button("1", Action.OPEN_CITATION, 5, "1_2_3_4")]),
    "reply_parameters": ReplyParameters(3, allow_sending_without_reply=True),
    "link_preview_options": NO_PREVIEW,
    "photo": InputFile(b"page", "page-1.png"),
}
print(_digest(WorkContext("run/reply"), "sendMessage", said))
"""


def test_a_message_is_named_alike_in_every_process() -> None:
    names = {
        subprocess.run(
            [sys.executable, "-c", _NAME],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    [name] = names
    assert name.strip().endswith("-1")
