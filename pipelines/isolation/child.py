"""A child process of the pool: reads calls from a pipe, works, writes replies.

Started as `python -m pipelines.isolation.child`. It imports nothing but what the functions it is
given need, and dies rather than go on after running out of memory or time. Calls come as pickles,
for they are ours; replies go as JSON of the type that the function promises, for a document may
have taken this process over, and the parent believes nothing that it has not checked.
"""

import faulthandler
import io
import logging
import os
import pickle
import re
import resource
import signal
import struct
import sys
import traceback
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from types import GenericAlias
from typing import Annotated, Any, BinaryIO, get_type_hints

from pydantic import ConfigDict, StringConstraints, TypeAdapter

from pipelines.errors import SourceRefused, UserError
from pipelines.isolation.landlock import close_files
from pipelines.isolation.limits import Limits, confine, drop_rights, limit

OUT_OF_MEMORY = 77
GROWN_KIB = 256 * 1024  # a child that once needed more is replaced, and its memory given back
LARGEST_REPLY = 64 * 1024 * 1024  # bytes
REPLY = struct.Struct(">??Q")  # succeeded, whether to replace this child, length of what follows

_LENGTH = struct.Struct(">Q")
_OURS = Path(__file__).parent.parent
_FRAMES = 5  # of a failure, the innermost, that are put in the log
_log = logging.getLogger(__name__)
_JSON = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64", ser_json_inf_nan="constants")


def pack_call(function: Callable[..., Any], args: tuple[Any, ...], limits: Limits) -> bytes:
    """Frame a call: its length in eight bytes, then its pickle."""
    content = pickle.dumps((function, args, limits), protocol=pickle.HIGHEST_PROTOCOL)
    return _LENGTH.pack(len(content)) + content


def reply_type(function: Callable[..., Any]) -> TypeAdapter[tuple[Any]]:
    """Read off a function what it returns; in a tuple, for the settings reach inwards only."""
    kind = function if isinstance(function, type) else get_type_hints(function)["return"]
    return _adapter(kind)


@lru_cache(maxsize=64)
def _adapter(kind: Any) -> TypeAdapter[tuple[Any]]:
    whole: Any = GenericAlias(tuple, (kind,))
    return TypeAdapter(whole, config=_JSON)


def serve(calls: BinaryIO, replies: BinaryIO, *, hold: Callable[[Limits], None] = limit) -> None:
    """Answer calls until the pipe closes, each held to its limits.

    Only errors meant for the user are answered; any other ends the process, and its traceback
    goes to standard error, where the parent finds it.
    """
    while header := calls.read(_LENGTH.size):
        function, arguments, limits = pickle.loads(calls.read(*_LENGTH.unpack(header)))  # noqa: S301
        hold(limits)
        succeeded, content = _answer(function, arguments)
        signal.alarm(0)
        replies.write(REPLY.pack(succeeded, peak_kib() > GROWN_KIB, len(content)))
        replies.write(content)
        replies.flush()


def _answer(function: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[bool, bytes]:
    try:
        content = reply_type(function).dump_json((function(*arguments),))
        if len(content) > LARGEST_REPLY:
            raise SourceRefused("source-too-much-text", limit_mb=LARGEST_REPLY // 1024**2)
    except UserError as error:
        return False, pack_error(error)
    return True, content


_Place = Annotated[str, StringConstraints(pattern=r"^[\w.:< ]*$", max_length=300)]
_ERROR = TypeAdapter(tuple[str, str, dict[str, str | int | float], _Place])


def pack_error(error: UserError) -> bytes:
    """Write an error as JSON: its class, code, values, and what of our code is at fault."""
    place = _fault(error.__cause__)
    return _ERROR.dump_json((type(error).__name__, error.code, dict(error.values), place))


def unpack_error(content: bytes) -> UserError:
    """Read an error; of a class that is unknown here it is a plain UserError.

    Where our own code failed, rather than a library at a broken file, is put in the log.
    """
    name, code, values, place = _ERROR.validate_json(content)
    if place:
        _log.warning("a parser refused a document after %s", place)
    kinds = {kind.__name__: kind for kind in UserError.__subclasses__()}
    return kinds.get(name, UserError)(code, **values)


def _fault(cause: BaseException | None) -> str:
    """Return what failed and where, the innermost first, if that is code of ours; else "".

    Not what it said: an exception may quote the document.
    """
    frames = traceback.extract_tb(cause.__traceback__)[::-1] if cause else []
    if not frames or not Path(frames[0].filename).is_relative_to(_OURS):
        return ""
    places = (f"{Path(frame.filename).name}:{frame.lineno}" for frame in frames[:_FRAMES])
    return f"{type(cause).__name__} at {' < '.join(places)}"


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


def main() -> None:
    """Serve the parent over what were standard input and output."""
    calls, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    last_words = os.fdopen(os.dup(2), "w", encoding="utf-8", errors="replace")
    # Whatever prints must neither disturb the replies nor fill a pipe that nobody reads.
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    sys.stdout = sys.stderr = io.TextIOWrapper(io.FileIO(nowhere, "w"), errors="replace")
    faulthandler.enable(last_words)
    confine()
    drop_rights()
    close_files(sys.argv[1:])
    try:
        serve(calls, replies)
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    except Exception:  # noqa: BLE001 - parsers raise anything, and the parent reads it
        traceback.print_exc(file=last_words)
        last_words.flush()
        os._exit(1)


if __name__ == "__main__":
    main()
