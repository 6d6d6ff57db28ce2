"""Bytes to text: one media type a file."""
