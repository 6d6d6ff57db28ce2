"""What tests are made with: harnesses, doubles, fixtures and made-up material, by area."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
