"""The kinds of secrets that are looked for: what each looks like, and what only resembles it.

A kind that has a `hint` is looked for only in texts that hold one of its words to the letter.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from pipelines.nodes.secret_entropy import is_drawn, is_mixed, is_password, is_placeholder

_BEFORE = r"(?<![A-Za-z0-9])"
_AFTER = r"(?![A-Za-z0-9])"


def _any(found: re.Match[str]) -> bool:
    return len(set(_secret(found))) > 5


def _drawn(found: re.Match[str]) -> bool:
    return is_drawn(_secret(found))


def _mixed(found: re.Match[str]) -> bool:
    return is_mixed(_secret(found)) and is_drawn(_secret(found))


def _password(found: re.Match[str]) -> bool:
    return is_password(_secret(found), quoted=found.lastgroup != "bare")


def _not_placeholder(found: re.Match[str]) -> bool:
    value = _secret(found)
    return len(value) >= 5 and not is_placeholder(value) and not value.isalpha()


def _secret(found: re.Match[str]) -> str:
    return found[found.lastgroup] if found.lastgroup else found[0]


@dataclass(frozen=True, slots=True)
class SecretKind:
    """One kind. The secret is the group that matched, or the whole match where there is none.

    `grows` says that its length is not fixed, so that a piece on the next line may belong to it.
    """

    name: str
    pattern: re.Pattern[str]
    hints: tuple[str, ...] = ()
    check: Callable[[re.Match[str]], bool] = _any
    grows: bool = False

    def span(self, found: re.Match[str]) -> tuple[int, int]:
        """Return where the secret itself stands in what the pattern found."""
        return found.span(found.lastgroup) if found.lastgroup else found.span()


def _token(
    name: str,
    body: str,
    *hints: str,
    check: Callable[[re.Match[str]], bool] = _any,
    grows: bool = False,
) -> SecretKind:
    return SecretKind(
        name, re.compile(f"{_BEFORE}(?:{body}){_AFTER}", re.ASCII), hints, check, grows
    )


# Recognised by themselves, wherever they stand, broken over lines too.
TOKENS = (
    _token(
        "aws-access-key", r"(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}", "AKIA", "ASIA", "ABIA", "ACCA"
    ),
    _token("github-token", r"gh[pousr]_[A-Za-z0-9]{36}", "ghp_", "gho_", "ghu_", "ghs_", "ghr_"),
    _token("github-token", r"github_pat_\w{40,100}", "github_pat_", grows=True),
    _token("gitlab-token", r"gl(?:pat|dt|ft|soat|rt|ptt|agent|oas|cbt)-[\w-]{20,70}", "gl"),
    _token("slack-token", r"xox[abeoprs]-(?:\d+-){1,3}[A-Za-z0-9]{16,64}", "xox"),
    _token("slack-token", r"xapp-\d-[A-Z0-9]+-\d+-[a-z0-9]{32,64}", "xapp-", grows=True),
    _token(
        "slack-webhook",
        r"https://hooks\.slack\.com/services/T\w{6,}/B\w{6,}/\w{16,}",
        "hooks.slack.com",
    ),
    _token("stripe-key", r"[sr]k_(?:live|test)_[A-Za-z0-9]{24,99}", "k_live_", "k_test_"),
    _token("stripe-key", r"whsec_[A-Za-z0-9+/]{32}", "whsec_"),
    _token("google-key", r"AIza[\w-]{35}", "AIza"),
    _token("google-key", r"GOCSPX-[\w-]{28}", "GOCSPX-"),
    _token("google-key", r"ya29\.[\w-]{30,}", "ya29.", check=_drawn, grows=True),
    _token("anthropic-key", r"sk-ant-[\w-]{24,120}", "sk-ant-", check=_drawn, grows=True),
    _token(
        "openai-key",
        r"sk-(?:proj-|svcacct-|admin-)[\w-]{24,180}|sk-[A-Za-z0-9]{32,64}",
        "sk-",
        check=_drawn,
        grows=True,
    ),
    _token("telegram-token", r"\d{8,10}:[A-Za-z][\w-]{34}", ":", check=_mixed),
    _token("jwt", r"eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]{16,}", "eyJ", check=_mixed, grows=True),
    _token("npm-token", r"npm_[A-Za-z0-9]{36}", "npm_"),
    _token("pypi-token", r"pypi-AgE[\w-]{50,}", "pypi-AgE", grows=True),
    _token("sendgrid-key", r"SG\.[\w-]{22}\.[\w-]{43}", "SG."),
    _token("twilio-key", r"(?:AC|SK)[0-9a-f]{32}", "AC", "SK", check=_drawn),
    _token("mailchimp-key", r"[0-9a-f]{32}-us\d{1,2}", "-us"),
    _token("discord-token", r"[MNO][\w-]{23,25}\.[\w-]{6}\.[\w-]{27,38}", ".", check=_mixed),
    _token("huggingface-token", r"hf_[A-Za-z0-9]{34}", "hf_"),
    _token("digitalocean-token", r"do[opr]_v1_[0-9a-f]{64}", "_v1_"),
    _token("shopify-token", r"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}", "shp"),
    _token("docker-token", r"dckr_pat_[\w-]{27}", "dckr_pat_"),
    _token("databricks-token", r"dapi[0-9a-f]{32}", "dapi"),
    _token("square-token", r"sq0(?:csp|atp)-[\w-]{22,43}", "sq0"),
    _token(
        "yandex-key", r"AQVN[\w-]{35,38}|y[0-3]_[\w-]{50,70}", "AQVN", "y0_", "y1_", check=_mixed
    ),
    _token("vk-token", r"vk1\.a\.[\w-]{60,}", "vk1.a.", grows=True),
    _token(
        "azure-key", r"(?:Account|SharedAccess)Key=(?P<azure>[A-Za-z0-9+/]{42,86}={1,2})", "Key="
    ),
    _token("age-key", r"AGE-SECRET-KEY-1[0-9A-Z]{58}", "AGE-SECRET-KEY-1"),
)

_NAMED = r"['\"`»]?\s{0,3}(?:=>|:=|={1,2}|:|\||,)\s{0,3}"
_IS = r"(?:['\"`»*_]{0,3}\s{0,3}(?:=>|:=|={1,2}|:|\||is\b|was\b)\s{0,3}[*_]{0,2})"
_QUOTED = (
    r"(?:\"(?P<quoted>[^\"\n]{6,200})\"|'(?P<quoted1>[^'\n]{6,200})'|«(?P<quoted2>[^»\n]{6,200})»"
)

# Known by what is written beside them.
IN_CONTEXT = (
    SecretKind(
        "private-key",
        re.compile(
            r"-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----"
            r"(?:[\s\S]{1,8000}?-----END [A-Z0-9 ]{0,40}-----|[A-Za-z0-9+/=\s:,-]{0,8000})"
            r"|PuTTY-User-Key-File-\d:[\s\S]{1,8000}?Private-MAC: \w+"
        ),
        ("PRIVATE KEY", "PuTTY-User-Key"),
    ),
    SecretKind(
        "aws-secret-key",
        re.compile(
            r"(?i:aws|amazon|secret).{0,40}?(?i:secret|key|pwd|token|credential).{0,20}?"
            r"(?<![A-Za-z0-9/+])(?P<aws>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])"
        ),
        check=_mixed,
    ),
    SecretKind(
        "aws-secret-key",
        re.compile(
            r"(?:AKIA|ASIA)[0-9A-Z]{16}[\s\S]{1,120}?"
            r"(?<![A-Za-z0-9/+])(?P<aws>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])"
        ),
        ("AKIA", "ASIA"),
        _mixed,
    ),
    SecretKind(
        "npm-token",
        re.compile(r":_(?:authToken|auth|password)\s?=\s?\"?(?P<npm>[\w+/=.-]{16,200})"),
        (":_auth", ":_password"),
        _drawn,
    ),
    SecretKind(
        "twilio-key",
        re.compile(r"(?i:twilio).{0,40}?(?<![0-9a-zA-Z])(?P<twilio>[0-9a-f]{32})(?![0-9a-zA-Z])"),
        check=_drawn,
    ),
    SecretKind(
        "database-url",
        re.compile(
            r"(?i:postgres(?:ql)?|mysql|mariadb|mssql|sqlserver|oracle|mongodb|rediss?|amqps?|kafka"
            r"|clickhouse|cockroachdb|jdbc:\w+)(?:\+\w+)?://[^\s:/@\"'<>]{0,64}:"
            r"(?P<database>[^\s/@\"'<>]{3,128})@[\w.\[-]"
        ),
        ("://",),
        _not_placeholder,
    ),
    SecretKind(
        "url-password",
        re.compile(
            r"(?i:https?|ftps?|sftp|ssh|smtps?|imaps?|ldaps?|git|socks5h?)(?:\+\w+)?://"
            r"[^\s:/@\"'<>]{1,64}:(?P<url>[^\s/@\"'<>]{3,128})@[\w.\[-]"
        ),
        ("://",),
        _not_placeholder,
    ),
    SecretKind(
        "bearer-token",
        re.compile(r"(?i:bearer|authorization:\s?basic)\s+(?P<bearer>[\w.~+/-]{20,500}=*)"),
        check=_drawn,
    ),
    SecretKind(
        "api-key",
        re.compile(
            r"(?i:(?:api|secret|access|private|encryption|signing)[_ -]?key|apikey"
            r"|(?:client|app)[_ -]?secret|(?:auth|access|refresh|api|bot)[_ -]?token"
            r"|(?<![a-z])(?:secret|token)|ключ(?: api| доступа)?|токен(?: доступа)?)"
            rf"{_NAMED}['\"`«]?(?P<api>[\w+/=.~-]{{16,256}})(?![\w+/=.~(\[-])"
        ),
        check=_drawn,
    ),
    SecretKind(
        "password",
        re.compile(
            r"(?i:passwords?|passwd|passphrase|passcode|(?<![a-z])pwd|(?:db|smtp|ftp|root|admin|wi-?fi"
            r"|user|mysql|postgres|redis)[_-]?pass(?:wd)?|парол[ьяеи]|пасс?ворд)"
            rf"{_IS}{_QUOTED}"
            r"|(?P<bare>[^\s\"'`;,|<>«»()]{6,128}))"
        ),
        check=_password,
    ),
)
