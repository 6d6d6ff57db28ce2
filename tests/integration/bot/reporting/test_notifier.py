"""What whoever asked gets to read."""

import itertools
import json
from dataclasses import replace

import pytest
from telegram.ext import ExtBot

from bot.phrasebook import FluentPhrasebook
from bot.reporting.notifier import TelegramNotifier
from bot.reporting.progress_board import ProgressBoard
from bot.transport.outbox import Outbox
from bot.transport.reply_address import Origin
from pipelines.errors import Failure, TransientError
from pipelines.models.answers import Answer, Choice, Citation, Timings
from pipelines.models.requests import BatchReport, ItemProgress, ItemReport
from tests.support.bot.bot_api_double import ScriptedApi, failure, scripted_bot

ORIGIN = Origin(1, 1, "en", progress_id=9).encode()
STORED = ItemReport(0, "a.txt", "stored", "file", title="A", language="en", chunks=1)
BATCH = "ingest-4242-1-77-1763785000"
DOCUMENT = "6b7f3a52-3c1e-4d0c-9a55-0d6f1c2b9e10"
REPORT = BatchReport("b", (STORED,), 1.0)


def lines(*nodes: str) -> list[ItemProgress]:
    return [ItemProgress(i, f"{i}.txt", "running", node) for i, node in enumerate(nodes)]


def answer(text: str, *, abstained: bool = False) -> Answer:
    return Answer(text, abstained, "en", (), (), Timings())


@pytest.fixture
def notifier(bot: ExtBot[int]) -> TelegramNotifier:
    outbox = Outbox(bot)
    return TelegramNotifier(
        outbox, FluentPhrasebook(), board=ProgressBoard(outbox, seconds_between=0.05)
    )


async def test_the_latest_progress_wins_and_the_summary_is_last(
    api: ScriptedApi, notifier: TelegramNotifier
) -> None:
    for node in ("fetch", "extract", "clean", "plan", "embed"):
        await notifier.progressed(ORIGIN, lines(node))
    await api.until_called("editMessageText", 1)
    await notifier.progressed(ORIGIN, lines("store"))
    await notifier.ingested(ORIGIN, REPORT)
    texts = [call["text"] for call in api.called("editMessageText")]
    assert "making it searchable" in texts[0]
    assert texts[-1].startswith("Done, “A” is in the base")
    assert len(texts) <= 3
    assert not api.called("sendMessage")


@pytest.mark.parametrize(
    ("is_for_everyone", "is_said"), [(False, True), (True, False)], ids=["for one", "for all"]
)
async def test_who_reads_a_correction_is_said_once(
    api: ScriptedApi, notifier: TelegramNotifier, *, is_for_everyone: bool, is_said: bool
) -> None:
    to = Origin(1, 1, "en", progress_id=9, corrected="x", is_for_everyone=is_for_everyone)
    await notifier.ingested(to.encode(), BatchReport("b", (replace(STORED, readers=()),), 1.0))
    [said] = [call["text"] for call in api.called("editMessageText")]
    assert ("Readable by" in said) is is_said, "admins are to read it, too, which is said below"


async def test_edits_of_one_chat_are_apart(api: ScriptedApi) -> None:
    async with scripted_bot() as (api, bot):
        outbox = Outbox(bot)
        board = ProgressBoard(outbox, seconds_between=0.2)
        for message_id in (1, 2, 3):
            board.show(7, message_id, "text")
        await api.until_called("editMessageText", 3)
        at = [t for t, (name, _) in zip(api.times, api.calls, strict=True) if name[:4] == "edit"]
        assert all(later - earlier > 0.15 for earlier, later in itertools.pairwise(at))
        for message_id in (1, 2, 3):
            await board.finish(7, message_id)


@pytest.mark.filterwarnings("ignore:.*retry_after")
async def test_a_failed_progress_edit_is_not_repeated(
    api: ScriptedApi, notifier: TelegramNotifier
) -> None:
    api.enqueue("editMessageText", failure(429, "Too Many Requests", retry_after=1))
    await notifier.progressed(ORIGIN, lines("fetch"))
    await notifier.ingested(ORIGIN, REPORT)
    assert len(api.called("editMessageText")) <= 2


async def test_a_deleted_progress_message_is_replaced(
    api: ScriptedApi, notifier: TelegramNotifier
) -> None:
    api.enqueue("editMessageText", failure(400, "Bad Request: message to edit not found"))
    await notifier.ingested(ORIGIN, REPORT)
    (sent,) = api.called("sendMessage")
    assert sent["text"].startswith("Done")
    assert ":jc" in sent["reply_markup"]


async def test_a_batch_without_a_document_has_no_button(
    api: ScriptedApi, notifier: TelegramNotifier
) -> None:
    refused = ItemReport(0, "a", "refused", "file", failure=Failure("source-empty"))
    await notifier.ingested(ORIGIN, BatchReport("b", (refused,), 1.0))
    (edited,) = api.called("editMessageText")
    assert "reply_markup" not in edited


