"""Teaching the close reader: read `corpus`, `examples`, `network`, then `train`."""
