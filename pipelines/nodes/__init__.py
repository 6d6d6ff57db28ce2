"""Pure steps: synchronous, no I/O, no clock, no settings; standard library and numpy only."""