async def test_a_long_summary_goes_on_in_further_messages(
    api: ScriptedApi, notifier: TelegramNotifier
) -> None:
    items = tuple(
        ItemReport(i, "x" * 80, "refused", "file", Failure("source-empty")) for i in range(100)
    )
    await notifier.ingested(ORIGIN, BatchReport("b", (STORED, *items), 1.0))
    (edited,), sent = api.called("editMessageText"), api.called("sendMessage")
    assert "reply_markup" not in edited
    assert "reply_markup" in sent[-1]
    assert all(len(call["text"]) <= 4096 for call in (edited, *sent))


async def test_progress_offers_to_cancel_a_batch_of_this_chat(
    api: ScriptedApi, notifier: TelegramNotifier
) -> None:
    await notifier.progressed(ORIGIN, lines("fetch"), batch_id=BATCH)
    await api.until_called("editMessageText", 1)
    await notifier.progressed(ORIGIN, lines("clean"), batch_id="cli-of-the-command-line")
    await api.until_called("editMessageText", 2)
    first, second = api.called("editMessageText")
    assert '"1:1:bc:77-1763785000"' in first["reply_markup"]
    assert "reply_markup" not in second


async def test_nothing_is_sketched_over_the_last_word(
    api: ScriptedApi, notifier: TelegramNotifier
) -> None:
    await notifier.progressed(ORIGIN, lines("fetch"), batch_id=BATCH)
    await notifier.failed(ORIGIN, Failure("batch-cancelled"))
    await notifier.progressed(ORIGIN, lines("embed"), batch_id=BATCH)
    await notifier.progressed(Origin(1, 1, "en", progress_id=10).encode(), lines("fetch"))
    await api.until_called("editMessageText", 2)
    about_nine = [call for call in api.called("editMessageText") if call["message_id"] == "9"]
    assert about_nine[-1]["text"] == "Cancelled. Nothing of this was added."
    assert "reply_markup" not in about_nine[-1]


async def test_after_the_end_there_is_what_can_be_done(
    api: ScriptedApi, notifier: TelegramNotifier
) -> None:
    known = ItemReport(1, "k", "known", "file", title="Known", document_id=DOCUMENT)
    passing = ItemReport(2, "p", "refused", "web", failure=Failure("source-unavailable"))
    await notifier.ingested(ORIGIN, BatchReport(BATCH, (STORED, known, passing), 1.0))
    (edited,) = api.called("editMessageText")
    (row,) = json.loads(edited["reply_markup"])["inline_keyboard"]
    name = "77-1763785000"
    data = [key["callback_data"] for key in row]
    assert data == ["1:1:jc", f"1:1:br:{name}", f"1:1:bm:ord_{name}"]


async def test_what_cannot_be_done_is_not_offered(
    api: ScriptedApi, notifier: TelegramNotifier
) -> None:
    broken = ItemReport(2, "p", "refused", "web", failure=Failure("source-broken"))
    await notifier.ingested(ORIGIN, BatchReport(BATCH, (broken,), 1.0))
    (edited,) = api.called("editMessageText")
    assert "reply_markup" not in edited


async def test_another_try_of_what_is_gone_is_not_offered(
    api: ScriptedApi, notifier: TelegramNotifier
) -> None:
    note = ItemReport(
        0, "Note", "failed", "file", failure=Failure("internal-error", error_id="1"), is_kept=False
    )
    await notifier.ingested(ORIGIN, BatchReport(BATCH, (note,), 1.0))
    (edited,) = api.called("editMessageText")
    assert "reply_markup" not in edited


async def test_a_long_answer_is_split_and_replies_once(
    api: ScriptedApi, notifier: TelegramNotifier
) -> None:
    origin = Origin(1, 1, "en", reply_to=5).encode()
    await notifier.answered(origin, answer("word " * 2000, abstained=True))
    sent = api.called("sendMessage")
    assert len(sent) == 3
    assert ["reply_parameters" in call for call in sent] == [True, False, False]
    assert ["reply_markup" in call for call in sent] == [False, False, True]


async def test_what_only_comes_close_offers_to_add_a_source_beside_its_own(
    api: ScriptedApi, notifier: TelegramNotifier
) -> None:
    cited = Citation(
        *(1, "d", "A book", None, None, None, None, 0, "quoted words"), passage_id=3, quote_at=0
    )
    close = replace(answer("Closest:\n\nquoted words [1]", abstained=True), citations=(cited,))
    await notifier.answered(Origin(1, 1, "en").encode(), close)
    (sent,) = api.called("sendMessage")
    rows = json.loads(sent["reply_markup"])["inline_keyboard"]
    assert [[key["text"] for key in row] for row in rows] == [["1"], ["Add a source"]]


