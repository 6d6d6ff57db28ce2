"""Paragraphs without a secret, full of what only looks like one."""

import ast
import base64
import random
import string
import sysconfig
import uuid
from collections.abc import Iterator
from pathlib import Path

from benchmarks.secrets.planted import Draw

_SUBJECTS = ("The release", "This build", "The invoice", "Ticket", "The sensor", "The parcel")
_MODULES = (
    "argparse", "base64", "configparser", "ftplib", "getpass", "hashlib", "hmac", "imaplib",
    "netrc", "poplib", "secrets", "smtplib", "ssl", "tokenize", "urllib/request", "uuid",
    "http/client", "http/cookiejar", "http/cookies", "email/message", "shlex", "tarfile", "token",
)  # fmt: skip


def clean(count: int, seed: int) -> Iterator[str]:
    """Yield paragraphs: two fifths code of this interpreter's own library, the rest written."""
    draw = random.Random(seed)  # noqa: S311
    code = list(_library_code(draw))
    for number in range(count):
        if number % 5 < 2:
            yield code[number % len(code)]
        else:
            yield draw.choice(_WRITERS)(draw)


def _library_code(draw: Draw) -> Iterator[str]:
    """Yield functions and classes of modules that handle passwords, tokens and keys."""
    library = Path(sysconfig.get_paths()["stdlib"])
    found: list[str] = []
    for name in _MODULES:
        source = (library / f"{name}.py").read_text(encoding="utf-8")
        lines = source.split("\n")
        found += (
            "\n".join(lines[node.lineno - 1 : node.end_lineno])[:1500]
            for node in ast.walk(ast.parse(source))
            if isinstance(node, ast.FunctionDef | ast.ClassDef)
        )
    draw.shuffle(found)
    return iter(found)


def _hex(length: int, draw: Draw) -> str:
    return "".join(draw.choices("0123456789abcdef", k=length))


def _prose(draw: Draw) -> str:
    return (
        f"{draw.choice(_SUBJECTS)} {draw.randint(100, 99999)} of {draw.randint(1, 28)} November "
        f"2026 cost {draw.randint(10, 900)}.{draw.randint(10, 99)} EUR. Call +7 495 "
        f"{draw.randint(100, 999)}-{draw.randint(10, 99)}-{draw.randint(10, 99)} or write to "
        f"office{draw.randint(1, 99)}@example.org; the IBAN is DE{draw.randint(10**19, 10**20)}."
    )


def _about_passwords(draw: Draw) -> str:
    return (
        draw.choice(
            (
                "The password: at least 12 characters, among them 2 digits and a sign.",
                "Пароль: не менее 8 символов, обязательно 1 цифра и 1 заглавная буква.",
                "Пароль должен содержать буквы и цифры; токен действует 30 дней.",
                "Set PASSWORD=changeme in the file and restart; or password=<your own>.",
                "Connect to postgresql://user:password@host:5432/database, with your values.",
                "The token is kept for 15 minutes, the secret a day; API key: see the settings.",
                "password: str = field()\ntoken: str | None = None\napi_key = get_key()",
                "export API_KEY=${API_KEY:-}\nexport TOKEN=$(cat /run/secrets/token)",
                "password = getpass.getpass('Password: ')\nuser.set_password(form['password1'])",
                "Ключ API выдаёт администратор, пароль от Wi-Fi висит в холле на доске.",
                "Authorization: Bearer <token>\nX-Api-Key: YOUR_API_KEY_HERE",
                'if token == "access_token_expired_v2": password = request.POST["new_password2"]',
            )
        )
        + f" ({draw.randint(1, 999)})"
    )


def _hashes(draw: Draw) -> str:
    return draw.choice(
        (
            f"commit {_hex(40, draw)}\nMerge: {_hex(7, draw)} {_hex(7, draw)}\nFix the gate",
            f"sha256:{_hex(64, draw)} paragraf-0.1.{draw.randint(1, 99)}.tar.gz",
            f'ETag: "{_hex(32, draw)}", request {uuid.UUID(int=draw.getrandbits(128))}',
            f"md5 = '{_hex(32, draw)}'  # of the whole file\nassert digest == md5",
            f"The document {uuid.UUID(int=draw.getrandbits(128))} has batch {_hex(16, draw)}.",
            f'integrity="sha512-{_base64(64, draw)}" crossorigin',
            f"rev: {_hex(40, draw)}\nuses: actions/checkout@{_hex(40, draw)}",
        )
    )


def _base64(size: int, draw: Draw) -> str:
    return base64.b64encode(draw.randbytes(size)).decode()


def _pictures(draw: Draw) -> str:
    return f'<img alt="plan" src="data:image/png;base64,iVBORw0KGgo{_base64(600, draw)}">'


def _public_keys(draw: Draw) -> str:
    return draw.choice(
        (
            f"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{_base64(32, draw)[:43]} bob@example",
            "-----BEGIN CERTIFICATE-----\n"
            + "\n".join(_base64(48, draw) for _ in range(6))
            + "\n-----END CERTIFICATE-----",
            f"pk_live_{''.join(draw.choices(string.ascii_letters, k=24))} may be shown to everyone",
        )
    )


def _links(draw: Draw) -> str:
    video = "".join(draw.choices(string.ascii_letters + string.digits + "-_", k=11))
    return (
        f"See https://www.youtube.com/watch?v={video}, https://example.org/p/{_hex(24, draw)}?utm_"
        f"source=mail&id={draw.randint(10**6, 10**9)} and git@example.org:team/box.git, time "
        f"12:{draw.randint(10, 59)}:{draw.randint(10, 59)}, ratio {draw.randint(1, 9)}:1."
    )


def _code(draw: Draw) -> str:
    name = draw.choice(
        ("sk_learn_model_selection", "task_queue_name_v2", "AKIAImageResizerFactory")
    )
    return (
        f"def {name}_{draw.randint(1, 99)}(token_count: int, secret_santa: str) -> None:\n"
        f"    cache_key = f'{{prefix}}:{_hex(6, draw)}'\n"
        f"    primary_key = models.UUIDField(default=uuid.uuid4)\n"
        f"    tokens = tokenizer('password reset', max_length={draw.randint(10, 512)})\n"
        f"    DEFAULT_TOKEN_TYPE = 'urn:ietf:params:oauth:token-type:access_token'\n"
    )


_WRITERS = (
    _prose, _prose, _about_passwords, _hashes, _hashes, _pictures, _public_keys, _links, _code
)  # fmt: skip
