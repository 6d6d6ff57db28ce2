"""Questions of a whole table, as they are answered: what is said, and what is folded beneath."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest
import pytest_asyncio

from tests.support.pipelines.pipeline_harness import ReadingRoom, open_room
from tests.support.pipelines.word_models import WordEmbedder, WordReranker

PRICES = """Code,Treatment,Animal,"Price, £",Minutes
T01,Check-up,any,42,15
T02,Scaling,dog,265,90
T03,Scaling,cat,230,80
T04,Castration,dog,210,75
T05,Claw trimming,any,14,30
T06,Travel papers,any,,20
"""
ROTA = """Name,Fri
Nora Quill,off
Ivo Marsh,early
"""
LIMITS = """# Trips

Hotels

| Town | Hotel limit |
| --- | --- |
| Leeds | 120 |
| Derby | 90 |
| Truro | 75 |

In all other towns the hotel limit is 55 pounds.
"""
HORSES = """Horse,Born
Merlin,2009
Taffy,2004
Pudding,2017
"""
BAKES = """Cake,Milk,Nuts,Eggs,Costs
Carrot,x,x,x,12
Brownie,x,,x,20
Fruit slice,,x,,8
Total,,,,40
"""
LIFTS = """{season} lift passes
Pass,Adult,Junior
Gold,{price},12
Silver,16,9
"""
RENTS = """Room,"Rent 2024, £","Rent 2025, £"
Loft,1250,1400
Cellar,900,850
"""
_WISHES = "a quiet room at the back, late breakfast, a cot, parking for a van, and a call at seven"
GUESTS = "Guest,Nights,Wishes\n" + "".join(
    f'Guest{chr(97 + n // 26)}{chr(97 + n % 26)},2,"{_WISHES}"\n' for n in range(260)
)
_YEAR = datetime.now(UTC).year
BILLS = f"""Date,Supplier,Billed for,Amount £
{_YEAR - 1}-03-04,Valley Water,Water,88
{_YEAR}-01-02,Valley Water,Water,91
{_YEAR}-01-03,Bright Light,Electricity,300
"""


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def room(shared_database_url: str) -> AsyncIterator[ReadingRoom]:
    async with open_room(shared_database_url, WordEmbedder(), WordReranker()) as opened:
        report = await opened.ingest(
            ("Treatment prices.csv", PRICES.encode()),
            ("Rota.csv", ROTA.encode()),
            ("Bills.csv", BILLS.encode()),
            ("trips.md", LIMITS.encode()),
            ("Horses.csv", HORSES.encode()),
            ("Bakes.csv", BAKES.encode()),
            ("a.csv", LIFTS.format(season="Summer", price=24).encode()),
            ("b.csv", LIFTS.format(season="Winter", price=38).encode()),
            ("Rents.csv", RENTS.encode()),
            ("Guests.csv", GUESTS.encode()),
        )
        assert {item.status for item in report.items} == {"stored"}
        yield opened


async def test_the_number_of_a_comparison_stands_nowhere(room: ReadingRoom) -> None:
    answer = await room.ask("which treatment price is under 100 pounds")
    assert answer.text.splitlines() == [
        "• Check-up, Price: £42 [1]",
        "• Claw trimming, Price: £14 [2]",
    ]


async def test_what_fulfils_a_comparison_is_counted_and_shown(room: ReadingRoom) -> None:
    answer = await room.ask("in how many is the treatment price over 220 pounds")
    assert answer.text == "Price, £: 2 of 5 rows [1]"
    assert "Scaling, dog, Price: £265 [1]" in answer.aside


async def test_a_total_says_what_it_is_and_what_is_left_out(room: ReadingRoom) -> None:
    answer = await room.ask("what do all treatment prices add up to?")
    assert answer.text == "Price, £, total of 5 rows: £761 [1]"
    assert answer.aside.endswith("1 row has no number and is left out.")


async def test_a_row_that_says_no_more_is_not_folded(room: ReadingRoom) -> None:
    answer = await room.ask("Nora Quill on Fridays?")
    assert (answer.text, answer.aside) == ("Nora Quill, Fri: off [1]", "")


async def test_of_an_empty_cell_it_is_said_that_it_is_empty(room: ReadingRoom) -> None:
    answer = await room.ask("what is the price of the travel papers")
    assert answer.text.splitlines()[0] == (
        "Travel papers, Price, £: the table has nothing here. [1]"
    )
    assert "Minutes: 20" in answer.aside


async def test_nothing_that_is_folded_ends_in_an_empty_line(room: ReadingRoom) -> None:
    answer = await room.ask("what is the price of castration?")
    assert answer.aside.startswith("Code: T04")
    several = await room.ask("in how many is the treatment price under 220 pounds")
    assert "\n\n" not in answer.aside + several.aside


@pytest.mark.parametrize(
    ("question", "amount"),
    [
        ("What amount was billed for water last year?", 88),
        ("What amount was billed for water this year?", 91),
        ("What amount was billed for water in March?", 88),
    ],
)
async def test_a_year_is_that_of_the_day_one_asks_on(
    room: ReadingRoom, question: str, amount: int
) -> None:
    answer = await room.ask(question)
    assert answer.text.endswith(f", Amount: £{amount} [1]")
    assert len(answer.citations) == 1


async def test_a_follow_up_may_name_another_year(room: ReadingRoom) -> None:
    user_id = "later"
    await room.ask("What amount was billed for water this year?", user_id=user_id)
    answer = await room.ask("And last year?", user_id=user_id)
    assert "Amount: £88 [1]" in answer.text
    assert "91" not in answer.text


async def test_the_rule_for_all_others_follows_what_there_is_nothing_about(
    room: ReadingRoom,
) -> None:
    answer = await room.ask("What is the hotel limit in Bath?")
    lines = answer.text.splitlines()
    assert lines[0] == "Nothing about “Bath” in the base; there is: Leeds, Derby, Truro."
    assert lines[-1] == "In all other towns the hotel limit is 55 pounds. [1]"
    assert [citation.title for citation in answer.citations] == ["Trips"]


async def test_a_date_that_rows_are_held_against_stands_nowhere(room: ReadingRoom) -> None:
    answer = await room.ask("amount of the water bill after february")
    assert answer.text.splitlines()[0].endswith("88 [1]")


async def test_what_is_counted_is_shown_by_its_name_alone(room: ReadingRoom) -> None:
    answer = await room.ask("how many horses")
    assert answer.text == "In all: 3 [1]"
    assert "• Taffy [2]" in answer.aside.splitlines()


async def test_a_long_table_is_read_as_a_whole_wherever_it_is_found(room: ReadingRoom) -> None:
    answer = await room.ask("Guestjz, sum of all nights")
    assert answer.text.startswith("Nights, total of 260 rows: 520")
    assert "…and 248 more rows" in answer.aside


async def test_a_long_list_is_cut_and_says_so(room: ReadingRoom) -> None:
    answer = await room.ask("which guest nights")
    assert answer.text.count("• Guest") == 40
    assert answer.aside.startswith("…and 220 more rows")


async def test_marks_of_a_table_tell_what_a_thing_has(room: ReadingRoom) -> None:
    answer = await room.ask("which cakes have nuts")
    assert answer.text.splitlines()[:2] == ["• Carrot, Nuts: x [1]", "• Fruit slice, Nuts: x [2]"]


async def test_what_no_column_is_of_is_missing(room: ReadingRoom) -> None:
    answer = await room.ask("does the brownie cake contain lupin")
    assert answer.text == "Nothing about “lupin” in the base; there is: Milk, Nuts, Eggs."


async def test_which_of_a_list_goes_on_from_no_row_of_it(room: ReadingRoom) -> None:
    await room.ask("which cakes have nuts", user_id="choosy")
    answer = await room.ask("which of them have no milk", user_id="choosy")
    assert "Fruit slice, Milk: — [1]" in answer.text
    assert "Carrot" not in answer.text


async def test_the_row_that_states_a_total_is_quoted(room: ReadingRoom) -> None:
    answer = await room.ask("what do the cakes cost in total")
    assert answer.text.splitlines()[0] == "Total, Costs: 40 [1]"


@pytest.mark.parametrize(("season", "price"), [("summer", 24), ("winter", 38)])
async def test_the_line_over_a_table_tells_it_from_one_like_it(
    room: ReadingRoom, season: str, price: int
) -> None:
    answer = await room.ask(f"price of an adult gold pass in {season}")
    assert answer.text.splitlines()[0] == f"Gold, Adult: {price} [1]"


async def test_the_difference_of_two_cells_is_said_with_both(room: ReadingRoom) -> None:
    answer = await room.ask("by how much did the rent of the loft rise")
    assert answer.text == "Loft: £150 [1]"
    assert "Loft, Rent 2024: £1250; Rent 2025: £1400" in answer.aside
    assert "row" not in answer.aside  # from how many needs no saying
