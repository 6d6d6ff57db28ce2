"""Archives: the files in one become sources of their own in the same batch."""

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from pipelines.errors import Failure, SourceRefused
from pipelines.ingest.batch import Batch, Item, Member
from pipelines.isolation.pool import ProcessPool
from pipelines.models.documents import LARGEST_MEMBER_MB, ArchiveMember, FileRef, Source
from pipelines.nodes.sources.classify import presentable_name, presentable_path

APART = 1000  # places in a batch between the members of two archives
BYTES_AT_ONCE = 16 * 1024 * 1024  # of members that are taken out in one call
_CONTENT = "member"  # the artifact that a member's bytes wait in


@dataclass(frozen=True, slots=True)
class Unpacker:
    """What looks into archives: functions of a module, for they run in a child process.

    survey: lists the files; raises SourceRefused when the archive is not to be opened.
    take_out: returns the bytes of these members, None for one that is broken.
    """

    survey: Callable[[bytes], tuple[ArchiveMember, ...]]
    take_out: Callable[[bytes, tuple[int, ...]], tuple[bytes | None, ...]]

    async def files(
        self, pool: ProcessPool, archive: Item, content: bytes
    ) -> AsyncIterator[tuple[Member, bytes]]:
        """Take the files out one by one, each as a member with its bytes.

        Raises:
            SourceRefused: it lies in an archive itself, or is not to be opened.
        """
        if archive.source.inside is not None:
            raise SourceRefused("source-nested-archive")
        number = 0
        for portion in portions(await pool.run(self.survey, content)):
            wanted = tuple(member.idx for member in portion if member.refusal is None)
            taken = await pool.run(self.take_out, content, wanted)
            bytes_of = dict(zip(wanted, taken, strict=True))
            for member in portion:
                source = member_source(archive, number, member)
                number += 1
                yield Member(source, _refusal(member, bytes_of)), bytes_of.get(member.idx) or b""


def member_source(archive: Item, number: int, member: ArchiveMember) -> Source:
    """Make a member the source of an item; its name is a label and never a path."""
    name, label = presentable_name(member.name), presentable_path(member.name)
    idx = APART * (archive.source.idx + 1) + number
    inside = archive.source.label
    return Source(
        idx=idx,
        kind="file",
        label=f"{inside} › {label}",
        file=FileRef("artifact", f"{archive.order.batch_id}/{idx}/{_CONTENT}", name, member.size),
        language=archive.source.language,
        inside=inside,
    )


def archive_of(idx: int) -> int:
    """Return the place in the batch of what the user sent: the archive, for its members."""
    return idx if idx < APART else idx // APART - 1


def artifact_name(source: Source) -> str:
    """Return the name, within its batch, of the artifact with a member's bytes."""
    return f"{source.idx}/{_CONTENT}"


def portions(members: Sequence[ArchiveMember]) -> Iterator[tuple[ArchiveMember, ...]]:
    """Divide members into portions of BYTES_AT_ONCE, so that none makes a process swell."""
    held: list[ArchiveMember] = []
    size = 0
    for member in members:
        if held and size + member.size > BYTES_AT_ONCE:
            yield tuple(held)
            held, size = [], 0
        held.append(member)
        size += member.size
    if held:
        yield tuple(held)


def readable_members(archive: Item) -> tuple[Item, ...]:
    """Return the items that an archive's members are to become."""
    return tuple(
        Item(archive.order, member.source) for member in archive.members if member.failure is None
    )


def with_members(batch: Batch, items: Sequence[Item]) -> Batch:
    """Put the members of each archive in its place; those that could not be read say why."""
    by_idx = {item.source.idx: item for item in items}
    placed: list[Item] = []
    for sent in batch.items:
        item = by_idx[sent.source.idx]
        placed += [by_idx.get(m.source.idx) or _failed(item, m) for m in item.members] or [item]
    return replace(batch, items=tuple(placed))


def _refusal(member: ArchiveMember, taken: dict[int, bytes | None]) -> Failure | None:
    if member.refusal == "source-too-large":
        return Failure(member.refusal, (("limit_mb", LARGEST_MEMBER_MB),))
    if member.refusal is not None:
        return Failure(member.refusal)
    return Failure("source-archive-broken") if taken[member.idx] is None else None


def _failed(archive: Item, member: Member) -> Item:
    failure = member.failure or Failure("source-broken")
    return Item(archive.order, member.source, failure=failure)
