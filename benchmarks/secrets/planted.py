"""Made-up secrets of every kind, and the texts they are planted in. All of it drawn by a seed."""

import base64
import json
import random
import string
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass

_LETTERS, _DIGITS = string.ascii_letters, string.digits
_WORD = _LETTERS + _DIGITS
_URL_SAFE = _WORD + "-_"
_BASE64 = _WORD + "+/"
_HEX = "0123456789abcdef"
_UPPER = string.ascii_uppercase + "234567"

Draw = random.Random
Make = Callable[[Draw], str]


@dataclass(frozen=True, slots=True)
class Planted:
    """A text with one secret in it; the secret may be broken over lines."""

    kind: str
    secret: str
    text: str


def plant(count: int, seed: int) -> Iterator[Planted]:
    """Yield texts with a secret each: every kind in turn, every carrier in turn."""
    draw = random.Random(seed)  # noqa: S311 - nothing is kept secret with it
    kinds = list(KINDS.items())
    for number in range(count):
        kind, make = kinds[number % len(kinds)]
        carry = CARRIERS[(number // len(kinds) + number) % len(CARRIERS)]
        secret = make(draw)
        shown = _in_context(kind, secret, draw)
        yield Planted(kind, secret, carry(shown, draw))


def _of(alphabet: str, length: int, draw: Draw) -> str:
    """Draw characters, a digit, a small and a capital letter among them where there are any."""
    drawn = draw.choices(alphabet, k=length)
    for kind, at in zip(
        (_DIGITS, string.ascii_lowercase, string.ascii_uppercase), (3, 7, 11), strict=True
    ):
        known = [character for character in kind if character in alphabet]
        if known and at < length:
            drawn[at] = draw.choice(known)
    drawn[0] = draw.choice([each for each in alphabet if each.isalpha()])
    drawn[-1] = draw.choice([each for each in alphabet if each.isalnum()])
    return "".join(drawn)


def _shaped(*parts: str | tuple[str, int]) -> Make:
    def make(draw: Draw) -> str:
        return "".join(
            part if isinstance(part, str) else _of(part[0], part[1], draw) for part in parts
        )

    return make


def _json_web_token(draw: Draw) -> str:
    def part(value: object) -> str:
        return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")

    claims = {"sub": _of(_DIGITS + "x", 8, draw), "name": _of(_LETTERS, 12, draw), "iat": 17}
    return f"{part({'alg': 'HS256', 'typ': 'JWT'})}.{part(claims)}.{_of(_URL_SAFE, 43, draw)}"


def _private_key(draw: Draw) -> str:
    name = draw.choice(("RSA ", "EC ", "OPENSSH ", ""))
    lines = "\n".join(_of(_BASE64, 64, draw) for _ in range(draw.randint(3, 12)))
    return f"-----BEGIN {name}PRIVATE KEY-----\n{lines}\n-----END {name}PRIVATE KEY-----"


def _telegram(draw: Draw) -> str:
    return f"{draw.randint(10**8, 10**10 - 1)}:AA{_of(_URL_SAFE, 33, draw)}"


def _password(draw: Draw) -> str:
    return _of(_WORD, draw.randint(9, 16), draw) + draw.choice(("!", "", "#7", "&2"))


def _uuid(draw: Draw) -> str:
    return str(uuid.UUID(int=draw.getrandbits(128), version=4))


def _basic(draw: Draw) -> str:
    return base64.b64encode(f"admin:{_password(draw)}".encode()).decode()


KINDS: dict[str, Make] = {
    "AWS access key": _shaped("AKIA", (_UPPER, 16)),
    "AWS secret key": _shaped((_BASE64, 40)),
    "GitHub token": _shaped("ghp_", (_WORD, 36)),
    "GitHub fine-grained token": _shaped("github_pat_", (_WORD, 22), "_", (_WORD, 59)),
    "GitLab token": _shaped("glpat-", (_URL_SAFE, 20)),
    "Slack token": _shaped("xoxb-219043217751-4418220965101-", (_WORD, 24)),
    "Slack webhook": _shaped(
        "https://hooks.slack.com/services/T", (_UPPER, 8), "/B", (_UPPER, 10), "/", (_WORD, 24)
    ),
    "Stripe key": _shaped("sk_live_", (_WORD, 24)),
    "Google API key": _shaped("AIza", (_URL_SAFE, 35)),
    "OpenAI key": _shaped("sk-proj-", (_URL_SAFE, 74), "T3BlbkFJ", (_URL_SAFE, 74)),
    "Anthropic key": _shaped("sk-ant-api03-", (_URL_SAFE, 93), "AA"),
    "Telegram bot token": _telegram,
    "private key": _private_key,
    "JSON web token": _json_web_token,
    "npm token": _shaped("npm_", (_WORD, 36)),
    "PyPI token": _shaped("pypi-AgEIcHlwaS5vcmc", (_URL_SAFE, 130)),
    "Azure storage key": _shaped((_BASE64, 86), "=="),
    "SendGrid key": _shaped("SG.", (_URL_SAFE, 22), ".", (_URL_SAFE, 43)),
    "Twilio key": _shaped("SK", (_HEX, 32)),
    "database password": _password,
    "password in a link": _password,
    "password": _password,
    "пароль": _password,
    "API key": _shaped((_WORD, 32)),
    "HuggingFace token": _shaped("hf_", (_LETTERS + "7", 34)),
    "Discord token": _shaped("MT", (_WORD, 24), ".G", (_WORD, 5), ".", (_URL_SAFE, 36), "x"),
    "Google access token": _shaped("ya29.", (_URL_SAFE, 80)),
    "Notion token": _shaped("ntn_", (_WORD, 46)),
    "Grafana token": _shaped("glsa_", (_WORD, 32), "_", (_HEX, 8)),
    "Groq key": _shaped("gsk_", (_WORD, 52)),
    "Supabase token": _shaped("sbp_", (_HEX, 40)),
    "Mailgun key": _shaped("key-", (_HEX, 32)),
    "key of a service nobody lists": _shaped((_WORD, 40)),
    "key in an environment": _shaped((_HEX, 128)),
    "UUID as a key": _uuid,
    "named value": _password,
    "password of a command": _password,
    "user and password in base64": _basic,
    "hash of a password": _shaped("$6$", (_WORD, 8), "$", (_WORD, 86)),
}


def _in_context(kind: str, secret: str, draw: Draw) -> str:
    """Put beside a secret what tells that it is one, where nothing in it does."""
    user = draw.choice(("bob", "svc", "reports"))
    return {
        "AWS secret key": f"aws_secret_access_key = {secret}",
        "Azure storage key": f"DefaultEndpointsProtocol=https;AccountName=box;AccountKey={secret}",
        "database password": f"postgresql://{user}:{secret}@db.example.org:5432/{user}",
        "password in a link": f"https://{user}:{secret}@files.example.org/box",
        "password": draw.choice((f"password: {secret}", f'"password": "{secret}"')),
        "пароль": draw.choice((f"Пароль: {secret}", f"пароль — «{secret}»", f"пароль: {secret}")),
        "key of a service nobody lists": f"acme_live_{secret}",
        "key in an environment": f"SECRET_KEY_BASE={secret}",
        "UUID as a key": f"export HEROKU_API_KEY={secret}",
        "named value": draw.choice(
            (
                f"- name: DB_PASSWORD\n  value: {secret}",
                f'<add key="MailPassword" value="{secret}"/>',
                f'{{"name": "ADMIN_TOKEN", "value": "{secret}"}}',
            )
        ),
        "password of a command": draw.choice(
            (
                f"curl -u {user}:{secret} https://example.org/box",
                f"sshpass -p '{secret}' ssh {user}",
            )
        ),
        "user and password in base64": f"Authorization: Basic {secret}",
        "hash of a password": f"{user}:{secret}:19000:0:99999:7:::",
        "API key": draw.choice((f'api_key = "{secret}"', f"API key: {secret}", f"TOKEN={secret}")),
    }.get(kind, secret)


_PROSE = (
    "The pump house was rebuilt after the flood, and its gates are opened every spring.",
    "Whoever takes over the archive finds the shelves numbered from the window.",
    "Насосную станцию перестроили после паводка, и шлюзы открывают каждую весну.",
    "Кто принимает архив, найдёт полки, пронумерованные от окна.",
)


def _between(shown: str, draw: Draw) -> str:
    before, after = draw.sample(_PROSE, 2)
    return f"{before} Here it is: {shown}\n\n{after}"


def _in_code(shown: str, draw: Draw) -> str:
    return f"import client\n\n# {draw.choice(_PROSE)}\nCREDENTIALS = '''{shown}'''\nclient.open()"


def _in_config(shown: str, draw: Draw) -> str:
    return f"[service]\nhost = example.org\nport = {draw.randint(1024, 9999)}\nvalue = {shown}\n"


def _in_table(shown: str, draw: Draw) -> str:
    return f"| name | place | what |\n|---|---|---|\n| {draw.choice('abc')} | hall | {shown} |\n"


def _in_rows(shown: str, draw: Draw) -> str:
    return f"Name: {draw.choice('abc')}; Note: {shown}; Place: hall"


def _across_chunks(shown: str, draw: Draw) -> str:
    words = " ".join(draw.choice(_PROSE) for _ in range(draw.randint(18, 26)))
    return f"{words} {shown} {words}"


def _broken(shown: str, draw: Draw) -> str:
    """Break the last long word at a line's end, as a narrow page does."""
    last = shown.split()[-1]
    if "PRIVATE KEY" in shown or len(last) < 30 or "://" in shown:
        return _between(shown, draw)
    at = len(shown) - len(last) + draw.randint(9, len(last) - 9)
    return f"{draw.choice(_PROSE)}\n{shown[:at]}\n{shown[at:]}\n{draw.choice(_PROSE)}"


CARRIERS = (_between, _in_code, _in_config, _in_table, _in_rows, _across_chunks, _broken)
