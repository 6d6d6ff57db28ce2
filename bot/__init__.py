"""Everything that speaks to people."""
