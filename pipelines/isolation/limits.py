"""What a child process that reads strangers' files may not do: grow, linger, or reach a network.

Sockets are refused by the kernel (a seccomp filter, which needs no rights and which programs
started by the child inherit) and once more by Python itself, for systems without such filters.
"""

import ctypes
import errno
import logging
import os
import platform
import resource
import signal
import struct
import sys
import time
from dataclasses import dataclass

_WRITTEN_BYTES = 64 * 1024 * 1024  # of one file
_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _CAPABILITIES_V3 = 1, 4, 0x20080522
_PR_SET_NO_NEW_PRIVS, _PR_SET_SECCOMP, _FILTER_MODE = 38, 22, 2
_ALLOW, _DENY = 0x7FFF0000, 0x00050000 | errno.EPERM
_LOAD, _JUMP_EQUAL, _JUMP_BITS, _RETURN = 0x20, 0x15, 0x45, 0x06
_X32 = 0x40000000  # the mark of calls in x86's third calling convention
# Per machine: the kernel's mark, and its numbers of these calls.
# socket, io_uring_setup (a way around all others), pidfd_getfd, ptrace, process_vm_readv and
# process_vm_writev (ways into others);
# fchmod, fchmodat, fchmodat2, fchown, fchownat, truncate, setxattr, removexattr (access lists are
# such attributes) and what there was before and after them: no file is opened for them, so
# Landlock, or an old one, lets them through;
# prlimit64, which may be asked of oneself.
# Source: linux/audit.h and the kernel's tables of system calls.
_MACHINES = {
    "x86_64": (
        0xC000003E,
        (
            *(41, 425, 438, 101, 310, 311, 91, 268, 452, 93, 260, 76, 90, 92, 94),
            *(188, 189, 190, 197, 198, 199, 463, 466),
        ),
        302,
    ),
    "aarch64": (
        0xC00000B7,
        (
            *(198, 425, 438, 117, 270, 271, 52, 53, 452, 55, 54, 45),
            *(5, 6, 7, 14, 15, 16, 463, 466),
        ),
        261,
    ),
}
_NETWORK = frozenset(
    f"socket.{event}"
    for event in ("__new__", "bind", "connect", "sendto", "getaddrinfo", "gethostbyname")
)


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one call in a child process may take before it is ended."""

    seconds: float = 30.0  # wall time, not counting the wait for a free child
    cpu_seconds: int = 20
    memory_mb: int = 512  # address space


PARSING = Limits()  # for whatever reads bytes from outside
THINKING = Limits(seconds=300.0, cpu_seconds=280, memory_mb=1024)  # for our own work on whole texts


def keep_memory_private() -> bool:
    """Close this process's memory and first environment to others of the same account.

    Only the system's own account may look then, with the right to trace; nor is there a core dump,
    which would hold both. What this process starts is not closed.
    """
    if sys.platform != "linux":
        return False
    return bool(ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0) == 0)


def drop_rights() -> None:
    """Give up what the system's own account may do beyond others, if this process runs as that."""
    if sys.platform == "linux":
        header = struct.pack("=Ii", _CAPABILITIES_V3, 0)
        ctypes.CDLL(None).capset(header, bytes(24))


def end_with_parent() -> None:
    """Let the kernel end this process when the one that started it has ended."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


def confine() -> None:
    """Give this process the lowest priority and no network, cores, or way to linger."""
    os.nice(19)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (_WRITTEN_BYTES, _WRITTEN_BYTES))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    logging.disable(logging.CRITICAL)  # parsers complain about documents, quoting them
    refuse_sockets_in_python()
    refuse_sockets_in_kernel()


def limit(limits: Limits) -> None:
    """Hold what follows to these limits; the time starts to count now."""
    _limit(resource.RLIMIT_AS, limits.memory_mb * 1024 * 1024)
    _limit(resource.RLIMIT_CPU, int(time.process_time()) + 1 + limits.cpu_seconds)
    signal.alarm(int(limits.seconds) + 5)  # in case that the parent is gone


def _limit(kind: int, value: int) -> None:
    hard = resource.getrlimit(kind)[1]
    soft = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(kind, (soft, hard))


def refuse_sockets_in_python() -> None:
    """Let every use of Python's sockets fail, from now on and for good."""
    sys.addaudithook(_refuse_network)


def _refuse_network(event: str, arguments: tuple[object, ...]) -> None:
    if event in _NETWORK:
        raise PermissionError(errno.EPERM, "a parser may not use the network")


def refuse_sockets_in_kernel() -> bool:
    """Let the kernel refuse sockets to this process and its children; False where it cannot."""
    machine = _MACHINES.get(platform.machine())
    if sys.platform != "linux" or machine is None:
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
        return False
    code = ctypes.create_string_buffer(_filter(*machine))
    program = struct.pack("HxxxxxxP", len(code) // 8, ctypes.addressof(code))
    return bool(libc.prctl(_PR_SET_SECCOMP, _FILTER_MODE, program, 0, 0) == 0)


def _filter(mark: int, calls: tuple[int, ...], limiting: int) -> bytes:
    """Write the filter: foreign calling conventions and these calls fail, all others pass.

    Limits may be set by nobody but whom they hold: their first argument, the process, is 0.
    """
    tests = [(_JUMP_BITS, _X32), *((_JUMP_EQUAL, number) for number in calls)]
    steps = [(_LOAD, 0, 0, 4), (_JUMP_EQUAL, 0, len(tests) + 5, mark), (_LOAD, 0, 0, 0)]
    steps += [(_JUMP_EQUAL, 0, 2, limiting), (_LOAD, 0, 0, 16)]
    steps += [(_JUMP_EQUAL, len(tests), len(tests) + 1, 0)]
    steps += [(test, len(tests) - idx, 0, k) for idx, (test, k) in enumerate(tests)]
    steps += [(_RETURN, 0, 0, _ALLOW), (_RETURN, 0, 0, _DENY)]
    return b"".join(struct.pack("HBBI", *step) for step in steps)
