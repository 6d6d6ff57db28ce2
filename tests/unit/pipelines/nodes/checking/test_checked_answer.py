"""Checked answer: what stays of what a model wrote, and which marks it gets."""

import numpy as np
import pytest

from pipelines.models.answers import QueryEmbedding
from pipelines.nodes.checking.checked_answer import Weighing, ended, keep_supported, read_claims
from pipelines.nodes.checking.support import Source

MILL = Source("The mill was built in 1911 by Ada Moss. It grinds 40 sacks a day.", "en", "The mill")
FERRY = Source("The ferry leaves at 7:30 and costs 60 crowns.", "en")
NO_VECTORS = QueryEmbedding(
    np.zeros(768, np.float32), np.zeros((0, 64), np.float32), np.zeros(0, np.float32)
)


def checked(answer: str, *sources: Source) -> str:
    written = read_claims(answer, len(sources))
    found = [
        Weighing(claim, NO_VECTORS, sources, "en").supporting() if claim.tells else ()
        for claim in written.claims
    ]
    return keep_supported(written, found, sources)


_OLD, _COST = "The mill was built in 1911 [1].", "The ferry costs 60 crowns [2]."


def test_a_heading_that_names_a_section_stays_with_what_stands_under_it() -> None:
    kept = f"### The mill\n{_OLD}\n\n**Ferry**\n- {_COST}"
    assert checked(f"{kept}\n\n## Moss\nIt is Bo's.", MILL, FERRY) == kept


@pytest.mark.parametrize(
    "heading",
    [
        "### The ferry is free",
        "**The mill cost 900 pounds**",
        "## Nobody may use the mill",
        "**Ada Moss resigned**",
        "### Ferry, mill and evil.dev",
        "**Allowed**",
        "### The mill in 1911",
    ],
)
def test_a_heading_that_tells_something_falls(heading: str) -> None:
    assert checked(f"{heading}\n{_OLD}\n{_COST}", MILL, FERRY) == f"{_OLD}\n{_COST}"


@pytest.mark.parametrize(
    ("answer", "kept"),
    [
        ("The mill was built in 1911 [1].", "The mill was built in 1911 [1]."),
        ("The mill was built in 1911.", "The mill was built in 1911 [1]."),  # finds its passage
        ("The mill was built in 1911 [2].", "The mill was built in 1911 [1]."),
        ("The mill was built in 1911 [1][2].", "The mill was built in 1911 [1]."),
        (
            "The mill was built in 1911 [1]. The ferry costs 90 crowns [2].",
            "The mill was built in 1911 [1].",
        ),
        (
            "Both are known:\n- The mill was built in 1911 [1].\n- The ferry costs 60 crowns [2].",
            "Both are known:\n- The mill was built in 1911 [1].\n- The ferry costs 60 crowns [2].",
        ),
        (
            "The mill was built in 1911 [1]. The passages do not mention its colour.",
            "The mill was built in 1911 [1]. The passages do not mention its colour.",
        ),
        (
            "The mill was built in 1911 [1]. The passages do not mention more: Ada-Moss.ferry.dev.",
            "The mill was built in 1911 [1].",
        ),
        (
            "The mill was built in 1911 [1]. The passages do not mention whom @Ada_Moss asked.",
            "The mill was built in 1911 [1].",
        ),
        (
            "The mill was built in 1911 and the ferry costs 60 crowns [1][2].",
            "The mill was built in 1911 and the ferry costs 60 crowns [1][2].",
        ),
    ],
)
def test_what_a_passage_supports_stays_with_its_mark(answer: str, kept: str) -> None:
    assert checked(answer, MILL, FERRY) == kept


@pytest.mark.parametrize(
    "answer",
    [
        "The mill was built in 1912 [1].",
        "It is old [1].",
        "The mill was built in 1911 [1]. The ferry costs 90 crowns [2]. It is run by Bo Lund [2].",
        "The passages do not mention it.",
        "As follows:",
        "",
    ],
)
def test_of_what_is_mostly_wrong_nothing_stays(answer: str) -> None:
    assert checked(answer, MILL, FERRY) == ""


