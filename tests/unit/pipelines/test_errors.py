"""Errors as the log tells of them."""

from pipelines.errors import SourceUnavailable, one_line


def test_an_error_and_its_cause_fit_a_line() -> None:
    error = SourceUnavailable("the connection to a.org\nfailed")
    error.__cause__ = OSError("refused")
    assert one_line(error) == "SourceUnavailable: the connection to a.org failed (after OSError)"
    assert one_line(TimeoutError()) == "TimeoutError"
    assert len(one_line(ValueError("x" * 5000))) == 300
