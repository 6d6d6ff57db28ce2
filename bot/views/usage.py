"""What the language model took, in words."""

from bot.views.text import Reader, shortened
from pipelines.models.usage import PersonUsage, Prices, Taken, TeamUsage

_LEAST = 0.01  # of a price that is told as a number
_NAME = 40  # characters


def own_usage(usage: PersonUsage, prices: Prices, daily_tokens: int, reader: Reader) -> str:
    """Say what a person took, and what the limit leaves, if there is one."""
    lines = [
        reader.say("usage-heading"),
        "",
        reader.say("usage-today", taken=_taken(usage.today, prices, reader)),
        reader.say("usage-month", taken=_taken(usage.month, prices, reader)),
    ]
    if daily_tokens:
        left = max(0, daily_tokens - usage.today.tokens)
        lines += ["", reader.say("usage-limit", limit=daily_tokens, left=left)]
    return "\n".join(lines)


def team_usage(usage: TeamUsage, prices: Prices, reader: Reader) -> str:
    """Say what everybody took, and who took most."""
    lines = [reader.say("usage-team", taken=_taken(usage.total, prices, reader))]
    for n, share in enumerate(usage.shares, start=1):
        known = share.display_name or str(share.telegram_id)
        name = shortened(known, _NAME) if share.telegram_id else reader.say("usage-nobody")
        taken = _taken(share.taken, prices, reader)
        lines.append(reader.say("usage-person", n=n, name=name, taken=taken))
    if others := usage.people - len(usage.shares):
        lines.append(reader.say("usage-more", count=others))
    return "\n".join(lines)


def _taken(taken: Taken, prices: Prices, reader: Reader) -> str:
    price = ""
    if prices:
        cost = prices.of(taken)
        key = "usage-price" if cost >= _LEAST else "usage-price-little"
        price = reader.say(key, price=cost, currency=prices.currency)
    return reader.say("usage-taken", calls=taken.calls, tokens=taken.tokens, price=price)
