"""Tell pip where PyTorch's builds for CPUs are, if they can be had from here.

On Linux the package index has a build with some gigabytes for GPUs, which are not used here. The
Makefile calls this with any Python 3 before anything is installed: it prints an option for pip, or
nothing where the address does not answer within a few seconds or has no such builds for this
system. `python cpu_torch_index.py [ADDRESS]`
"""

import os
import ssl
import sys
import threading
import urllib.request

ADDRESS = "https://download.pytorch.org/whl/cpu"
GIVE_UP_SECONDS = 4.0


def answers(address: str) -> bool:
    """Tell whether an index of packages has PyTorch."""
    if not address.startswith(("http://", "https://")):
        return False
    trusted = ssl.create_default_context(cafile=os.environ.get("PIP_CERT") or None)
    try:
        page = f"{address}/torch/"
        with urllib.request.urlopen(page, timeout=GIVE_UP_SECONDS, context=trusted) as answer:  # noqa: S310
            return bool(answer.status == 200)
    except (OSError, ValueError):  # of the address, the network or a certificate
        return False


def main() -> None:
    """Print the option. A name server that is silent is not waited for either."""
    address = sys.argv[1] if len(sys.argv) > 1 else ADDRESS
    found: list[bool] = []
    asking = threading.Thread(target=lambda: found.append(answers(address)), daemon=True)
    if sys.platform == "linux" and not os.environ.get("PIP_NO_INDEX"):
        asking.start()
        asking.join(GIVE_UP_SECONDS)
    if any(found):
        sys.stdout.write(f"--extra-index-url {address}\n")


if __name__ == "__main__":
    main()
