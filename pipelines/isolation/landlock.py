"""Landlock: the kernel lets a process open what lies in named places, and nothing else.

It needs no rights, programs started by the process inherit it, and whoever it holds may neither
read nor write the memory of processes outside, nor what the system knows of their environment, nor
end them. So a parser that a document has taken over finds no token, no `.env` and no database.
Source: the kernel's Documentation/userspace-api/landlock.rst.
"""

import ctypes
import os
import re
import shutil
import struct
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # the same on every machine
_ASK_VERSION, _PATH_BENEATH, _NO_NEW_PRIVS = 1, 1, 38
_WRITE_FILE, _READ_FILE, _TRUNCATE = 1 << 1, 1 << 2, 1 << 14
_CHANGE_FOLDERS = sum(1 << bit for bit in range(4, 13))  # remove and make, of every kind
_SIGNALS = 1 << 1
_TRUNCATE_SINCE, _SIGNALS_SINCE = 3, 6
_PACKAGE = Path(__file__).parents[1]
_PARTS = ("bin", "lib", "lib32", "lib64", "share")  # of where a system or Python is installed
_LIBRARIES = ("site-packages", "dist-packages")
# What programs and libraries are made of, and what they ask about the machine. Not all of /usr, nor
# /opt: whoever installs a bot by hand may put it there, with its settings and its data.
_SYSTEM = (
    *(f"{root}/{part}" for root in ("/usr", "/usr/local", "") for part in _PARTS),
    *("/usr/libexec", "/nix/store", "/sys/devices/system/cpu"),
    *("/etc/ld.so.cache", "/etc/fonts", "/etc/localtime", "/etc/mime.types"),
    *("/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/dev/urandom", "/dev/null", "/dev/zero"),
)

PROGRAMS = ("/usr/local/bin", "/usr/bin", "/bin", "/opt/homebrew/bin")  # where they are looked for
_LETTERS = "tesseract"  # the program that recognises them
_ITS_PARTS = ("lib", "lib64", "share/tessdata", "share/tesseract-ocr")
_FONTS = ("/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/X11/fonts")
_FONT_SETTINGS = ("etc/fonts/fonts.conf", "etc/fonts/local.conf", "etc/fonts/conf.d/*.conf")
_FONT_FOLDER = re.compile(r"<dir>\s*(/[^<]*?)\s*</dir>")


def close_files(folders: Iterable[str] = ()) -> bool:
    """Let this process read programs and libraries, and use these folders; False where it cannot.

    Other files stay open to it as far as it holds them open already. Where the kernel can see to
    it, it may send signals to what it starts, and to nobody else.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    version = libc.syscall(_CREATE_RULESET, None, 0, _ASK_VERSION)
    if sys.platform != "linux" or version < 1:
        return False
    files = _WRITE_FILE | _READ_FILE | (_TRUNCATE if version >= _TRUNCATE_SINCE else 0)
    everything = files | _CHANGE_FOLDERS
    asked = struct.pack("=Q", everything)
    if version >= _SIGNALS_SINCE:
        asked = struct.pack("=QQQ", everything, 0, _SIGNALS)
    ruleset = libc.syscall(_CREATE_RULESET, asked, len(asked), 0)
    if ruleset < 0:
        return False
    try:
        for place in readable_places():
            _allow(libc, ruleset, place, _READ_FILE)
        _allow(libc, ruleset, os.devnull, _READ_FILE | _WRITE_FILE)
        for folder in folders:
            _allow(libc, ruleset, folder, everything)
        if libc.prctl(_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
            return False
        return bool(libc.syscall(_RESTRICT_SELF, ruleset, 0) == 0)
    finally:
        os.close(ruleset)


def _allow(libc: ctypes.CDLL, ruleset: int, place: str, rights: int) -> None:
    try:
        handle = os.open(place, os.O_PATH | os.O_CLOEXEC)
    except OSError:  # this system has no such place
        return
    try:
        rule = struct.pack("=Qi", rights, handle)
        libc.syscall(_ADD_RULE, ruleset, _PATH_BENEATH, rule, 0)
    finally:
        os.close(handle)


def readable_places() -> Iterator[str]:
    """Yield what a parser reads: the system's programs and libraries, and Python's modules.

    Of a folder in which modules lie beside other things, they alone: there lie a project's
    settings, and often its data. An editable install is found by a hook and not by `sys.path`: so
    this package is named besides.
    """
    yield from _SYSTEM
    yield from installed_elsewhere()
    yield str(_PACKAGE)
    for prefix in {sys.prefix, sys.base_prefix, sys.exec_prefix}:
        yield from (f"{prefix}/{part}" for part in _PARTS)
    for entry in map(Path, sys.path):
        if entry.name in _LIBRARIES or not entry.is_dir():
            yield str(entry)
        else:
            yield from (str(each.parent) for each in entry.glob("*/__init__.py"))
            yield from map(str, (*entry.glob("*.py"), *entry.glob("*.so")))


def installed_elsewhere(root: Path = Path("/")) -> Iterator[str]:
    """Yield where Tesseract and fonts lie that the system has a link or a setting for, as in /opt.

    The kernel asks where a link leads. Of a place that holds this bot, or all of what lies in /opt
    or in /home, nothing is opened for them.

    Args:
        root: of the system, for tests.
    """
    for place in {*_of_tesseract(root), *_of_fonts(root)}:
        inside = place.relative_to(root) if place.is_relative_to(root) else place
        if len(inside.parts) > 1 and not _PACKAGE.is_relative_to(place):
            yield str(place)


def _of_tesseract(root: Path) -> Iterator[Path]:
    folders = os.pathsep.join(str(root / folder.lstrip("/")) for folder in PROGRAMS)
    if found := shutil.which(_LETTERS, path=folders):
        program = _led_to(Path(found))
        yield program
        if program.parent.name == "bin":
            yield from (_led_to(program.parents[1] / part) for part in _ITS_PARTS)


def _of_fonts(root: Path) -> Iterator[Path]:
    folders = [root / folder.lstrip("/") for folder in _FONTS]
    for settings in (each for pattern in _FONT_SETTINGS for each in root.glob(pattern)):
        with suppress(OSError):  # nobody's to read
            named = _FONT_FOLDER.findall(settings.read_text("utf-8", "replace"))
            folders += [root / folder.lstrip("/") for folder in named]
    for folder in folders:
        yield _led_to(folder)
        entries = chain(folder.glob("*"), folder.glob("*/*"))
        yield from (_led_to(each) for each in entries if each.is_symlink())


def _led_to(place: Path) -> Path:
    return Path(os.path.realpath(place))
