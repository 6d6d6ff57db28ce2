"""What a group is shown everyone may read: nobody's own documents, not even by their own press."""

from pipelines.models.answers import Answer, Timings
from pipelines.models.requests import AnswerRequest
from pipelines.nodes.answering.cite import Quote, cite_quotes
from pipelines.nodes.text.words import split_sentences
from tests.support.bot.over_database.library_harness import Library, labels
from tests.support.bot.team_harness import team_in
from tests.support.gateways.sample_documents import direction

TOLL = "Boats pay at the lock. The toll is nine crowns."
RENT = "The house is let. The rent is ninety crowns."


async def test_a_group_sees_what_everyone_may_read_whoever_asks_and_presses(
    library: Library,
) -> None:
    async with team_in(library.house) as team:
        owner = team.creator.user_id
        open_one = await library.add("Toll", TOLL, owner=owner, url="https://example.org/toll")
        own = await library.add(
            "Rent",
            RENT,
            owner=owner,
            reader_role=None,
            kind="file",
            url=None,
            file_name="rent.txt",
            version_key="file:rent",
        )
        found: list[str] = []

        def cite(asker: int | None):
            async def answer(request: AnswerRequest) -> Answer:
                search = library.store.search
                there = await search.search_documents(
                    direction(0), top_k=30, threshold=0.0, floor=0.0, asker=request.asker
                )
                found[:] = [each.document_id for each in there]
                for_all = await search.search_documents(
                    direction(0), top_k=30, threshold=0.0, floor=0.0, asker=asker
                )
                ids = [each.id for each in for_all if each.document_id in (open_one, own)]
                read = await search.get_passages(ids, asker=asker)
                quotes = [Quote(each, split_sentences(each.text)[-1]) for each in read]
                cited = cite_quotes(quotes)
                return Answer(cited.text, False, "en", cited.citations, (), Timings())

            return answer

        runs = library.house.runs
        before, runs.answering = runs.answering, cite(None)
        try:
            await team.creator.say("/ask What is the toll?")
            answer = await team.creator.reads("[1] Toll")
            assert open_one in found
            assert own not in found
            await team.member.press(answer, "1")
            shown = await team.member.reads(TOLL)
            assert labels(shown) == [], "a card shows what its reader may do"
            runs.answering = cite(owner)  # as if something had gone wrong before
            await team.creator.say("/ask What is the rent?")
            answer = await team.creator.reads("Rent")
        finally:
            runs.answering = before
        lines = answer["text"].splitlines()
        number = next(line[1] for line in lines if line.startswith("[") and "Rent" in line)
        await team.creator.press(answer, number)
        await team.creator.sees_toast("no longer in the base, or no longer open")
