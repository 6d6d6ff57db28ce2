"""Secrets that are recognised by themselves, wherever they stand, broken over lines too."""

import re
from collections.abc import Callable

from pipelines.nodes.secrets.kinds import (
    SecretKind,
    has_all_cases,
    is_jumbled,
    is_random,
    is_random_mix,
    is_varied,
)

_BEFORE = r"(?<![A-Za-z0-9])"
_AFTER = r"(?![A-Za-z0-9])"


def _token(
    name: str,
    body: str,
    *hints: str,
    check: Callable[[re.Match[str]], bool] = is_varied,
) -> SecretKind:
    return SecretKind(name, re.compile(f"{_BEFORE}(?:{body}){_AFTER}", re.ASCII), hints, check)


TOKENS = (
    _token(
        "aws-access-key", r"(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}", "AKIA", "ASIA", "ABIA", "ACCA"
    ),
    _token("github-token", r"gh[pousr]_[A-Za-z0-9]{36}", "ghp_", "gho_", "ghu_", "ghs_", "ghr_"),
    _token("github-token", r"github_pat_\w{40,100}", "github_pat_"),
    _token("gitlab-token", r"gl(?:pat|dt|ft|soat|rt|ptt|agent|oas|cbt)-[\w-]{20,70}", "gl"),
    _token("slack-token", r"xox[abeoprs]-(?:\d+-){1,3}[A-Za-z0-9]{16,64}", "xox"),
    _token("slack-token", r"xapp-\d-[A-Z0-9]+-\d+-[a-z0-9]{32,64}", "xapp-"),
    _token(
        "slack-webhook",
        r"https://hooks\.slack\.com/services/T\w{6,}/B\w{6,}/\w{16,}",
        "hooks.slack.com",
    ),
    _token(
        "discord-webhook",
        r"https://(?:\w+\.)?discord(?:app)?\.com/api/webhooks/\d{16,20}/[\w-]{50,90}",
        "/api/webhooks/",
    ),
    _token("stripe-key", r"[sr]k_(?:live|test)_[A-Za-z0-9]{24,99}", "k_live_", "k_test_"),
    _token("stripe-key", r"whsec_[A-Za-z0-9+/]{32}", "whsec_"),
    _token("google-key", r"AIza[\w-]{35}", "AIza"),
    _token("google-key", r"GOCSPX-[\w-]{28}", "GOCSPX-"),
    _token("google-key", r"ya29\.[\w-]{30,400}", "ya29.", check=has_all_cases),
    _token("anthropic-key", r"sk-ant-[\w-]{24,120}", "sk-ant-", check=is_random),
    _token(
        "openai-key",
        r"sk-(?:proj-|svcacct-|admin-)[\w-]{24,180}|sk-[A-Za-z0-9]{32,64}",
        "sk-",
        check=is_random,
    ),
    _token(
        "telegram-token",
        r"(?:bot)?(?P<telegram>\d{8,10}:[A-Za-z][\w-]{34})",
        ":",
        check=is_random_mix,
    ),
    _token("jwt", r"eyJ[\w-]{8,2000}\.[\w-]{8,4000}\.[\w-]{16,1000}", "eyJ", check=has_all_cases),
    _token("npm-token", r"npm_[A-Za-z0-9]{36}", "npm_"),
    _token("pypi-token", r"pypi-AgE[\w-]{50,400}", "pypi-AgE"),
    _token("sendgrid-key", r"SG\.[\w-]{22}\.[\w-]{43}", "SG."),
    _token("twilio-key", r"(?:AC|SK)[0-9a-f]{32}", "AC", "SK", check=is_random),
    _token("mailchimp-key", r"[0-9a-f]{32}-us\d{1,2}", "-us"),
    _token(
        "discord-token",
        r"[MNO][\w-]{23,25}\.[\w-]{6}\.[\w-]{27,38}",
        ".",
        check=is_jumbled,
    ),
    _token("huggingface-token", r"hf_[A-Za-z0-9]{34}", "hf_"),
    _token("digitalocean-token", r"do[opr]_v1_[0-9a-f]{64}", "_v1_"),
    _token("shopify-token", r"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}", "shp"),
    _token("docker-token", r"dckr_pat_[\w-]{27}", "dckr_pat_"),
    _token("databricks-token", r"dapi[0-9a-f]{32}", "dapi"),
    _token("square-token", r"sq0(?:csp|atp)-[\w-]{22,43}", "sq0"),
    _token(
        "yandex-key",
        r"AQVN[\w-]{35,38}|y[0-3]_[\w-]{50,70}",
        "AQVN",
        "y0_",
        "y1_",
        check=is_random_mix,
    ),
    _token("vk-token", r"vk1\.a\.[\w-]{60,400}", "vk1.a."),
    _token(
        "azure-key", r"(?:Account|SharedAccess)Key=(?P<azure>[A-Za-z0-9+/]{42,86}={1,2})", "Key="
    ),
    _token("facebook-token", r"EAA[A-Za-z0-9]{30,300}", "EAA", check=is_random_mix),
    _token("age-key", r"AGE-SECRET-KEY-1[0-9A-Z]{58}", "AGE-SECRET-KEY-1"),
)
