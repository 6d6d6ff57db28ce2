"""Detectors of secrets that other people maintain."""
