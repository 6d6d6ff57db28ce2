"""Draws a pipeline's declaration as a Mermaid flowchart."""

from pipelines.engine.graph import Flow, ForEach, Guarded, Loop, Node, Pipeline, Sequence, Switch

Ends = list[tuple[str, str]]  # (box, label of the arrow that leaves it)


class _Drawing:
    """Collects boxes and arrows while it walks a flow; keeps box ids short and stable."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._count = 0

    def box(self, shape: str) -> str:
        self._count += 1
        name = f"n{self._count}"
        self.lines.append(f"    {name}{shape}")
        return name

    def connect(self, ends: Ends, target: str, *, arrow: str = "-->") -> None:
        for source, label in ends:
            text = f"|{label}|" if label else ""
            self.lines.append(f"    {source} {arrow}{text} {target}")

    def draw(self, flow: Flow, ends: Ends) -> Ends:
        match flow:
            case Node():
                return self._node(flow, ends)
            case Sequence(parts):
                for part in parts:
                    ends = self.draw(part, ends)
                return ends
            case Switch():
                return self._switch(flow, ends)
            case ForEach():
                return self._fan_out(flow, ends)
            case Loop():
                return self._loop(flow, ends)
            case Guarded():
                return self._guarded(flow, ends)

    def _node(self, node: Node, ends: Ends) -> Ends:
        box = self.box(f"[{_label(node)}]")
        self.connect(ends, box)
        return [(box, "")]

    def _switch(self, switch: Switch, ends: Ends) -> Ends:
        box = self.box(f"{{{switch.name}?}}")
        self.connect(ends, box)
        leaving: Ends = []
        for word, case in switch.cases.items():
            leaving += self.draw(case, [(box, word)])
        return leaving

    def _fan_out(self, fan_out: ForEach, ends: Ends) -> Ends:
        entry = self.box(f"[/for each of {fan_out.name}\\]")
        self.connect(ends, entry)
        body_ends = self.draw(fan_out.body, [(entry, "")])
        gather = self.box(f"[\\gather {fan_out.name}/]")
        self.connect(body_ends, gather)
        on_error = self.box(f"[{_label(fan_out.on_error)}]")
        self.connect([(entry, "error")], on_error, arrow="-.->")
        self.connect([(on_error, "")], gather)
        if fan_out.expand is not None:
            self.connect([(gather, "more")], entry, arrow="-.->")
        return [(gather, "")]

    def _loop(self, loop: Loop, ends: Ends) -> Ends:
        box = self.box(f"{{{loop.name}?}}")
        self.connect(ends, box)
        self.connect(self.draw(loop.body, [(box, f"again, {loop.most} times at most")]), box)
        return [(box, "done")]

    def _guarded(self, guarded: Guarded, ends: Ends) -> Ends:
        leaving = self.draw(guarded.flow, ends)
        on_error = self.box(f"[{_label(guarded.on_error)}]")
        self.connect([(box, "error") for box, _ in ends], on_error, arrow="-.->")
        return [*leaving, (on_error, "")]


def _label(node: Node) -> str:
    tries = f" ×{node.retry.attempts}" if node.retry.attempts > 1 else ""
    return f'"{node.name}{tries}"'


def to_mermaid(pipeline: Pipeline) -> str:
    """Return the pipeline as a Mermaid flowchart, one line a box or an arrow."""
    drawing = _Drawing()
    start = drawing.box(f"([{pipeline.input_type.__name__}])")
    ends = drawing.draw(pipeline.flow, [(start, "")])
    drawing.connect(ends, drawing.box("([end])"))
    return "\n".join(["flowchart TD", *drawing.lines]) + "\n"
