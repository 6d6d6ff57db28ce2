"""secrets: keys and passwords are found, whatever breaks them; what resembles them is not."""

from itertools import pairwise

import pytest

from benchmarks.secrets.planted import KINDS, plant
from benchmarks.secrets.run import measure
from pipelines.nodes.secrets.find import (
    bare_label,
    count_removed,
    find_secrets,
    kinds_removed,
    name_of,
    without_secrets,
)
from pipelines.nodes.secrets.kinds import CHECKS, CONTEXTS, LINES, LINKS, LOGS, TOKENS, SecretKind

GITHUB = "ghp_" + "aB3" * 12


def test_of_planted_secrets_nearly_all_are_found_and_nothing_harmless_is() -> None:
    figures = measure()
    assert (figures.planted, figures.clean) == (300, 500)
    assert figures.kinds >= 12
    assert figures.recall >= 0.95, figures.missed
    assert figures.precision >= 0.90


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_found_in_running_text(kind: str) -> None:
    (planted,) = [each for each in plant(len(KINDS), seed=5) if each.kind == kind]
    assert find_secrets(planted.text)


@pytest.mark.parametrize(
    "text",
    [
        "DB_PASSWORD=S3cur3P@ssw0rd!",
        "password: hunter2",
        "Пароль от админки: Zima2024!",
        "логин admin пароль Qwerty!2345",
        "curl -u bob:Secr3tPw99 https://example.org",
        "mysql -u root -pS3cretPass1",
        "Server=tcp:example.net;User ID=bob;Password=Qw3rty!99x;",
        "redis://:p4ssw0rdX@cache:6379/0",
        "mongodb+srv://bob:correcthorse@cluster.example.net",
        "x-api-key: q1w2e3r4t5y6u7i8o9p0",
        '"client_secret": "Xy7_q9-PLmZ2vB4nR8tK"',
        "Ключ API: 7hG5fD3sA1qW9eR7tY5u",
        "Authorization: Bearer 8f3kd92jf8s7dh3k2l1m0n9b8v7c",
        "twilio auth 0123456789abcdef0123456789abcdef",
        "AKIAQ6AYBCDEFGH2IJKL | wJalrXUtnFEMI/K7MDENG/bPxRfiCY3X4MPLEKEY",
        "//registry.npmjs.org/:_authToken=8f3kd92jf8s7dh3k2l1m0n9b",
        "curl --user bob:oJBYjKavUYUz https://example.org",
        "sshpass -p 'hckEZhYWlm' ssh box",
        '<add key="ApiSecret" value="lk4TLY4QbQdjctwEjdis7wLq"/>',
        "- name: DB_PASSWORD\n  value: Lw91GqK8ks0n8S9",
        '{"name": "API_KEY", "value": "oFkh8OXfFYSJYgOuwgz7z54V"}',
        "export HEROKU_API_KEY=0bca7398-d444-9084-7d48-9dc2b0f7f2f9",
        "Логин/пароль: ivanov / 7pgysA5k9!",
        "Пароль Wi-Fi: 6uXT3yKW5",
        "пароль вайфай - hunter2secret",
        "admin:GvGiCaY11! — доступ к роутеру",
        "docker login -u bob -p b1MOKDHpSCgw3g7 ghcr.io",
        '"auths": {"ghcr.io": {"auth": "Ym9iOnduUEZZaHZtdVR0aUxPZlljelVK"}}',
        "https://api.telegram.org/bot712345678:AAMRwC8aReHogAxGzPJ7Kj4m9AFzCXN5LvS/getMe",
        "api_hash = '8ac5831be38cb8cb4ba2e751989a0174'",
        "pw: HSa2bB9UoK43",
        "ключ доступа — nkTY88mHwg2KDInTEGbOY1xH",
        "Код авторизации (API token) H1wOLaQan8ePsqMgLj2olXCwYjn5zYIk",
        "Authorization: SSWS R9SPofbciOx9gy1CJdObOIRpFqaDZeV7",
        "Basic YWRtaW46ZGF3RmdGU1kwbDlG",
        "root:$6$8DiIMWSW$MPcwLuHj31CQJVukDCSXqLoivDP4SpGmrtWT01Nj:19000:0:99999:7:::",
    ],
)
def test_what_people_write_passwords_and_keys_like(text: str) -> None:
    assert find_secrets(f"Before.\n{text}\nAfter.")


FORTY = "wJalrXUtnFEMI/K7MDENG/bPxRfiCY3X4MPLEKEY"
FORTY_FOUR = "q1W2e3R4t5Y6u7I8o9P0a1S2d3F4g5H6j7K8l9Z0x1C2"
HEX = "0a1b2c3d4e5f60718293a4b5c6d7e8f9"


