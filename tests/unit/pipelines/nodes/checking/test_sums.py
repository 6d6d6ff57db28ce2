"""Which sums a claim may have that its source's amounts come to, though it writes none out."""

import pytest

from pipelines.nodes.checking.contradictions import lacks_number
from pipelines.nodes.checking.given import without_given, works_out

_FERRY = (
    "Ferry\nFare: Grown-up; Price, €: 14\nFare: Pupil; Price, €: 9.50\nFare: Bicycle; Price, €: 6"
)
_KLASS = "Прокат\nВещь: лыжи; Цена, руб.: 700\nВещь: самокат; Цена, руб.: 250"
_BATHS = "The sauna costs 18 pounds a visit, the bath 7 pounds. A lesson takes 40 minutes."


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("2 grown-ups and 1 bicycle pay €34 together.", _FERRY),
        ("Two pupils come to €19.", _FERRY),
        ("A grown-up and a bicycle are €20 in total.", _FERRY),
        ("5 pupils pay €47.50.", _FERRY),
        ("A bicycle is €8 cheaper than a grown-up.", _FERRY),
        ("Два самоката и одни лыжи стоят вместе 1200 рублей.", _KLASS),
        ("Лыжи на 450 рублей дороже самоката.", _KLASS),
        ("Three visits to the sauna cost 54 pounds.", _BATHS),
        ("The sauna is 11 pounds dearer than the bath.", _BATHS),
        ("Two lessons take 80 minutes.", _BATHS),
    ],
)
def test_a_sum_of_what_is_named_is_right(claim: str, source: str) -> None:
    assert lacks_number(claim, source)
    assert works_out(claim, source, "", frozenset())
    assert not lacks_number(without_given(claim, source, ""), source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("2 grown-ups and 1 bicycle pay €36 together.", _FERRY),
        ("Three grown-ups and a bicycle pay €34 together.", _FERRY),
        ("A grown-up costs €28.", _FERRY),  # nobody says of how many
        ("A grown-up and a bicycle cost €20.", _FERRY),  # each, or both?
        ("Pupils under 2 pay €19.", _FERRY),
        ("From 2 grown-ups on it is €28.", _FERRY),
        ("2 grown-ups with 3 trailers pay €28.", _FERRY),  # what trailers cost is not known
        ("A bicycle is €8 dearer than a grown-up.", _FERRY),
        ("2 bicycles pay $12.", _FERRY),
        ("Лыжи на 450 рублей дешевле самоката.", _KLASS),
        ("Two visits to the sauna cost 25 pounds.", _BATHS),
        ("Two lessons take 80 pounds.", _BATHS),
    ],
)
def test_what_the_amounts_do_not_come_to_is_not(claim: str, source: str) -> None:
    assert not works_out(claim, source, "", frozenset())
    assert lacks_number(without_given(claim, source, ""), source)
