"""Prompting: what a language model is told, and how what it wrote back is read.

Read `prompt` (a question and its passages, what tools gave), then `rewording` (other words to
search in), `whole_document` (a document read part by part), `following` (what to ask next) and
`budgeting` (what of it all fits).
"""