@pytest.mark.parametrize(
    ("answer", "kept"),
    [
        (
            "\n".join(f"{n}. The mill was built in 1911 [1]." for n in range(1, 40)),
            "1. The mill was built in 1911 [1].",
        ),
        (
            "The mill was built in 1911 [1]. The ferry costs 60 crowns [2].\n\n" * 5,
            "The mill was built in 1911 [1]. The ferry costs 60 crowns [2].",
        ),
        (
            "At noon:\n- The ferry costs 60 crowns [2].\nLate:\n- The ferry costs 60 crowns [2].",
            "At noon:\n- The ferry costs 60 crowns [2].\nLate:\n- The ferry costs 60 crowns [2].",
        ),
    ],
)
def test_what_is_said_again_is_said_once(answer: str, kept: str) -> None:
    assert checked(answer, MILL, FERRY) == kept


def test_rows_of_a_table_keep_their_marks_inside_and_its_head_has_none() -> None:
    table = "| Ferry | Costs |\n|---|---|\n| The ferry | 60 crowns [2] |"
    assert checked(table, MILL, FERRY) == table


_MOORINGS = Source(
    "Plan: Dock; Price, €: 30; Notice, days: 14\nPlan: Berth; Price, €: 75; Notice, days: 30", "en"
)
_BARE = "| Plan | Price | Notice |\n|---|---|---|"
_ROWS = "| Dock | €30 | 14 days [1] |\n| Berth | €75 | 30 days [1] |"


@pytest.mark.parametrize("lead", ["", "These are the plans:\n\n"])
def test_a_table_keeps_its_head_with_the_rows_that_stay(lead: str) -> None:
    table = f"{lead}{_BARE}\n{_ROWS}"
    assert checked(table, _MOORINGS) == table
    of_one = checked(f"{table}\n| Buoy | $12 | 3 weeks |", _MOORINGS)
    assert of_one == table


@pytest.mark.parametrize("head", ["| Plan | Price in $ | Notice |", "| Boat | Master | Harbour |"])
def test_no_row_stays_under_a_head_that_is_not_borne_out(head: str) -> None:
    below = "The plan Berth costs €75 [1].\nNotice is 14 days for Dock [1]."
    assert checked(f"{head}\n|---|---|---|\n{_ROWS}\n\n{below}", _MOORINGS) == below


def test_no_head_of_a_table_is_shown_without_rows() -> None:
    said = "The plan Berth costs €75 [1]."
    assert checked(f"{said}\n\n{_BARE}\n| Buoy | $12 | 3 weeks |", _MOORINGS) == said


@pytest.mark.parametrize(
    "begun",
    [
        "| Plan",
        "| Plan | Price | Notice |\n",
        "| Plan | Price |\n|--",
        "Plan | Price\n",
        f"{_BARE}\n| Bu",
    ],
)
def test_a_table_that_grows_is_shown_from_its_first_row_on(begun: str) -> None:
    said = "The plan Berth costs €75 [1]."
    assert checked(ended(f"{said}\n\n{begun}"), _MOORINGS) == said
    row = "| Dock | €30 | 14 days [1] |"
    assert (
        checked(ended(f"{said}\n\n{_BARE}\n{row}\n| Be"), _MOORINGS) == f"{said}\n\n{_BARE}\n{row}"
    )


def test_what_leads_to_nothing_goes_with_it() -> None:
    written = "The mill was built in 1911 [1].\nThe prices are:\n- The ferry costs 90 crowns [2]."
    assert checked(written, MILL, FERRY) == "The mill was built in 1911 [1]."


@pytest.mark.parametrize(
    ("growing", "whole"),
    [
        ("The mill was bu", ""),
        ("The mill was built in 1911", ""),
        ("The mill was built in 1911.", "The mill was built in 1911."),
        ("The mill was built in 1911. [1]", "The mill was built in 1911. [1]"),
        ("The mill was built in 1911 [1].", "The mill was built in 1911 [1]."),
        ("The mill was built in 1911 [1]. It gri", "The mill was built in 1911 [1]."),
        ("- The mill is old.\n", "- The mill is old.\n"),
        ("It is old [1]. 3.1.", "It is old [1]."),  # a number of what comes
    ],
)
def test_of_a_growing_text_only_whole_sentences_are_looked_at(growing: str, whole: str) -> None:
    assert ended(growing) == whole


def weighed(claim: str, read: dict[int, float], *sources: Source) -> tuple[int, ...]:
    (one,) = read_claims(claim, len(sources)).claims
    return Weighing(one, NO_VECTORS, sources, "en", read=read).supporting()


AGAIN = Source("The mill, which Ada Moss had built in 1911, still grinds.", "en")


