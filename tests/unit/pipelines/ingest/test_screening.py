"""Which addresses may be kept as they were typed."""

import pytest

from pipelines.errors import SourceRefused
from pipelines.ingest.screening import Screening

TOKEN = "ghp_q1W2e3R4t5Y6u7I8o9P0a1S2d3F4g5H6j7K8"


@pytest.mark.parametrize("policy", ["refuse", "mask"])
@pytest.mark.parametrize(
    ("address", "places"),
    [
        (f"https://example.org/feed?token={TOKEN}", "github-token@link"),
        ("https://olga:sesame@example.org/", "url-password@link"),
        ("https://olga:Zw9kettleRope44@example.org/", "url-password@link"),
    ],
)
def test_one_with_a_secret_is_refused(policy: str, address: str, places: str) -> None:
    with pytest.raises(SourceRefused) as caught:
        Screening(policy).check_address(address)  # type: ignore[arg-type]
    assert (caught.value.code, caught.value.values["places"]) == ("source-secrets", places)


@pytest.mark.parametrize("address", ["https://example.org/a?b=1#c", "https://[not-an-address/"])
def test_any_other_may_be(address: str) -> None:
    Screening("refuse").check_address(address)


def test_one_with_a_secret_may_be_where_that_is_set() -> None:
    Screening("allow").check_address(f"https://example.org/feed?token={TOKEN}")
