"""Hours: columns that are of a part of the day: "before 5 pm" is not what costs "after 5 pm"."""

from collections.abc import Sequence

from pipelines.models.documents import FloatArray
from pipelines.nodes.tables.rows import Table
from pipelines.nodes.tables.words.evidence import RELATED, Word
from pipelines.nodes.tables.words.lexicon import DAY_PARTS, SIDES, fold_in_place
from pipelines.nodes.text.numbers import numbers_in

_NEAR = 8  # characters behind "before", in which an hour stands
_NOON = 12
_IN = {"morning": 9, "evening": 19}  # an hour that is surely of a part of the day


def drop_other_hours(
    question: str, words: Sequence[Word], headers: FloatArray, table: Table
) -> None:
    """Let no column be named that is of the hours before the one that is asked about, or after.

    Args:
        headers: float32 [words, C], changed in place.
    """
    folded = fold_in_place(question)
    asked, parts = side_of(folded), [p for p in _IN if DAY_PARTS[p].find(folded)]
    told = {at: one for at, n in enumerate(table.columns) if (one := side_of(fold_in_place(n)))}
    is_of_both = all(SIDES[side].find(folded) for side in ("before", "after"))
    if not told or is_of_both or (asked is None and len(parts) != 1):
        return
    for column, (side, hour, half) in told.items():
        if asked is not None:
            is_one = asked[1] % _NOON == hour % _NOON
            fits = asked[0] == side if is_one else None
        else:
            at = hour + _NOON if half == "p" and hour < _NOON else hour
            fits = at <= _IN[parts[0]] if side == "after" else at > _IN[parts[0]]
            _take_part(parts[0], words, headers, column, fits=fits)
        if fits is False:
            headers[:, column] = 0.0


def _take_part(
    part: str, words: Sequence[Word], headers: FloatArray, column: int, *, fits: bool
) -> None:
    for at, word in enumerate(words):
        if fits and DAY_PARTS[part].holds(word.folded):
            headers[at, column] = max(headers[at, column], RELATED)


def side_of(text: str) -> tuple[str, int, str] | None:
    """Return to which side of which hour a text is, with the half of the day if that is told."""
    found = []
    for name, side in (("after", "after"), ("before", "before"), ("until", "before")):
        for span in SIDES[name].find(text):
            near = text[span.end : span.end + _NEAR]
            for number in numbers_in(near)[:1]:
                hours = [int(v.split(":")[0]) for v in number.values if v[:1].isdecimal()]
                behind = near[number.span.end :].strip().lstrip(":0").strip()
                is_hour = not number.span.start > 1 and hours and hours[0] <= 2 * _NOON
                if is_hour:
                    found.append((side, hours[0], behind[:1] if behind[1:2] in ("m", ".") else ""))
    return found[0] if len(found) == 1 else None
