"""From a source to bytes: one kind of source a file. `make_fetchers` names them."""

from pipelines.fetchers.artifact import ArtifactFetcher
from pipelines.fetchers.guard import GuardedTransport
from pipelines.fetchers.http import HttpFetcher
from pipelines.fetchers.post import PostFetcher
from pipelines.fetchers.youtube import YouTubeFetcher
from pipelines.ports import Fetcher, Gateway


def make_fetchers(
    transport: GuardedTransport, gateway: Gateway, *, byte_limit: int
) -> dict[str, Fetcher]:
    """Make what gets a source, by the name of where it is; the bot adds what is Telegram's."""
    return {
        "web": HttpFetcher(transport, byte_limit=byte_limit),
        "video": YouTubeFetcher(transport),
        "artifact": ArtifactFetcher(gateway),
        "post": PostFetcher(gateway),
    }
