"""Passwords and keys that a command is given, or that stand beside somebody's name."""

import re

from pipelines.nodes.secrets.kinds import (
    SecretKind,
    is_a_password,
    is_a_strong_password,
    is_no_placeholder,
    is_user_and_password,
)

LOGINS = (
    SecretKind(
        "password",
        re.compile(
            r"(?:curl|wget)\b[^\n]{0,200}?\s(?:-u|--user)[ =]?\"?[^\s:]{1,40}:"
            r"(?P<curl>[^\s\"']{6,64})"
            r"|\bmysql\w*\b[^\n]{0,120}?\s-p(?P<mysql>[^\s\"']{6,64})"
            r"|\bsshpass\s+-p\s?[\"']?(?P<sshpass>[^\s\"']{6,64})"
        ),
        ("curl", "wget", "mysql", "sshpass"),
        is_no_placeholder,
    ),
    SecretKind(
        "password",
        re.compile(
            r"\b(?:redis-cli|(?:docker|podman|registry)\s+login|ldapsearch|mongosh?|smbclient)\b"
            r"[^\n]{0,120}?\s(?:-a|-p|-w)[ =]?[\"']?(?P<login>[^\s\"']{6,200})"
        ),
        ("redis-cli", "login", "ldapsearch", "mongo", "smbclient"),
        is_a_password,
    ),
    SecretKind(
        "api-key",
        re.compile(
            r"(?<!\S)--(?:[a-z]+-)?(?:password|pass|token|key|secret)[ =][\"']?"
            r"(?P<option>[^\s\"'<>$]{10,256})"
        ),
        ("--",),
        is_a_password,
    ),
    SecretKind(
        "password",
        re.compile(
            r"(?:\bBasic\s|\"auth\"\s?:\s?\")(?P<basic>[A-Za-z0-9+/]{12,400}={0,2})(?![\w+/=])"
        ),
        ("Basic ", '"auth"'),
        is_user_and_password,
    ),
    SecretKind(
        "password",
        re.compile(
            r"\$(?:apr1|[1567y]|2[aby]|argon2i?d?)\$[./\w$=,-]{20,200}(?<![.,])(?![./\w$])",
            re.ASCII,
        ),
        ("$",),
    ),
    SecretKind(  # "Логин/пароль: ivanov / Zima2024!", "Password of the hall: Zima2024!"
        "password",
        re.compile(
            r"(?i:passwords?|парол[ьяи])(?:\s[\w-]{1,20}){0,3}?\s?[:=]\s{0,2}"
            r"(?:[^\s/]{2,40}\s?/\s?)?(?P<paired>[^\s\"'`<>/]{8,64})"
        ),
        check=is_a_strong_password,
    ),
    SecretKind(
        "password",
        re.compile(
            r"(?<![\w/:.@-])(?i:admin(?:istrator)?|root|user|админ|ubuntu|postgres)\s?[:/]\s?"
            r"(?P<named>[^\s\"'`<>/:]{8,64})"
        ),
        check=is_a_strong_password,
    ),
)
