"""Makes the tests' own bot, person and stores importable from every folder below."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from command_line_fixtures import first, paragraf, site  # noqa: F401 - fixtures
from scripted_fixtures import api, api_and_bot, bot, outbox  # noqa: F401 - fixtures
