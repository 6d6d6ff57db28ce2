"""What the kernel of this machine can do."""

import ctypes
import platform


def has_landlock(version: int = 1) -> bool:
    """Ask the kernel for its version of Landlock."""
    linux = platform.system() == "Linux"
    return linux and bool(ctypes.CDLL(None).syscall(444, None, 0, 1) >= version)
