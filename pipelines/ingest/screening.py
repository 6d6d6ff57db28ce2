"""What is done about secrets: refuse what holds one, take it out, or let it in."""

from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from pipelines.errors import SourceRefused
from pipelines.ingest.plan import ScreenedDocument, screen_document
from pipelines.isolation.limits import THINKING
from pipelines.isolation.pool import ProcessPool
from pipelines.models.documents import SecretPolicy, Source
from pipelines.nodes.secrets.find import (
    bare_label,
    find_secrets,
    kinds_removed,
    without_secrets,
)

REFUSED = "source-secrets"


@dataclass(frozen=True, slots=True)
class Screening:
    """The policy of this copy.

    Titles and names lose their secrets under every policy but "allow", since the record of a run
    shows them.
    """

    policy: SecretPolicy = "refuse"

    def check_link(self, source: Source) -> None:
        """Refuse a link that carried a secret: without it there is nothing to be fetched.

        Raises:
            SourceRefused: naming the kinds.
        """
        if kinds := kinds_removed(source.url):
            raise _refused_link(kinds)

    def check_address(self, address: str) -> None:
        """Refuse an address, as it was typed, that is to be kept and holds a secret.

        A password before the host is one however short: it is never sent on, so why keep it.

        Raises:
            SourceRefused: naming the kinds.
        """
        if self.policy == "allow":
            return
        kinds = kinds_removed(bare_label(address))
        if "url-password" not in kinds and _has_password(address):
            kinds = (*kinds, "url-password")
        if kinds:
            raise _refused_link(kinds)

    def title(self, title: str) -> str:
        """Return a title as it may be kept."""
        return title if self.policy == "allow" else without_secrets(title)

    def kinds_in(self, text: str) -> tuple[str, ...]:
        """Return the kinds of the secrets that a text of a line holds, and that may not be kept."""
        if self.policy == "allow":
            return ()
        return tuple(found.kind for found in find_secrets(text))

    def file_name(self, name: str | None) -> str | None:
        """Return a file name as it may be kept."""
        return name if self.policy == "allow" or name is None else bare_label(name)

    def address(self, address: str | None, sent: str | None) -> str | None:
        """Return where a page was found; where it was looked for, if redirects brought a key."""
        if self.policy == "allow" or address is None or bare_label(address) == address:
            return address
        return sent

    def source(self, source: Source) -> Source:
        """Return a source whose label and file name may be kept: one out of an archive."""
        if self.policy == "allow":
            return source
        file = source.file and replace(source.file, file_name=bare_label(source.file.file_name))
        return replace(source, label=bare_label(source.label), file=file)

    async def screen(
        self,
        pool: ProcessPool,
        cleaned: bytes,
        content: bytes,
        *,
        title: str,
        file_name: str,
        link: str | None,
        without_secrets: bool = False,
    ) -> ScreenedDocument:
        """Look through a document's text, and at what was taken out of its names.

        Args:
            without_secrets: whoever sent it wants it taken in without them.

        Raises:
            SourceRefused: it holds secrets, and the policy is to refuse it; says where they stand.
        """
        if self.policy == "allow":
            return ScreenedDocument(None, secrets=0, places="", masks=0)
        screened = await pool.run(
            screen_document, cleaned, content, title, file_name, link, limits=THINKING
        )
        if screened.secrets and self.policy == "refuse" and not without_secrets:
            raise _refused(screened.secrets, screened.places)
        return screened


def _has_password(address: str) -> bool:
    try:
        return bool(urlsplit(address).password)
    except ValueError:
        return False


def _refused_link(kinds: tuple[str, ...]) -> SourceRefused:
    return _refused(len(kinds), " ".join(f"{kind}@link" for kind in kinds))


def _refused(count: int, places: str) -> SourceRefused:
    return SourceRefused(REFUSED, count=count, places=places)
