"""Tools: what a language model may do besides writing, which is looking and nothing else.

Read `offered` (what a model is told of them), `toolbox` (what they do), then `arguments` and
`tables`, which take apart what a model wrote. They know no model: whatever calls them names whose
rights apply, and gets ids of passages, which are read anew by whoever shows them.
"""
