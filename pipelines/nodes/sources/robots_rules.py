"""robots.txt: which paths of a site a program may ask for.

Source: RFC 9309. The longest rule that matches decides, and Allow wins a tie; `*` stands for
anything and a final `$` for the end of the path.
"""

from dataclasses import dataclass
from urllib.parse import quote, unquote

_LINES = 20_000


@dataclass(frozen=True, slots=True)
class Rule:
    """One Allow or Disallow line."""

    allows: bool
    pattern: str


_FREE = Rule(allows=True, pattern="")


def read_rules(text: str, agent: str) -> tuple[Rule, ...]:
    """Return the rules for the program called `agent`; those for `*` when it is not named.

    Args:
        text: the file.
        agent: the product token, "Paragraf" of "Paragraf/0.1 (…)".
    """
    own: list[Rule] = []
    general: list[Rule] = []
    named = False
    agents: list[str] = []
    in_rules = False
    for line in text.splitlines()[:_LINES]:
        field, _, value = (part.strip() for part in line.split("#")[0].partition(":"))
        match field.lower():
            case "user-agent":
                agents = [*([] if in_rules else agents), value.lower()]
                in_rules = False
                named = named or value.lower() == agent.lower()
            case "allow" | "disallow":
                in_rules = True
                if value:
                    rule = Rule(field.lower() == "allow", _normal(value))
                    own += [rule] if agent.lower() in agents else []
                    general += [rule] if "*" in agents else []
    return tuple(own if named else general)


def permits(rules: tuple[Rule, ...], path: str) -> bool:
    """Say whether the rules let a program ask for this path (with its query)."""
    wanted = _normal(path or "/")
    matching = [rule for rule in rules if _matches(rule.pattern, wanted)]
    return max(matching, key=lambda rule: (len(rule.pattern), rule.allows), default=_FREE).allows


def _normal(path: str) -> str:
    """Write a path's escapes in one way; an escaped slash stays another thing than a slash."""
    kept = path.replace("%2F", "%252F").replace("%2f", "%252F")
    bare = unquote(kept, errors="surrogateescape")
    return quote(bare, safe="/?=&;:@+,!$*'()~-._", errors="surrogateescape")


def _matches(pattern: str, path: str) -> bool:
    """Match piece after piece, so that no pattern takes more than one walk along the path."""
    anchored = pattern.endswith("$")
    first, *rest = pattern.removesuffix("$").split("*")
    if not path.startswith(first):
        return False
    if not rest:
        return not anchored or path == first
    at = len(first)
    *middle, last = rest
    for piece in middle:
        found = path.find(piece, at)
        if found < 0:
            return False
        at = found + len(piece)
    if anchored:
        return len(path) - len(last) >= at and path.endswith(last)
    return path.find(last, at) >= 0