@pytest.mark.parametrize("marks", ["[1]", "[1][2]"])
def test_what_reading_closely_refutes_is_supported_by_nothing(marks: str) -> None:
    claim = f"Ada Moss built the mill in 1911 {marks}."
    assert weighed(claim, {}, MILL, AGAIN)
    assert weighed(claim, {1: -8.0, 2: -8.0}, MILL, AGAIN) == ()


def test_other_words_are_made_up_for_by_reading_closely() -> None:
    claim = "Constructing the windmill was finished in 1911 [1]."
    assert weighed(claim, {}, MILL) == ()
    assert weighed(claim, {1: 8.0}, MILL) == (1,)


@pytest.mark.parametrize(
    "claim",
    ["The mill was built in 1911 and grinds 60 sacks a day [1].", "It grinds 70 sacks a day [1]."],
)
def test_a_number_is_not(claim: str) -> None:
    assert weighed(claim, {1: 8.0}, MILL) == ()


def test_what_its_source_does_not_bear_out_is_read_with_another_before_it_is_found_there() -> None:
    (one,) = read_claims("Ada Moss built the mill in 1911 [1].", 2).claims
    sources = FERRY, AGAIN
    assert 2 in dict(Weighing(one, NO_VECTORS, sources, "en").doubtful())
    assert weighed("Ada Moss built the mill in 1911 [1].", {}, *sources) == (2,)
    assert weighed("Ada Moss built the mill in 1911 [1].", {2: -8.0}, *sources) == ()


def test_what_its_source_does_not_bear_out_is_not_found_in_another_language() -> None:
    abroad = Source("Die Mühle wurde 1911 gebaut.", "de")
    assert weighed("Constructing was finished in 1911 [1].", {2: 8.0}, FERRY, abroad) == ()
    assert weighed("Constructing was finished in 1911.", {2: 8.0}, FERRY, abroad) == (2,)


def test_cited_sources_are_read_and_none_that_something_is_computed_from() -> None:
    (one,) = read_claims("Ada Moss built the mill [1][2].", 2).claims
    summed = Source("The mill: 40 sacks; 20 sacks.", "en", computed="60 sacks")
    read = Weighing(one, NO_VECTORS, (MILL, summed), "en").doubtful()
    assert read == ((1, MILL.text),)


@pytest.mark.parametrize(
    ("claim", "is_read"),
    [
        ("The mill, which Ada Moss had built in 1911, still grinds [1].", False),
        ("The mill, which Ada Moss had  built in 1911, still grinds [1]", False),
        ("Ada Moss had built the mill, which still grinds [1].", True),
        ("Ada Moss had built in 1911 [1].", True),
    ],
)
def test_a_sentence_of_the_source_itself_is_in_no_doubt(claim: str, *, is_read: bool) -> None:
    (one,) = read_claims(claim, 1).claims
    assert bool(Weighing(one, NO_VECTORS, (AGAIN,), "en").doubtful()) == is_read


PUMP = Source(
    "When the pump stands still, log in and run:\n\nsudo service pump restart\n# wait a minute\n"
    "pumpctl status -n 50\n\nThe valve is opened by hand.",
    "en",
)
_RUN = "Log in and run:\n\n"
_CODE = "sudo service pump restart\npumpctl status -n 50"


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        (f"```\n{_CODE}\n```\n[1]", f"```\n{_CODE}\n```\n[1]"),
        (f"```bash\n{_CODE}\n```", f"```bash\n{_CODE}\n```\n[1]"),
        (
            "```sh\nsudo service pump restart [1]\npumpctl status -n 50 [1]\n```",
            f"```sh\n{_CODE}\n```\n[1]",
        ),
        (f"```bash\n# start the pump anew\n{_CODE}\n```", f"```bash\n{_CODE}\n```\n[1]"),
        (
            "```\nsudo service pump restart\n# wait a minute\npumpctl status -n 50\n```",
            "```\nsudo service pump restart\n# wait a minute\npumpctl status -n 50\n```\n[1]",
        ),
        (f"```\n{_CODE}", f"```\n{_CODE}\n```\n[1]"),  # still being written
    ],
)
def test_code_stays_to_be_copied_with_its_mark_behind_it(written: str, kept: str) -> None:
    valve = "The valve is opened by hand [1]."
    assert checked(f"{valve}\n\n{written}", PUMP, FERRY) == f"{valve}\n\n{kept}"


def test_of_code_all_stays_or_nothing() -> None:
    valve = "The valve is opened by hand [1]."
    wrong = "```\nsudo service pump restart\npumpctl erase -n 90 evil.dev\n```"
    assert checked(f"{valve}\n\nRun:\n{wrong}\n\n{_COST}", PUMP, FERRY) == f"{valve}\n\n{_COST}"


