"""What of a source is read together with a claim."""

import numpy as np

from pipelines.models.answers import QueryEmbedding
from pipelines.models.documents import TokenVectors
from pipelines.nodes.checking.support import Source, objection, read_together

SENTENCES = ("The mill is old.", "Ada owns it.", "It is red.", "Bo digs there.", "It has a pond.")
TEXT = " ".join(SENTENCES)


def source(*, with_vectors: bool = True) -> Source:
    """A source with one token a sentence, each unlike all others."""
    starts = [TEXT.index(sentence) for sentence in SENTENCES]
    offsets = [(start, start + len(each)) for start, each in zip(starts, SENTENCES, strict=True)]
    vectors = TokenVectors(
        127 * np.eye(len(SENTENCES), dtype=np.int8), np.array(offsets, dtype=np.int32)
    )
    return Source(TEXT, "en", vectors=vectors if with_vectors else None)


def claim(*likeness: float) -> QueryEmbedding:
    """A claim of one token, so like to each of the sentences."""
    token = np.array([likeness], dtype=np.float32)
    return QueryEmbedding(token[0], token, np.ones(1, dtype=np.float32))


def test_a_claim_is_read_with_the_sentences_most_like_it_in_their_order() -> None:
    read = read_together("The pond belongs to Ada.", claim(0.1, 0.9, 0.2, 0.0, 0.8), source())
    assert read == "Ada owns it. It is red. It has a pond."


def test_where_no_tokens_are_known_it_is_read_with_a_stretch() -> None:
    read = read_together("Bo digs.", claim(1, 0, 0, 0, 0), source(with_vectors=False))
    assert read == TEXT


def test_the_nouns_of_a_german_claim_are_words_and_what_denies_its_sentence_speaks_against_it() -> (
    None
):
    said = "Die Mühle im Dorf ist alt."
    as_names = objection(said, claim(0.9, 0, 0, 0, 0), source(), crosses=True)
    as_words = objection(said, claim(0.9, 0, 0, 0, 0), source(), crosses=True, language="de")
    assert as_words.to_the_letter < as_names.to_the_letter
    denied = objection(
        "Die Mühle im Dorf ist nicht alt.",
        claim(0.9, 0, 0, 0, 0),
        source(),
        crosses=True,
        language="de",
    )
    assert denied.to_the_letter > as_words.to_the_letter


def test_what_the_nearest_sentence_tells_of_some_only_speaks_against_all() -> None:
    text = "The key is kept by Ada only."
    vectors = TokenVectors(np.full((1, 1), 127, np.int8), np.array([[0, len(text)]], np.int32))
    kept = Source(text, "en", vectors=vectors)
    of_all = objection("The key is kept by millers.", claim(1.0), kept)
    of_some = objection("The key is kept only by millers.", claim(1.0), kept)
    assert of_all.to_the_letter > of_some.to_the_letter
