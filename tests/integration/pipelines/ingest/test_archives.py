"""Archives become sources, each member with its bytes or with why it has none."""

import pytest

from pipelines.errors import Failure, SourceRefused
from pipelines.extractors.office.archive import survey, take_out
from pipelines.ingest.archives import (
    BYTES_AT_ONCE,
    Unpacker,
    archive_of,
    artifact_name,
    member_source,
    portions,
    readable_members,
    with_members,
)
from pipelines.ingest.batch import Batch, Item, Member, Order
from pipelines.isolation.pool import ProcessPool
from pipelines.models.documents import ArchiveMember, FileRef, Source
from tests.support.extractors.office_maker import make_zip

ORDER = Order("b-1", 7, "", None, None, None, True)
SENT = Source(2, "file", "all.zip", file=FileRef("telegram", "id", "all.zip"), language="ru")
ARCHIVE = Item(ORDER, SENT, "application/zip")


async def files(archive: Item, content: bytes) -> list[tuple[Member, bytes]]:
    async with ProcessPool(workers=1) as workshop:
        unpacker = Unpacker(survey, take_out)
        return [each async for each in unpacker.files(workshop, archive, content)]


def test_a_member_is_a_source_of_its_own() -> None:
    source = member_source(ARCHIVE, 4, ArchiveMember(9, "../docs/a\u202eb.txt", 5))
    assert source == Source(
        3004,
        "file",
        "all.zip › docs/ab.txt",
        file=FileRef("artifact", "b-1/3004/member", "ab.txt", 5),
        language="ru",
        inside="all.zip",
    )
    assert artifact_name(source) == "3004/member"
    assert [archive_of(idx) for idx in (0, 2, 3004, 1000)] == [0, 2, 2, 0]


def test_members_are_taken_out_in_bearable_portions() -> None:
    sizes = [BYTES_AT_ONCE - 1, 1, 1, BYTES_AT_ONCE * 2, 5]
    members = [ArchiveMember(n, str(n), size) for n, size in enumerate(sizes)]
    assert [[member.idx for member in portion] for portion in portions(members)] == [
        [0, 1],
        [2],
        [3],
        [4],
    ]
    assert list(portions([])) == []


async def test_hostile_05_a_bad_member_says_why() -> None:
    content = bytearray(
        make_zip({"good.txt": "good", "locked.txt": "locked", "bad.txt": "BAD"}, stored=True)
    )
    content[content.index(b"BAD")] ^= 1
    directory = content.index(b"PK\x01\x02", content.index(b"PK\x01\x02") + 1)
    content[directory + 8] |= 1  # the second member is encrypted, it says
    found = await files(ARCHIVE, bytes(content))
    assert [(m.source.label, m.failure and m.failure.code, inner) for m, inner in found] == [
        ("all.zip › good.txt", None, b"good"),
        ("all.zip › locked.txt", "source-archive-encrypted", b""),
        ("all.zip › bad.txt", "source-archive-broken", b""),
    ]
    large = make_zip({"large.bin": bytes(21 * 1024 * 1024), "a.txt": "A"}, stored=True)
    (member, _), (other, inner) = await files(ARCHIVE, large)
    assert member.failure == Failure("source-too-large", (("limit_mb", 20),))
    assert (other.failure, inner) == (None, b"A")


async def test_hostile_04_an_archive_inside_an_archive() -> None:
    inner = Item(ORDER, member_source(ARCHIVE, 0, ArchiveMember(0, "inner.zip", 5)))
    with pytest.raises(SourceRefused, match="source-nested-archive"):
        await files(inner, make_zip({"a.txt": "A"}))


def test_members_take_the_place_of_their_archive() -> None:
    good, bad = (
        member_source(ARCHIVE, n, ArchiveMember(n, name, 1)) for n, name in enumerate("ab")
    )
    failure = Failure("source-archive-broken")
    opened = Item(ORDER, SENT, members=(Member(good), Member(bad, failure)))
    before, after = (Item(ORDER, Source(n, "web", str(n))) for n in (1, 3))
    (made,) = readable_members(opened)
    assert made == Item(ORDER, good)
    batch = Batch(ORDER, 0.0, (before, ARCHIVE, after))
    items = with_members(batch, (before, opened, after, made)).items
    assert items == (before, made, Item(ORDER, bad, failure=failure), after)
