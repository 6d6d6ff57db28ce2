"""detect_secrets: other people's detectors, with places and without their mistakes."""

import pytest

from pipelines.secret_scanners.detect_secrets import detect

GITHUB = "ghp_q1W2e3R4t5Y6u7I8o9P0a1S2d3F4g5H6j7K8"
FORTY = "wJalrXUtnFEMI/K7MDENG/bPxRfiCY3X4MPLEKEY"


@pytest.mark.parametrize(
    ("text", "secret", "kind"),
    [
        ("key AKIAQ6AYBCDEFGH2IJKL.", "AKIAQ6AYBCDEFGH2IJKL", "aws-access-key"),
        (f"aws_key = '{FORTY}'", FORTY, "aws-secret-key"),
        (GITHUB, GITHUB, "github-token"),
        ("GR1348941abcDEF1234567890xyz7", "GR1348941abcDEF1234567890xyz7", "gitlab-token"),
    ],
)
def test_a_secret_is_found_where_it_stands(text: str, secret: str, kind: str) -> None:
    found = {(text[each.start : each.end], each.kind) for each in detect(text)}
    assert (secret, kind) in found


@pytest.mark.parametrize(
    "text",
    [
        "xAKIAQ6AYBCDEFGH2IJKL",
        "AKIAAAAAAAAAAAAAAAAA",
        "Nothing but words, BEGIN PRIVATE KEY among them.",
    ],
)
def test_what_is_none_is_not_taken_for_one(text: str) -> None:
    assert detect(text) == ()
