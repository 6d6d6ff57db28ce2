"""Why a benchmark cannot be run."""


class CannotMeasure(Exception):
    """A file does not fit or something is not installed; says which, and what to do."""
