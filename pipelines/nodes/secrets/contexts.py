"""Secrets that are known by what is written beside them."""

import re

from pipelines.nodes.secrets.kinds import (
    SecretKind,
    has_all_cases,
    is_a_password,
    is_a_strong_password,
    is_no_placeholder,
    is_random,
    is_random_mix,
    is_random_or_uuid,
)

_NAMED = r"['\"`»]?\s{0,3}(?:=>|:=|={1,2}|:|\||,|[—–])\s{0,3}"
_IS = r"(?:['\"`»*_]{0,3}\s{0,3}(?:=>|:=|={1,2}|:|\||[—–]|is\b|was\b)\s{0,3}[*_]{0,2})"
_QUOTED = (
    r"(?:\"(?P<quoted>[^\"\n]{6,200})\"|'(?P<quoted1>[^'\n]{6,200})'|«(?P<quoted2>[^»\n]{6,200})»"
)

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
        check=has_all_cases,
    ),
    SecretKind(
        "aws-secret-key",
        re.compile(
            r"(?:AKIA|ASIA)[0-9A-Z]{16}[\s\S]{1,120}?"
            r"(?<![A-Za-z0-9/+])(?P<aws>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])"
        ),
        ("AKIA", "ASIA"),
        has_all_cases,
    ),
    SecretKind(
        "npm-token",
        re.compile(r":_(?:authToken|auth|password)\s?=\s?\"?(?P<npm>[\w+/=.-]{16,200})"),
        (":_auth", ":is_a_password"),
        is_random,
    ),
    SecretKind(
        "twilio-key",
        re.compile(r"(?i:twilio).{0,40}?(?<![0-9a-zA-Z])(?P<twilio>[0-9a-f]{32})(?![0-9a-zA-Z])"),
        check=is_random,
    ),
    SecretKind(
        "database-url",
        re.compile(
            r"(?i:postgres(?:ql)?|mysql|mariadb|mssql|sqlserver|oracle|mongodb|rediss?|amqps?|kafka"
            r"|clickhouse|cockroachdb|jdbc:\w+)(?:\+\w+)?://[^\s:/@\"'<>]{0,64}:"
            r"(?P<database>[^\s/@\"'<>]{3,128})@[\w.\[-]"
        ),
        ("://",),
        is_no_placeholder,
    ),
    SecretKind(
        "url-password",
        re.compile(
            r"(?i:https?|ftps?|sftp|ssh|smtps?|imaps?|ldaps?|git|socks5h?)(?:\+\w+)?://"
            r"[^\s:/@\"'<>]{1,64}:(?P<url>[^\s/@\"'<>]{3,128})@[\w.\[-]"
        ),
        ("://",),
        is_no_placeholder,
    ),
    SecretKind(
        "bearer-token",
        re.compile(r"(?i:bearer|authorization:\s?basic)\s+(?P<bearer>[\w.~+/-]{20,500}=*)"),
        check=is_random,
    ),
    SecretKind(
        "api-key",
        re.compile(
            r"(?i:(?:api|secret|access|private|encryption|signing|auth|account)[_ -]?key"
            r"(?:[_-](?!id)[a-z0-9]{1,12})?|apikey|api[_ -]?hash"
            r"|(?:[a-z]{2,20}-){1,4}key"
            r"|(?:client|app)[_ -]?secret|(?:auth|access|refresh|api|bot)[_ -]?token"
            r"|(?<![a-z])(?:secret|token)|ключ(?: api| доступа)?|токен(?: доступа)?)"
            rf"{_NAMED}['\"`«]?(?P<api>[\w+/=.~-]{{16,256}})(?![\w+/=.~(\[-])"
        ),
        check=is_random_or_uuid,
    ),
    SecretKind(
        "api-key",
        re.compile(
            r"\b(?!\w*PUBLIC)(?:[A-Z0-9]{2,20}_){1,6}(?:KEY|TOKEN|SECRET)(?:_(?!ID)[A-Z0-9]{1,12})?"
            r"\s?[=:]\s?[\"']?(?P<env>[\w+/=.~-]{16,256})(?![\w+/=.~(\[-])"
        ),
        ("KEY", "TOKEN", "SECRET"),
        is_random_or_uuid,
    ),
    SecretKind(
        "api-key",
        re.compile(
            r"(?i:api[ _-]?key|api[ _-]?token|access[ _-]?token|токен|ключ доступа|SSWS)"
            r"[)»\"']?\s{1,3}(?P<loose>[\w-]{24,256})(?![\w-])"
        ),
        check=is_random_mix,
    ),
    SecretKind(
        "api-key",
        re.compile(
            r"(?i:(?:key|name)[\"']?\s?[:=]\s?[\"']?[\w.:-]{0,40}?"
            r"(?:secret|passw(?:or)?d|token|api_?key|apikey|access_?key)[\w.-]{0,20}[\"']?[,\s]{1,40}"
            r"[\"']?value[\"']?)\s?[:=]\s?[\"']?(?P<value>[^\s\"'<>]{6,200})"
        ),
        ("value", "Value", "VALUE"),
        is_a_password,
    ),
    SecretKind(
        "password",
        re.compile(
            r"(?i:passwords?|passwd|passphrase|passcode|(?<![a-z])pwd?|(?:db|smtp|ftp|root|admin|wi-?fi"
            r"|user|mysql|postgres|redis)[_-]?pass(?:wd)?|парол[ьяеи]|пасс?ворд)"
            r"(?:\s(?i:for|to|of|from|от|для|к|на)\s[\w -]{1,40})?"
            rf"{_IS}{_QUOTED}"
            r"|(?P<bare>[^\s\"'`;,|<>«»()]{6,128}+(?!\()))"
        ),
        check=is_a_password,
    ),
    SecretKind(
        "password",
        re.compile(
            r"(?i:passwords?|парол[ья]|(?<![a-zа-я])pass)[ \t:=]{1,3}(?P<loose>[^\s\"'`<>]{8,64})"
        ),
        check=is_a_strong_password,
    ),
)