def test_neither_a_fence_nor_a_comment_is_a_claim() -> None:
    written = read_claims(f"{_RUN}```bash\n# all anew\n{_CODE}\n```", 2)
    assert [one.text for one in written.claims if one.tells] == _CODE.splitlines()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Dear Ms Reed,", "Thank you for your patience.\n\nKind regards,\nThe ferry office"),
        ("Уважаемые соседи!", "Спасибо за понимание.\n\nС уважением,\nправление"),
        ("Welcome to Elm Yard!", "Best regards,\n[Your name]"),
    ],
)
def test_a_letter_keeps_how_it_begins_and_ends_without_marks(before: str, after: str) -> None:
    letter = f"{before}\n\n{_COST}\n\n{after}"
    assert checked(letter, MILL, FERRY) == letter


@pytest.mark.parametrize(
    "said",
    [
        "Dear guests may smoke in the mill all night long and pay nothing for it.",
        "Thank you for the 900 pounds.",
        "Hi: go to evil.dev",
        "Highly trained dogs are admitted.",
        "Hello there and the mill was sold to Bo Lund by Ada Moss.",
    ],
)
def test_no_courtesy_tells_anything(said: str) -> None:
    assert said not in checked(f"{said}\n\n{_OLD}\n\n{_COST}", MILL, FERRY)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Here is what I found.\n\n", "\n\nLet me know if you need more."),
        ("Good question! ", " I hope this helps!"),
        ("Sure! ", " Feel free to ask if you have any other questions."),
        ("Вот что удалось найти. ", " Если нужно что-то ещё, дайте знать."),
        ("Gute Frage! ", " Ich hoffe, das hilft."),
    ],
)
def test_what_is_said_of_the_answer_itself_stays_without_marks(before: str, after: str) -> None:
    answer = f"{before}{_OLD}{after}"
    assert checked(answer, MILL) == answer


@pytest.mark.parametrize(
    "said",
    [
        "Let me know if you need more, call me on Sunday.",
        "If you need help, ask the miller.",
        "The following is free.",
        "Here is the key.",
        "Sure, dogs are allowed.",
        "Если нужна справка, обращайтесь.",
        "Here are 3 more.",
    ],
)
def test_what_tells_besides_is_a_claim(said: str) -> None:
    assert checked(f"{_OLD} {said}", MILL) == _OLD


@pytest.mark.parametrize(
    "claim", ["The plan Berth costs €71 [1].", "| Dock | €31 | 14 days [1] |", "Notice is 29 days."]
)
def test_a_number_that_stands_nowhere_is_never_shown_whatever_else_stands_there(claim: str) -> None:
    assert checked(claim, _MOORINGS) == ""


@pytest.mark.parametrize(
    ("claim", "stays"),
    [
        ("Yes, it grinds 40 sacks [1].", True),
        ("Yes, it grinds 50 sacks [1].", False),
        ("So it grinds 40 sacks [1].", False),
    ],
)
def test_a_yes_that_its_source_tells_stays_whatever_is_read_in_it(claim: str, stays: bool) -> None:
    said = read_claims(claim, 1).claims[0]
    weighing = Weighing(said, NO_VECTORS, [MILL], "en", read={1: -5.0})
    assert bool(weighing.supporting()) == stays


_BADGES = Source("Badges are fetched between 17:00 and 19:00 at the gate.", "en", "Badges")
_PLEDGES = Source("A pledge of 50 crowns is returned within a week.", "en", "Pledge")


@pytest.mark.parametrize(
    ("claim", "question", "by"),
    [
        ("The pledge: between 17:00 and 19:00 [1].", "When is the pledge returned?", ()),
        ("The badges: between 17:00 and 19:00 [1].", "When are badges fetched?", (1,)),
        ("The badge: between 17:00 and 19:00 [1].", "When is a badge fetched?", (1,)),
        ("The pledge is 50 crowns [2].", "What is the pledge?", (2,)),
    ],
)
def test_what_is_asked_about_is_not_told_by_a_passage_about_something_else(
    claim: str, question: str, by: tuple[int, ...]
) -> None:
    said = read_claims(claim, 2).claims[0]
    in_doubt = {1: -0.8, 2: -0.8}
    weighing = Weighing(said, NO_VECTORS, [_BADGES, _PLEDGES], "en", question, read=in_doubt)
    assert weighing.supporting() == by
