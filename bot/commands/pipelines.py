"""`paragraf pipelines [NAME]`."""

from bot.commands.console import Console
from pipelines.engine.mermaid import to_mermaid
from pipelines.runs import PIPELINES


def draw(console: Console, name: str | None) -> int:
    """Print one pipeline, or all, as Mermaid; 1 when there is none of that name."""
    if name is not None and name not in PIPELINES:
        console.say("pipeline-unknown", name=name, names=", ".join(PIPELINES))
        return 1
    chosen = [PIPELINES[name]] if name else list(PIPELINES.values())
    for pipeline in chosen:
        if name is None:
            console.show(f"%% {pipeline.name}: {pipeline.description}")
        console.show(to_mermaid(pipeline))
    return 0