@pytest.mark.parametrize(
    ("before", "secret", "kind"),
    [
        ("key ", "AKIAQ6AYBCDEFGH2IJKL", "aws-access-key"),
        ("key ", "A3TXQ6AYBCDEFGH2IJKL", "aws-access-key"),
        ("aws_pass = '", FORTY, "aws-secret-key"),
        ("", "GR1348941abcDEF1234567890xyz7", "gitlab-token"),
        ("", "glimt-abcDEF1234567890xyz71234q", "gitlab-token"),
        ("", f"sk-mine-{'aB3x9' * 4}T3BlbkFJ{'Qw7eR' * 4}", "openai-key"),
        ("", "y2_" + "aB3x9-Qw7eR" * 5, "yandex-key"),
        ("softlayer_api_key: ", HEX * 2, "softlayer-key"),
        ("https://api.softlayer.com/soap/v3.1/", HEX * 2, "softlayer-key"),
        ("cloudant_password = ", HEX * 2, "cloudant-key"),
        ("https://box:", f"{HEX * 2}@box.cloudant.com", "cloudant-key"),
        ("ibm_cloud_iam_api_key = ", FORTY_FOUR, "ibm-key"),
        ("cos_hmac_secret_access_key = ", HEX + HEX[:16], "ibm-key"),
        ("key=", FORTY_FOUR, "api-key"),
        ("//npm.example.org/:_password=", "cGFzc3dvcmQxMjM0NTY3OA==", "npm-token"),
    ],
)
def test_what_kind_a_secret_is_of(before: str, secret: str, kind: str) -> None:
    (found,) = find_secrets(f"It has {before}{secret} in it.")
    assert found.kind == kind
    assert secret.startswith(f"It has {before}{secret}"[found.start : found.end])


@pytest.mark.parametrize(
    "text",
    [
        "xAKIAQ6AYBCDEFGH2IJKL",
        "AKIAAAAAAAAAAAAAAAAA",
        "The password: at least 12 characters, 2 of them digits.",
        "Пароль: не менее 8 символов и 1 цифра",
        "password = os.environ['DB_PASSWORD_2']",
        "password=self.cleaned_data.get('password1')",
        "postgresql://user:password@host:5432/database",
        "API_KEY=your_api_key_2_here_please",
        "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
        "token_id = '3f2b8c1e-58cc-4372-a567-0e02b2c3d479'",
        "risk-adjusted-return-on-capital-2026-and-more-words",
        "AKIA is the prefix of an AWS access key, ghp_ of a GitHub token",
        "user_password = rc4_decrypt(rc4_key, owner_entry)",
        '"integrity": "sha512-v2kDEe57lecTulaDIuNTPy3Ry4gLGJ6Z1O3vE1krgXZNrsQ7LFTGHVxVjcXPs17L"',
        "The sheet is at https://docs.example.org/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms",
        "Basic authentication2024 is switched off; see key-management-and-rotation-of-keys",
    ],
)
def test_what_only_resembles_a_secret(text: str) -> None:
    assert find_secrets(text) == ()


@pytest.mark.parametrize("gap", ["\n", " ", "\r\n  ", '" \\\n    "', "\n> "])
def test_a_token_broken_over_lines_is_found_whole(gap: str) -> None:
    text = f"The key is {GITHUB[:15]}{gap}{GITHUB[15:]} and nothing else."
    (found,) = find_secrets(text)
    assert found.kind == "github-token"
    masked = without_secrets(text)
    assert GITHUB[:15] not in masked
    assert GITHUB[15:] not in masked
    assert masked.endswith(" and nothing else.")


def test_the_word_after_a_whole_token_is_left() -> None:
    assert without_secrets(f"Use glpat-{'aB3-x' * 4} Then stop.") == (
        "Use [secret removed: GitLab token] Then stop."
    )


def test_a_key_known_by_its_words_is_found_over_a_line_end() -> None:
    text = "api_key = q1w2e3r4t5y6u7i8\no9p0a1s2d3f4\nNext."
    assert without_secrets(text) == "api_key = [secret removed: API key]\nNext."


def test_a_private_key_goes_whole_over_paragraphs() -> None:
    key = "-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n\nAbC1/+\n-----END RSA PRIVATE KEY-----"
    assert without_secrets(f"a\n{key}\nb") == "a\n[secret removed: private key]\nb"


def test_secrets_do_not_overlap_and_a_mask_is_none() -> None:
    text = f"postgres://bob:{GITHUB}@db.example.org token={GITHUB}"
    found = find_secrets(text)
    assert all(a.end <= b.start for a, b in pairwise(found))
    masked = without_secrets(text)
    assert GITHUB not in masked
    assert find_secrets(masked) == ()
    assert count_removed(masked) == 2


def test_names_and_links_stay_one_word() -> None:
    link = bare_label(f"https://example.org/a?id=1&key={GITHUB}&x=2")
    assert link == "https://example.org/a?id=1&key=~secret-removed-github-token~&x=2"
    assert kinds_removed(link) == ("github-token",)
    assert bare_label(f"{GITHUB}.txt") == "~secret-removed-github-token~.txt"
    assert kinds_removed(None) == ()
    assert kinds_removed("[secret removed: AWS access key]") == ("aws-access-key",)


def test_what_a_telling_parameter_of_a_link_holds_is_removed() -> None:
    assert bare_label("https://example.org/?sig=a1B2c3D4e5F6g7H8") == (
        "https://example.org/?sig=~secret-removed-url-token~"
    )
    plain = "https://example.org/?page=12&token=reset"
    assert bare_label(plain) == plain


@pytest.mark.parametrize("kind", [*TOKENS, *CONTEXTS, *LINES, *LINKS, *LOGS])
def test_every_kind_is_checked_by_a_check_that_there_is(kind: SecretKind) -> None:
    assert {group.rstrip("0123456789") for group in kind.pattern.groupindex} <= CHECKS.keys()


def test_a_kind_has_a_name() -> None:
    assert name_of("aws-access-key") == "AWS access key"
