"""The real bot under `kill -9`: what becomes of a batch, whenever the process dies."""
