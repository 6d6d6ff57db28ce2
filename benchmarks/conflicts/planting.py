"""Make pairs of documents: half of them contradict each other in one sentence, half seem to."""

import random
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args

from pipelines.nodes.learning.conflicts import Text

STATEMENTS = Path(__file__).parent / "statements.toml"
PAIRS = 200
_AROUND = 5  # sentences of other things around the planted one
_TITLES = {"en": "Guide for the staff", "ru": "Памятка для персонала"}
_OF_TWO = {
    "en": ("House rules of Alderney", "House rules of Brackwater"),
    "ru": ("Порядок работы Заречья", "Порядок работы Берёзовки"),
}
_OF_YEARS = {
    "en": ("Facts and figures 2022", "Facts and figures 2024"),
    "ru": ("Отчёт о работе за 2022 год", "Отчёт о работе за 2024 год"),
}
_FORMER = {"en": "Formerly: {}", "ru": "Раньше было так: {}"}
Trap = Literal["agrees", "other thing", "other title", "other year", "former", "other fact"]
TRAPS: tuple[Trap, ...] = get_args(Trap)


@dataclass(frozen=True, slots=True)
class Template:
    """What statements.toml has of one kind of statement."""

    kind: str
    language: str
    forms: list[str]
    values: list[str]
    things: list[str]
    also: str = ""  # another fact of the same thing
    agree: list[list[int]] = field(default_factory=list)
    others: dict[str, list[str]] = field(default_factory=dict)  # further cases, by their slot

    def sentence(self, form: str, thing: int, value: int) -> str:
        """Return one statement."""
        slots = {"thing": self.things[thing], "value": self.values[value]}
        for name, cases in self.others.items():
            at = thing if name.startswith("thing") else value
            slots[name.replace("things", "thing").replace("values", "value")] = cases[at]
        said = form.format(**slots)
        return said[0].upper() + said[1:]

    def agrees(self, one: int, other: int) -> bool:
        """Say whether two values are one."""
        return one == other or any({one, other} <= set(same) for same in self.agree)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two documents; `mine` and `theirs` are the planted sentences, `trap` why they are none."""

    kind: str
    language: str
    trap: Trap | None
    first: Text
    second: Text
    mine: str
    theirs: str


def pairs(name: str, seed: int, count: int = PAIRS) -> Iterator[Pair]:
    """Give pairs of a set, every second one with a conflict."""
    chance = random.Random(seed)  # noqa: S311 (nothing is kept secret by it)
    templates = load(name)
    for at in range(count):
        template = templates[(at // 2) % len(templates)]
        trap = None if at % 2 else TRAPS[(at // 2) % len(TRAPS)]
        if trap == "other fact" and not template.also:
            trap = "other thing"
        yield _pair(template, trap, templates, chance)


def load(name: str) -> list[Template]:
    """Read the templates of `dev` or `held`."""
    held = tomllib.loads(STATEMENTS.read_text(encoding="utf-8"))["statements"]
    return [_template(each) for each in held if each["set"] == name]


def _template(each: dict[str, Any]) -> Template:
    known = ("kind", "language", "forms", "values", "things", "also", "agree")
    others = {name: held for name, held in each.items() if name not in (*known, "set")}
    return Template(**{name: each[name] for name in known if name in each}, others=others)


def _pair(
    template: Template, trap: Trap | None, templates: Sequence[Template], chance: random.Random
) -> Pair:
    language = template.language
    titles = {"other title": _OF_TWO, "other year": _OF_YEARS}.get(trap or "", {}).get(language)
    thing, value = chance.randrange(len(template.things)), chance.randrange(len(template.values))
    other_thing, other_value = thing, value
    if trap == "other thing":
        other_thing = (thing + chance.randrange(1, len(template.things))) % len(template.things)
    if trap != "agrees":
        differing = [i for i in range(len(template.values)) if not template.agrees(i, value)]
        other_value = chance.choice(differing)
    mine = template.sentence(chance.choice(template.forms), thing, value)
    form = template.also if trap == "other fact" else chance.choice(template.forms)
    theirs = template.sentence(form, other_thing, other_value)
    if trap == "former":
        theirs = _FORMER[language].format(theirs[0].lower() + theirs[1:])
    around = [t for t in templates if t.language == language and t is not template]
    chance.shuffle(around)
    half = len(around) // 2
    first, second = titles or (_TITLES[language],) * 2
    return Pair(
        *(template.kind, language, trap),
        Text(first, _document(mine, around[:half], chance)),
        Text(second, _document(theirs, around[half:], chance)),
        *(mine, theirs),
    )


def _document(planted: str, around: Sequence[Template], chance: random.Random) -> str:
    sentences = [
        one.sentence(
            chance.choice(one.forms),
            chance.randrange(len(one.things)),
            chance.randrange(len(one.values)),
        )
        for one in around[:_AROUND]
    ]
    sentences.insert(chance.randrange(len(sentences) + 1), planted)
    return " ".join(sentences)
