"""An answer while it is written, and one that was stopped, in words."""

import pytest

from bot.phrasebook import FluentPhrasebook
from bot.transport.pieces import units
from bot.views.answers.draft import draft_view, stopped_view
from pipelines.models.answers import Citation, Draft

PHRASES = FluentPhrasebook()
SOURCE = Citation(1, "d", "The lighthouse", None, "a.txt", None, None, 0, "The lens weighs a ton.")


def draft(stage="writing", language="en", **more) -> Draft:
    return Draft("run", language, stage, **more)


@pytest.mark.parametrize(
    ("given", "line"),
    [
        (draft("searching", detail="lens  weight"), "Searching: lens weight"),
        (draft("searching", "ru", detail="вес линзы"), "Ищу: вес линзы"),
        (draft("reading", "ru", detail="Маяк", done=2, total=5), "Читаю: Маяк (2 из 5)"),
        (draft("reading", detail="x" * 200), f"Reading: {'x' * 59}…"),
        (draft("thinking"), "Thinking…"),
        (draft("writing", "ru"), "Пишу…"),
    ],
)
def test_the_first_line_says_what_is_done(given: Draft, line: str) -> None:
    piece = draft_view(given, PHRASES)
    assert piece.text == line
    assert [entity.type for entity in piece.entities] == ["italic"]


def test_what_there_is_of_the_answer_is_formatted_and_goes_on() -> None:
    piece = draft_view(draft(text="The lens weighs **a ton** [1]."), PHRASES, offers_stop=True)
    assert piece.text == "Writing… · /stop to stop\n\nThe lens weighs a ton [1]. …"
    assert [entity.type for entity in piece.entities] == ["italic", "bold"]


STARRED = Citation(1, "d", "The lighthouse", None, "a.txt", 3, None, 0, "It weighs *a ton*.")
QUOTED = draft(
    "reading",
    detail="The lighthouse",
    text="It weighs *a ton*. [1]",
    is_quoted=True,
    citations=(STARRED,),
)


def test_what_is_quoted_is_shown_as_what_it_is_to_the_letter() -> None:
    piece = draft_view(QUOTED, PHRASES)
    assert piece.text == (
        "Reading: The lighthouse\n\nFound so far:\nIt weighs *a ton*. [1]\n\n"
        "[1] The lighthouse, a.txt, p. 3"
    )
    assert [entity.type for entity in piece.entities] == ["italic", "italic"]


def test_an_answer_that_was_stopped_before_it_began_leaves_what_is_quoted() -> None:
    (piece,) = stopped_view(QUOTED, "en", PHRASES)
    assert piece.text.startswith("Found so far:\nIt weighs *a ton*. [1]\n\n[1] The lighthouse")
    assert piece.text.endswith(
        "the answer had not begun, above is only what was found. To get it, ask again."
    )


def test_of_a_long_answer_the_end_is_shown() -> None:
    text = "\n\n".join(f"Paragraph {number} 🦭 " + "word " * 60 for number in range(40))
    piece = draft_view(draft(text=text), PHRASES)
    assert units(piece.text) <= 4096
    assert piece.text.startswith("Writing…\n\n…Paragraph")
    assert piece.text.endswith("word …")
    assert "Paragraph 39" in piece.text


def test_a_stopped_answer_keeps_its_sources() -> None:
    (piece,) = stopped_view(draft(text="It weighs a ton [1].", citations=(SOURCE,)), "en", PHRASES)
    assert piece.text.startswith("It weighs a ton [1].\n\nSources\n[1] The lighthouse")
    assert piece.text.endswith(
        "\n\nStopped: this is only a part of the answer. To get it all, ask again."
    )


def test_marks_without_their_sources_are_left_out() -> None:
    (piece,) = stopped_view(draft(text="It weighs a ton [1]."), "en", PHRASES)
    assert piece.text.startswith("It weighs a ton.\n\nStopped")


@pytest.mark.parametrize("shown", [None, draft("thinking")])
def test_what_was_stopped_before_a_word_says_only_so(shown: Draft | None) -> None:
    (piece,) = stopped_view(shown, "ru", PHRASES)
    assert piece.text == "Остановлено. Чтобы получить ответ, спросите ещё раз."
