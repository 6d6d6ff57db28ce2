"""How documents are referred to, and what is known of them."""

import pytest

from pipelines.nodes.sources.bibliography import Work, full_citation, metadata_of, site_of

PAGE = Work(
    *("Harbour news", "en", "Ada Moss", "2024-05-01"), url="https://www.example.org/news?id=7"
)
REPORT = Work("Отчёт", "ru", "А. Мосс", "2024", file_name="report.pdf", pages=12)


def test_a_page_is_cited_with_its_site_address_and_the_day_it_was_read() -> None:
    assert full_citation(PAGE, "2026-11-23") == (
        "Ada Moss. Harbour news. 2024-05-01. example.org."
        " https://www.example.org/news?id=7 [2026-11-23]"
    )


def test_a_file_is_cited_with_its_name_and_pages_in_its_language() -> None:
    assert full_citation(REPORT, "2026-11-23") == "А. Мосс. Отчёт. 2024. report.pdf. 12 с."


def test_what_is_not_known_leaves_no_gap_and_nothing_is_said_twice() -> None:
    assert full_citation(Work("notes.txt", "en", file_name="notes.txt"), "d") == "notes.txt."
    assert full_citation(Work("Why?", "en", file_name="a.pdf", pages=1), "d") == "Why? a.pdf. 1 p."


def test_a_citation_is_one_line_that_hides_nothing() -> None:
    said = full_citation(Work("A\u202eb\n\nc\u200b" + "x" * 9999, "en", file_name="f"), "d")
    assert said.startswith("Ab cxxx")
    assert len(said) < 400


def test_metadata_names_what_is_known_alone() -> None:
    assert metadata_of(PAGE) == {
        "author": "Ada Moss",
        "published": "2024-05-01",
        "site": "example.org",
    }
    workbook = Work("Prices", "en", file_name="p.xlsx", sheets=("May", "June"), seconds=61.6)
    assert metadata_of(workbook) == {"sheets": ["May", "June"], "seconds": 62}


@pytest.mark.parametrize("address", [None, "", "note", "ftp://example.org/a", "https://[::1"])
def test_what_is_no_web_address_has_no_site(address: str | None) -> None:
    assert site_of(address) is None
