"""Makes the pipelines' own test support importable, and its asserts speak."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
pytest.register_assert_rewrite("reading_room")

from ingest_fixtures import room, site, web  # noqa: E402, F401 - fixtures
