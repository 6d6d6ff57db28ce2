"""Where secrets stand, in words: the kind of each and its place, never the secret."""

from collections.abc import Sequence

from pipelines.nodes.secrets.find import name_of
from pipelines.ports import Phrasebook


def kinds_text(kinds: Sequence[str], language: str | None, phrases: Phrasebook) -> str:
    """Name kinds of secrets, each once: "a password, an AWS access key"."""
    named = (phrases.say("secret-kind", language, **_kind(kind)) for kind in dict.fromkeys(kinds))
    return ", ".join(named)


def places_text(places: str, language: str | None, phrases: Phrasebook) -> str:
    """Turn "aws-access-key@page:3 password@line:12" into words, one place after the other."""
    return "; ".join(_in_words(place, language, phrases) for place in places.split())


def _in_words(place: str, language: str | None, phrases: Phrasebook) -> str:
    kind, _, where = place.partition("@")
    unit, _, number = where.partition(":")
    count = int(number or 0)
    time = f"{count // 60}:{count % 60:02}"
    return phrases.say(
        "secret-place",
        language,
        **_kind(kind),
        unit=unit,
        number=count,
        time=time,
    )


def _kind(kind: str) -> dict[str, str]:
    """Return what the phrases need to name a kind."""
    brand, _, what = kind.rpartition("-")
    return {"kind": kind, "name": name_of(kind), "brand": name_of(brand), "what": what}
