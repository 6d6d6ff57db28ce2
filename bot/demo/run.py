"""`paragraf demo`: a person builds a small base and asks; every citation is checked."""

import shutil
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.commands.console import Console
from bot.demo.chat import Chat, Said, has_button
from bot.demo.material import FOLDER, DemoDocument, DemoQuestion, Material, Website, read_material
from bot.settings import Settings
from bot.stack import open_stack
from pipelines.services import make_folder

USER_ID = 4242


async def play(settings: Settings, console: Console, language: str) -> int:
    """Play the demo over a fresh base; 1 when an answer is not what it must be."""
    started = time.monotonic()
    with _fresh_folder(settings) as folder, Website() as website:
        async with open_stack(_for_demo(settings, folder)) as stack:
            assert stack.page_url is not None
            chat = Chat(stack.page_url, USER_ID, language, console)
            try:
                faults, times = await _converse(chat, read_material(), website, console, language)
            finally:
                await chat.close()
    console.show("")
    for fault in faults:
        console.complain(fault)
    median = statistics.median(times)
    seconds = time.monotonic() - started
    key = "demo-failed" if faults else "demo-passed"
    console.say(key, questions=len(times), faults=len(faults))
    console.say("demo-times", median=round(median, 2), seconds=round(seconds))
    return 1 if faults else 0


@contextmanager
def _fresh_folder(settings: Settings) -> Iterator[Path]:
    """Give an empty folder beside the user's data, and leave none behind."""
    data_dir = settings.data_dir.expanduser().resolve()
    make_folder(data_dir)
    folder = Path(tempfile.mkdtemp(prefix=".demo-", dir=data_dir))
    folder.chmod(0o711)  # the account that Postgres runs as must pass through
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _for_demo(settings: Settings, folder: Path) -> Settings:
    """Take the user's models, and nothing of the user's data."""
    return settings.model_copy(
        update={
            "telegram_token": None,
            "open_access": True,
            "sandbox_port": 0,
            "data_dir": folder,
            "models_dir": settings.models_dir or settings.data_dir,
            "database_url": None,
            "supabase_url": None,
            "allow_private_urls": True,  # the page lies on this machine
        }
    )


async def _converse(
    chat: Chat, material: Material, website: Website, console: Console, language: str
) -> tuple[list[str], list[float]]:
    """Go through the whole conversation; return what was wrong, and seconds per question."""
    hello = await chat.hear(await chat.write("/start"))
    await chat.press(hello, console.phrases.say("button-documents", language))
    chat.show(await chat.changed(hello))
    last, ask = hello, console.phrases.say("button-go-chat", language)
    for document in material.documents:
        last = await _add(chat, document, website, ask)
    await chat.press(last, ask)
    await chat.hear(last)
    faults: list[str] = []
    times: list[float] = []
    for question in material.questions:
        asked = await chat.write(question.text)
        began = time.perf_counter()
        reply = await chat.hear(asked)
        times.append(time.perf_counter() - began)
        faults += _faults(question, reply["text"], material, console)
    return faults, times


async def _add(chat: Chat, document: DemoDocument, website: Website, ask: str) -> Said:
    """Send a document and wait for its receipt, which is the message that gets this button."""
    if document.sent_as == "link":
        sent = await chat.write(website.address(document.file))
    else:
        sent = await chat.send(FOLDER / document.file)
    return await chat.hear(sent, when=lambda said: has_button(said, ask))


def _faults(
    question: DemoQuestion, reply: str, material: Material, console: Console
) -> Iterator[str]:
    """Say what an answer lacks: the words it needs, or the place it must cite."""
    say = console.phrases.say
    refusal = say("answer-not-found", question.language)
    if question.document is None:
        if reply != refusal:
            yield f"answered, though the base has no answer: {question.text}"
        return
    answer, _, sources = reply.partition(say("sources-heading", question.language))
    if (question.answer_has or "") not in answer:
        yield f"“{question.answer_has}” is not in the answer: {question.text}"
    title = next(d.title for d in material.documents if d.file == question.document)
    page = say("source-page", question.language, page=question.page) if question.page else ""
    if not any(title in line and page in line for line in sources.splitlines()):
        yield f"{question.document} {page} is not cited: {question.text}"
