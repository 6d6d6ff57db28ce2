"""Answers with a language model: how fast they show, what a hostile document achieves, and crowds.

Read `endpoint` first, a model on loopback that speaks the real protocol; what it says is in
`speech`, or for hostile documents in `poison/`. `bot_process` runs the product, `chats` are the
people. `first`, `poisoned`, `crowd` and `storm` are the parts that the command names.
"""
