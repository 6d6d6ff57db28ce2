"""What is astray in a claim, laid on the statement of its source that it tells."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipelines.nodes.checking.alignment import Astray, astray

ANY = st.text(max_size=80)
NOTES = (
    "Ada Moss keeps the keys of the mill. Bo Lund repairs the pumps on Mondays. The roof was built"
    " in 1898, the lift in 1931. The frame is guaranteed for ten years, the cloth for three. The"
    " hose is blue, the nozzle is brass. Swimmers must not dive. The fee rose from 45 to 52 pounds."
    " The first tank holds 900 litres, the second 1,500. Hall C is let for 300 pounds a week, Hall"
    " D for 200 pounds a month."
)
LEASE = "Арендодатель — ООО «Гавань», арендатор — ИП Крылова. Ремонт оплачивает арендатор."
PUMP = "The new pump of 250 watts was put in instead of one with 160."
TIMES = (
    "Route: Ellis – Skarra; First: 6:40; Crossing: 35 minutes\n"
    "Route: Ellis – Holm; First: 7:10; Crossing: 55 minutes"
)


@pytest.mark.parametrize(
    ("claim", "source", "what"),
    [
        ("Bo Lund keeps the keys.", NOTES, "exchanged_name"),
        ("The lift was built in 1898.", NOTES, "exchanged_beside"),
        ("The cloth is guaranteed for ten years.", NOTES, "exchanged_beside"),
        ("The first tank holds 1,500 litres.", NOTES, "exchanged_number"),
        ("The hose is brass.", NOTES, "exchanged_word"),
        ("The pumps are blue.", NOTES, "exchanged_word"),
        ("Hall C is let for 300 pounds a month.", NOTES, "exchanged_unit"),
        ("Hall D is let for 200 pounds a year.", NOTES, "exchanged_unit"),
        ("Bo Lund repairs the pumps on Fridays.", NOTES, "no_day"),
        ("Swimmers may dive.", NOTES, "turned"),
        ("The fee rose from 52 to 45 pounds.", NOTES, "led"),
        ("The first boat to Skarra leaves at 7:10.", TIMES, "exchanged_name"),
        ("The crossing to Holm takes 35 minutes.", TIMES, "exchanged_name"),
        ("The pump has 160 watts.", PUMP, "exchanged_number"),
        ("Арендодатель — ИП Крылова.", LEASE, "exchanged_word"),
        ("Ремонт оплачивает арендодатель.", LEASE, "exchanged_word"),
    ],
)
def test_what_the_statement_has_not_is_astray(claim: str, source: str, what: str) -> None:
    assert getattr(astray(claim, source, {}), what) > 0


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The keys of the mill are kept by Ada Moss.", NOTES),
        ("The lift was built in 1931.", NOTES),
        ("The cloth is guaranteed for 3 years.", NOTES),
        ("The roof dates from 1898, the lift from 1931.", NOTES),
        ("The nozzle is of brass.", NOTES),
        ("Diving is forbidden to swimmers.", NOTES),
        ("The second tank holds 1500 litres.", NOTES),
        ("The fee is 52 pounds now.", NOTES),
        ("The first boat to Holm leaves at 7:10.", TIMES),
        ("It takes 35 minutes to Skarra.", TIMES),
        ("The new pump has 250 watts.", PUMP),
        ("A late film costs £1 a day.", "Late books cost 20 pence, late films one pound a day."),
        ("Арендатором является ИП Крылова.", LEASE),
        ("За ремонт платит арендатор.", LEASE),
        ("Something else is told here.", NOTES),
    ],
)
def test_what_says_the_same_is_not(claim: str, source: str) -> None:
    assert astray(claim, source, {}) == Astray()


def test_a_word_that_means_the_same_is_at_home() -> None:
    known = {"pipe": frozenset({"hose"})}
    assert astray("The pipe is blue.", NOTES, known) == Astray()


def test_what_is_astray_is_weighed() -> None:
    found = Astray(exchanged_name=0.5, turned=1.0)
    assert found.weighed(Astray(exchanged_name=4.0, turned=3.0, led=9.0)) == 5.0


@given(ANY, ANY)
def test_any_text_is_borne(claim: str, source: str) -> None:
    astray(claim, source, {})
    assert astray(source, source, {}).exchanged_name >= 0


_GOATS = (
    "Goats are welcome in the lower meadow if they wear a bell. "
    "In the upper meadow goats are not allowed, because the flowers there are rare."
)


@pytest.mark.parametrize(
    ("claim", "is_turned"),
    [
        ("Goats are allowed in the lower meadow.", False),
        ("Goats may be in the lower meadow.", False),
        ("Goats are allowed in the upper meadow.", True),
        ("Goats are not allowed in the lower meadow.", True),
    ],
)
def test_who_is_welcome_is_allowed(claim: str, is_turned: bool) -> None:
    found = astray(claim, _GOATS, {})
    assert (found.turned > 0) == is_turned
    assert found.exchanged_word == 0


@pytest.mark.parametrize("claim", ["The forge is lit on weekdays.", "The forge is lit on Sunday."])
def test_days_that_stand_nowhere_are_one_thing_astray_however_many_a_word_names(claim: str) -> None:
    assert astray(claim, "The forge is lit before noon.", {}).no_day == 1.0
