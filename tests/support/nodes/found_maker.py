"""What was found for a question, of one passage."""

from pipelines.answer.quoting.found import Found, Own
from pipelines.models.documents import Span
from pipelines.nodes.answering.cite import Quote
from tests.support.nodes.passage_maker import make_passage
from tests.support.nodes.table_maker import query_of


def found_for(question: str, text: str, language: str) -> tuple[Found, Quote]:
    """What was found for a question: one text, of which the first line is quoted."""
    query, passage = query_of(question), make_passage(text, language=language, title="")
    sentence = text.partition("\n")[0]
    found = Found(question, (), language, query, [passage], {}, Own(question, query))
    return found, Quote(passage, Span(0, len(sentence)))
