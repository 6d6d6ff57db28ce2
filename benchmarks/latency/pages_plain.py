"""Embed texts as anybody would: `sentence_transformers` as it comes, in a process of its own.

`python -m benchmarks.latency.pages_plain MODEL < TEXTS` reads a JSON list, and prints the seconds
of the wall clock that `encode` takes; loading, and one text to warm up, are not in them.
"""

import json
import sys
import time

from sentence_transformers import SentenceTransformer


def main() -> None:
    """Embed, and say how long it took."""
    model = SentenceTransformer(sys.argv[1])
    texts = json.load(sys.stdin)
    model.encode(texts[:1])
    began = time.perf_counter()
    model.encode(texts)
    print(time.perf_counter() - began)


if __name__ == "__main__":
    main()
