"""From a source to bytes: one kind of source a file; `make_fetchers` names them.

Read `page` first. Whatever a user names is asked for over `web/`: `guard` is the one way out, and
`client` what a request may take. `youtube` uses it too, and `conditional` and `robots` for watches;
`artifact` and `post` take what lies in the database.
"""

from pipelines.fetchers.artifact import ArtifactFetcher
from pipelines.fetchers.page import HttpFetcher
from pipelines.fetchers.post import PostFetcher
from pipelines.fetchers.web.client import WebClient
from pipelines.fetchers.web.guard import GuardedTransport
from pipelines.fetchers.youtube import YouTubeFetcher
from pipelines.ports import Fetcher
from pipelines.store.batches import ArtifactStore


def make_fetchers(
    transport: GuardedTransport, client: WebClient, artifacts: ArtifactStore
) -> dict[str, Fetcher]:
    """Make what gets a source, by the name of where it is; the bot adds what is Telegram's."""
    return {
        "web": HttpFetcher(client),
        "video": YouTubeFetcher(transport),
        "artifact": ArtifactFetcher(artifacts),
        "post": PostFetcher(artifacts),
    }
