"""`python -m benchmarks latency [--json]`."""

import argparse
import asyncio
import json
import sys

from benchmarks.latency import measure


def main() -> int:
    """Run the benchmark that was named and print what it measured."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks")
    names = parser.add_subparsers(required=True)
    latency = names.add_parser("latency", help="How long people wait: start, questions, uploads.")
    latency.add_argument("--pages", type=int, default=100, help="Pages of the large PDF.")
    latency.add_argument("--questions", type=int, default=20, help="Questions per condition.")
    latency.add_argument("--json", action="store_true", help="Print one JSON value only.")
    wanted = parser.parse_args()
    figures = asyncio.run(measure(wanted.pages, wanted.questions))
    if wanted.json:
        print(json.dumps(figures))
    else:
        print("\n".join(f"{name:<32}{value:>12}" for name, value in figures.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
