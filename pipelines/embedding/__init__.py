"""What is stored of embeddings, against what a model would make.

`cache` embeds a document without embedding anything twice; `reembed` moves a whole base to another
model and refuses to mix two. The models themselves are in `pipelines.embedders`.
"""
