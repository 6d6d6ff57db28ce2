"""Find keys, tokens and passwords in a text, and take them out of it."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from pipelines.nodes.secret_entropy import is_drawn
from pipelines.nodes.secret_kinds import IN_CONTEXT, TOKENS, SecretKind

# In place of a secret in what has to stay one word: a link, a file name.
_REMOVED_FROM_LABEL = "~secret-removed-{}~"
_BARED = re.compile(r"~secret-removed-([a-z-]+)~")
_REMOVED_FROM_TEXT = "[secret removed: {}]"
_MASKED = re.compile(r"\[secret removed: ([A-Za-z ]{2,40})\]")
_PREFIX = re.compile(
    r"(?<![A-Za-z0-9])(?:AKIA|ASIA|gh[pousr]_|github_pat_|glpat-|xox[abprs]-|[sr]k_(?:live|test)_"
    r"|AIza|GOCSPX-|sk-|npm_|pypi-AgE|SG\.|eyJ|AccountKey=|hf_|do[opr]_v1_|shp(?:at|ss)_|dckr_pat_"
    r"|(?:AC|SK)[0-9a-f]{6}|\d{8,10}:[A-Za-z])"
)
_PIECE = re.compile(r"[\w+/=.:-]+", re.ASCII)
_GAP = re.compile(r"[\"'\\`]?[ \t]?(?:\\?\r?\n[ \t>|#*+\"'-]{0,8}|[ ])(?:\+ )?[\"']?")
_MOST_PIECES = 4
_SECRET_PARAMETER = re.compile(
    r"(?i)(?<=[?&#;])(?:[\w.-]*(?:token|secret|password|passwd|api[_-]?key|apikey|access[_-]?key"
    r"|signature|credential)|auth|key|sig|pwd)=(?P<value>[^&#;\s]{12,})"
)


@dataclass(frozen=True, slots=True, order=True)
class FoundSecret:
    """Where in a text a secret stands, start <= i < end, and of what kind it is."""

    start: int
    end: int
    kind: str


def find_secrets(text: str, also: Iterable[FoundSecret] = ()) -> tuple[FoundSecret, ...]:
    """Find every secret of a text, in order, none within another.

    Args:
        text: as it will be stored; a key may run over the end of a line.
        also: what another detector found in the same text.
    """
    found = [*also, *_plain(text, (*TOKENS, *IN_CONTEXT)), *_broken(text)]
    masks = [match.span() for match in _MASKED.finditer(text)]
    return tuple(
        secret
        for secret in _apart(found)
        if not any(start < secret.end and secret.start < end for start, end in masks)
    )


def count_removed(text: str) -> int:
    """Count the secrets that were taken out of a text before."""
    return len(_MASKED.findall(text))


def name_of(kind: str) -> str:
    """Give a kind's name as it stands in a masked text: `aws-access-key` is "AWS access key"."""
    return " ".join(_CAPITALS.get(word, word) for word in kind.split("-"))


def mask(found: FoundSecret) -> str:
    """Say what stands in a text in place of this secret; nothing of it, nor its length."""
    return _REMOVED_FROM_TEXT.format(name_of(found.kind))


def without_secrets(text: str, found: Sequence[FoundSecret] | None = None) -> str:
    """Return a text with every secret replaced by its kind."""
    return _replaced(text, find_secrets(text) if found is None else found, mask)


def bare_label(label: str) -> str:
    """Return a file name or a link without the secrets in it; it stays one word.

    In links also what a parameter of a telling name holds (`token=…`), if it looks random.
    """
    return _replaced(label, [*find_secrets(label), *_parameters(label)], _bared)


def kinds_removed(label: str | None) -> tuple[str, ...]:
    """Return the kinds of the secrets that were taken out of a title, a file name or a link."""
    named = [name.lower().replace(" ", "-") for name in _MASKED.findall(label or "")]
    return (*named, *_BARED.findall(label or ""))


def _bared(found: FoundSecret) -> str:
    return _REMOVED_FROM_LABEL.format(found.kind)


_CAPITALS = {
    word.lower(): word
    for word in (
        "AWS", "GitHub", "GitLab", "Slack", "Stripe", "Google", "Anthropic", "OpenAI", "Telegram",
        "JWT", "PyPI", "SendGrid", "Twilio", "Mailchimp", "Discord", "DigitalOcean", "Shopify",
        "Docker", "Databricks", "Square", "Yandex", "VK", "Azure", "URL", "API", "HuggingFace",
    )
}  # fmt: skip


def _plain(text: str, kinds: Iterable[SecretKind]) -> Iterator[FoundSecret]:
    for kind in kinds:
        if kind.hints and not any(hint in text for hint in kind.hints):
            continue
        for match in kind.pattern.finditer(text):
            if kind.check(match):
                start, end = kind.span(match)
                yield FoundSecret(start, _grown(text, end) if kind.grows else end, kind.name)


def _grown(text: str, end: int) -> int:
    """Take in what of a secret of no fixed length stands on the next lines."""
    while (gap := _GAP.match(text, end)) and "\n" in gap[0]:
        piece = _PIECE.match(text, gap.end())
        if piece is None or len(piece[0]) < 8 or not is_drawn(piece[0]):
            break
        end = piece.end()
    return end


def _broken(text: str) -> Iterator[FoundSecret]:
    """Find tokens that a line's end, or a space that took its place, has broken."""
    for prefix in _PREFIX.finditer(text):
        spans: list[tuple[int, int]] = []
        at = prefix.start()
        while len(spans) < _MOST_PIECES and (piece := _PIECE.match(text, at)):
            spans.append(piece.span())
            joined = "".join(text[start:end] for start, end in spans).rstrip(".:=")
            if len(spans) > 1 and (kind := _whole(joined)):
                yield FoundSecret(prefix.start(), piece.end(), kind)
                break
            gap = _GAP.match(text, piece.end())
            if gap is None:
                break
            at = gap.end()


def _whole(joined: str) -> str | None:
    for kind in TOKENS:
        match = kind.pattern.fullmatch(joined)
        if match and kind.check(match) and any(character.isdigit() for character in joined[4:]):
            return kind.name
    return None


def _parameters(link: str) -> Iterator[FoundSecret]:
    if "://" in link:
        for match in _SECRET_PARAMETER.finditer(link):
            if is_drawn(match["value"]):
                yield FoundSecret(*match.span("value"), "url-token")


def _apart(found: Iterable[FoundSecret]) -> Iterator[FoundSecret]:
    """Of secrets that overlap keep the first, as long as the longest."""
    last: FoundSecret | None = None
    for secret in sorted(found, key=lambda each: (each.start, -each.end)):
        if last is None:
            last = secret
        elif secret.start < last.end:
            last = FoundSecret(last.start, max(last.end, secret.end), last.kind)
        else:
            yield last
            last = secret
    if last is not None:
        yield last


def _replaced(
    text: str, found: Iterable[FoundSecret], instead: Callable[[FoundSecret], str]
) -> str:
    parts, at = [], 0
    for secret in _apart(found):
        parts += [text[at : secret.start], instead(secret)]
        at = secret.end
    return "".join((*parts, text[at:]))