@pytest.mark.parametrize(
    ("chat", "shown"), [(1, [["What comes closest", "Add a source"]]), (-100, [])]
)
async def test_what_comes_closest_can_be_looked_at_where_nothing_answers(
    api: ScriptedApi, notifier: TelegramNotifier, chat: int, shown: list[list[str]]
) -> None:
    """Not in a group: what is shown there is what everybody there may read."""
    refusal = replace(answer("No answer", abstained=True), has_nearest=True, interaction_id="7a")
    await notifier.answered(Origin(chat, 1, "en").encode(), refusal)
    (sent,) = api.called("sendMessage")
    rows = json.loads(sent.get("reply_markup", '{"inline_keyboard": []}'))["inline_keyboard"]
    assert [[key["text"] for key in row] for row in rows] == shown


async def test_the_buttons_of_an_answer_are_in_its_language(
    api: ScriptedApi, notifier: TelegramNotifier
) -> None:
    """Whatever language the person's Telegram is in; of a text in none, that one counts."""
    origin = Origin(1, 1, "ru").encode()
    for language in ("en", "ru", "und"):
        said = replace(answer("x", abstained=True), language=language)
        await notifier.answered(origin, said)
    shown = [json.loads(sent["reply_markup"]) for sent in api.called("sendMessage")]
    labels = [each["inline_keyboard"][0][0]["text"] for each in shown]
    assert labels == ["Add a source", "Добавить источник", "Добавить источник"]


async def test_a_failure_is_a_sentence(api: ScriptedApi, notifier: TelegramNotifier) -> None:
    await notifier.failed(Origin(1, 1, "ru").encode(), Failure("model-unavailable"))
    (sent,) = api.called("sendMessage")
    assert "Языковая модель сейчас не отвечает" in sent["text"]


async def test_nobody_waits_for_an_empty_origin(
    api: ScriptedApi, notifier: TelegramNotifier
) -> None:
    await notifier.progressed("", lines("fetch"))
    await notifier.ingested("", REPORT)
    await notifier.answered("", answer("x"))
    await notifier.failed("", Failure("internal-error"))
    assert [name for name, _ in api.calls] == ["getMe"]


async def test_an_answer_that_cannot_be_sent_is_tried_again_by_the_run(
    api: ScriptedApi, notifier: TelegramNotifier
) -> None:
    api.enqueue("sendMessage", failure(500, "Internal Server Error"))
    with pytest.raises(TransientError):
        await notifier.answered(ORIGIN, answer("x"))
    await notifier.answered(ORIGIN, answer("x"))


async def test_an_answer_is_shown_once_though_nobody_can_count_what_is_read(
    bot: ExtBot[int], api: ScriptedApi, caplog: pytest.LogCaptureFixture
) -> None:
    async def being_read(_owner: int) -> int:
        raise RuntimeError("words of somebody")

    outbox = Outbox(bot)
    board = ProgressBoard(outbox)
    notifier = TelegramNotifier(outbox, FluentPhrasebook(), board=board, being_read=being_read)
    await notifier.answered(Origin(1, 1, "en").encode(), answer("No answer", abstained=True))
    assert [sent["text"] for sent in api.called("sendMessage")] == ["No answer"]
    assert "RuntimeError" in caplog.text
    assert "words of somebody" not in caplog.text


async def test_what_was_taken_over_may_be_taken_back(
    api: ScriptedApi, notifier: TelegramNotifier
) -> None:
    origin = Origin(1, 1, "ru", question_id=5).encode()
    await notifier.answered(origin, replace(answer("820"), understood="Kazan"))
    await notifier.answered(origin, answer("820"))
    first, second = api.called("sendMessage")
    (row,) = json.loads(first["reply_markup"])["inline_keyboard"]
    assert [key["text"] for key in row] == ["No, search as written"]
    assert json.loads(first["reply_parameters"])["message_id"] == 5, "the tap asks what it says"
    assert "reply_markup" not in second
    assert "reply_parameters" not in second


async def test_what_may_be_a_note_can_be_saved_from_under_its_answer(
    api: ScriptedApi, notifier: TelegramNotifier
) -> None:
    origin = Origin(1, 1, "ru", question_id=5, may_be_note=True).encode()
    await notifier.answered(origin, replace(answer("820"), language="ru"))
    (sent,) = api.called("sendMessage")
    ((key,),) = json.loads(sent["reply_markup"])["inline_keyboard"]
    assert (key["text"], key["callback_data"]) == ("Сохранить как заметку", "1:1:na")
    assert json.loads(sent["reply_parameters"])["message_id"] == 5, "the tap saves that"


async def test_documents_that_are_listed_can_be_opened(
    api: ScriptedApi, notifier: TelegramNotifier
) -> None:
    choices = (Choice(DOCUMENT, "Fees"), Choice(DOCUMENT, "Rules"))
    origin = Origin(1, 1, "en").encode()
    await notifier.answered(origin, replace(answer("Two."), choices=choices))
    (sent,) = api.called("sendMessage")
    rows = json.loads(sent["reply_markup"])["inline_keyboard"]
    assert [[key["text"] for key in row] for row in rows] == [["Fees"], ["Rules"]]
