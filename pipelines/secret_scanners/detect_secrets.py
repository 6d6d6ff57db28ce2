"""Yelp's detect-secrets, for the kinds of secrets that it knows by their form.

Its detectors of high entropy and of keywords are left out: on prose they find nothing else but
mistakes. Its patterns are read here over the whole text, since a place is needed, not a line.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from importlib import import_module

from pipelines.nodes.secrets.entropy import bits_per_character
from pipelines.nodes.secrets.kinds import FoundSecret

_FORMS = (
    ("aws", "AWSKeyDetector", "aws-access-key"),
    ("azure_storage_key", "AzureStorageKeyDetector", "azure-key"),
    ("cloudant", "CloudantDetector", "cloudant-key"),
    ("github_token", "GitHubTokenDetector", "github-token"),
    ("gitlab_token", "GitLabTokenDetector", "gitlab-token"),
    ("ibm_cloud_iam", "IbmCloudIamDetector", "ibm-key"),
    ("ibm_cos_hmac", "IbmCosHmacDetector", "ibm-key"),
    ("mailchimp", "MailchimpDetector", "mailchimp-key"),
    ("openai", "OpenAIDetector", "openai-key"),
    ("pypi_token", "PypiTokenDetector", "pypi-token"),
    ("sendgrid", "SendGridDetector", "sendgrid-key"),
    ("slack", "SlackDetector", "slack-token"),
    ("softlayer", "SoftlayerDetector", "softlayer-key"),
    ("square_oauth", "SquareOAuthDetector", "square-token"),
    ("stripe", "StripeDetector", "stripe-key"),
)
_FEWEST_BITS = 2.5
_SHORTEST = 16  # characters of a secret
_AWS_SECRET = 40


def detect(text: str) -> tuple[FoundSecret, ...]:
    """Find what detect-secrets recognises by its form. Synchronous: it runs in a child process."""
    return tuple(found for kind, pattern in _patterns() for found in _find(kind, pattern, text))


def _find(kind: str, pattern: re.Pattern[str], text: str) -> Iterator[FoundSecret]:
    for match in pattern.finditer(text):
        # Where a group holds no mere prefix, it is the secret, and what is around names it.
        start, end = next(
            (match.span(group) for group in range(1, pattern.groups + 1) if _is_long(match[group])),
            match.span(),
        )
        value = text[start:end]
        drawn = bits_per_character(value) >= _FEWEST_BITS and any(map(str.isdigit, value))
        if drawn and not text[start - 1 : start].isalnum():
            named_aws = kind == "aws-access-key" and len(value) == _AWS_SECRET
            yield FoundSecret(start, end, "aws-secret-key" if named_aws else kind)


def _is_long(group: str | None) -> bool:
    return group is not None and len(group) >= _SHORTEST


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Load the detectors, when they are first needed: the package takes a while."""
    found: list[tuple[str, re.Pattern[str]]] = []
    for module, name, kind in _FORMS:
        detector = getattr(import_module(f"detect_secrets.plugins.{module}"), name)
        found += ((kind, pattern) for pattern in detector.denylist)
    return tuple(found)
