"""The tests, in tiers: unit, integration, product, scale; `support` is what they share."""

import pytest

pytest.register_assert_rewrite("tests.support")  # its asserts speak as those of a test do
