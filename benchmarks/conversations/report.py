"""What came of the conversations, as figures and for reading."""

from collections.abc import Sequence

from benchmarks.conversations.scoring import Played
from benchmarks.conversations.script import ANSWERABLE, KINDS
from benchmarks.figures import percentile, share
from benchmarks.output import as_rows, as_table

_SHOWN = 160  # characters of a wrong reply

Row = dict[str, object]


def kinds(played: Sequence[Played]) -> list[Row]:
    """Give a row for every kind, and one each for what has an answer and for everything."""
    rows = [_row(kind, [each for each in played if each.turn.kind == kind]) for kind in KINDS]
    rows.append(_row("answerable", _answerable(played)))
    rows.append(_row("all", played))
    return [row for row in rows if row["turns"]]


def summary(played: Sequence[Played]) -> dict[str, float]:
    """Give the share of answerable turns that were refused, and how long a reply took.

    Refused is what is loosely wrong, and either says that there is no answer or cites nothing.
    """
    refused = [each.verdict.abstained and not each.verdict.loose for each in _answerable(played)]
    seconds = [each.seconds for each in played] or [0.0]
    return {
        "refused_answerable": share(map(float, refused)),
        "no_reply": sum(not each.reply.text.strip() for each in played),
        "p50_ms": round(1000 * percentile(seconds, 50)),
        "p95_ms": round(1000 * percentile(seconds, 95)),
    }


def turns(played: Sequence[Played]) -> list[Row]:
    """Give every turn with its reply."""
    return [
        {
            "id": each.turn.id,
            "kind": each.turn.kind,
            "text": each.turn.text,
            "reply": each.reply.text,
            "buttons": list(each.reply.buttons),
            "strict": each.verdict.strict,
            "loose": each.verdict.loose,
            "abstained": each.verdict.abstained,
            "seconds": round(each.seconds, 3),
        }
        for each in played
    ]


def as_text(played: Sequence[Played]) -> str:
    """Lay out the kinds, the summary and what is not strictly right (~: loosely)."""
    table = as_rows([{**row, **_shares(row)} for row in kinds(played)])
    failures = [_failure(each) for each in played if not each.verdict.strict]
    return "\n\n".join([table, as_table({"": summary(played)}), "\n".join(failures)]).rstrip()


def _answerable(played: Sequence[Played]) -> list[Played]:
    return [each for each in played if each.turn.kind in ANSWERABLE]


def _row(name: str, played: Sequence[Played]) -> Row:
    return {
        "kind": name,
        "turns": len(played),
        "strict": share(float(each.verdict.strict) for each in played),
        "loose": share(float(each.verdict.loose) for each in played),
        "abstained": share(float(each.verdict.abstained) for each in played),
    }


def _shares(row: Row) -> Row:
    return {name: f"{row[name]:.3f}" for name in ("strict", "loose", "abstained")}


def _failure(played: Played) -> str:
    sign = "~" if played.verdict.loose else "✗"
    said = " ⏎ ".join(filter(None, map(str.strip, played.reply.body.splitlines())))
    said = said if len(said) <= _SHOWN else f"{said[: _SHOWN - 1]}…"
    turn = played.turn
    return f"{sign} {turn.id} {turn.kind}: {turn.text}\n    → {said or '(no reply)'}"
