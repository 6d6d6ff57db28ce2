"""The child process of the workshop: reads calls from a pipe, works, writes replies.

Started as `python -m pipelines.workbench MEMORY_BYTES SECONDS`. It imports nothing but what the
functions it is given need, runs at the lowest priority, and dies rather than go on after running
out of memory or time.
"""

import faulthandler
import logging
import os
import pickle
import re
import resource
import signal
import struct
import sys
from pathlib import Path
from typing import Any, BinaryIO

from pipelines.errors import UserError

OUT_OF_MEMORY = 77
GROWN_KIB = 256 * 1024  # a child that once needed more is replaced, and its memory given back

_LENGTH = struct.Struct(">Q")


def pack(value: Any) -> bytes:
    """Frame a picklable value: its length in eight bytes, then its pickle."""
    content = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
    return _LENGTH.pack(len(content)) + content


def serve(calls: BinaryIO, replies: BinaryIO, seconds: int) -> None:
    """Answer calls until the pipe closes: (succeeded, result or error, whether to replace me).

    Only errors meant for the user are answered; any other ends the process, and its traceback
    goes to standard error, where the parent finds it.
    """
    while header := calls.read(_LENGTH.size):
        function, arguments = pickle.loads(calls.read(*_LENGTH.unpack(header)))  # noqa: S301
        signal.alarm(seconds)
        reply: tuple[bool, Any]
        try:
            reply = True, function(*arguments)
        except UserError as error:
            reply = False, error
        signal.alarm(0)
        grown = peak_kib() > GROWN_KIB
        replies.write(pack((*reply, grown)))
        replies.flush()


def peak_kib() -> int:
    """Return the most memory this process has had, in KiB.

    Linux hands the parent's peak in `ru_maxrss` down through exec; its own status file does not.
    """
    try:
        status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    found = re.search(r"^VmHWM:\s*(\d+) kB", status, re.MULTILINE)
    return int(found[1]) if found else 0


def restrain(memory_bytes: int) -> None:
    """Give this process the lowest priority, a memory limit, and no way to print or linger."""
    os.nice(19)
    resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    logging.disable(logging.CRITICAL)  # parsers complain about documents, quoting them
    faulthandler.enable()


def main() -> None:
    """Serve the parent over what were standard input and output."""
    memory_bytes, seconds = int(sys.argv[1]), int(sys.argv[2])
    calls, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever prints must not disturb the replies
    restrain(memory_bytes)
    try:
        serve(calls, replies, seconds)
    except MemoryError:
        os._exit(OUT_OF_MEMORY)


if __name__ == "__main__":
    main()
