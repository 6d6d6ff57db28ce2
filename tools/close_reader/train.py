"""Teach the close reader, from the corpus in this folder.

It wants a GPU: two minutes on one, a day without.

    python -m tools.close_reader.train OUT.npz [--folder MODEL] [--epochs N]

It prints how it does on a tenth of the documents, which it is not taught with; with --all there
is no such tenth. OUT.npz goes to pipelines/embedders/close/taught.npz.
"""

import argparse
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import Tensor, nn
from torch.nn import functional

from pipelines.embedders.close.pairs import Pair, lay_out
from pipelines.embedders.tokens import TextTokenizer, Tokens
from tools.close_reader.corpus import read_corpus
from tools.close_reader.examples import Example, Task, examples
from tools.close_reader.network import Network

RATE, HEAD_RATE, DECAY = 5e-4, 1.5e-3, 0.01
WARM_UP, LAST = 0.06, 0.01  # shares of the steps, and of the rate
SMOOTHING = 0.05
BATCH = 40_000  # tokens, padding counted
STEP = 8  # tokens, to which rows are padded
TASKS: tuple[Task, ...] = ("answering", "answer", "claim")
HEADS_OF = {"answer": "hB", "claim": "hC"}


class RememberingTokenizer(TextTokenizer):
    """Tokenizes each sentence once, in however many examples it stands."""

    def __init__(self, backend: Tokenizer) -> None:
        super().__init__(backend)
        self._known: dict[str, Tokens] = {}

    def tokenize(self, text: str) -> Tokens:
        """Return what it was tokenized to before."""
        if text not in self._known:
            self._known[text] = super().tokenize(text)
        return self._known[text]


@dataclass(frozen=True, slots=True, eq=False)
class Item:
    """An example, laid out."""

    example: Example
    pair: Pair


def main() -> None:
    """Teach, and write what was learnt."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--folder", type=Path, required=True, help="The unpacked packed model.")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--rank", type=int, default=32)
    parser.add_argument("--depth", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=1e9, help="Fewer epochs if it takes more.")
    parser.add_argument("--documents", type=int, help="No more than so many, to try it out.")
    parser.add_argument("--all", action="store_true", help="Hold no documents back.")
    wanted = parser.parse_args()
    torch.manual_seed(0)
    documents = read_corpus()[: wanted.documents]
    random.Random(7).shuffle(documents)  # noqa: S311
    held = 0 if wanted.all else max(1, len(documents) // 10)
    text = RememberingTokenizer(Tokenizer.from_file(str(wanted.folder / "tokenizer.json")))
    taught, tried = (
        [*layouts(examples(some, random.Random(7)), text)]  # noqa: S311
        for some in (documents[held:], documents[:held])
    )
    device = "cuda" if torch.cuda.is_available() else "cpu"
    network = Network(wanted.folder, rank=wanted.rank, depth=wanted.depth).to(device)
    teach(network, taught, wanted.epochs, wanted.seconds)
    network.write(wanted.out)
    if tried:
        print(figures(network, tried))


def layouts(made: Iterator[Example], text: TextTokenizer) -> Iterator[Item]:
    """Lay examples out; one whose answering sentence does not fit in is left out."""
    for example in made:
        pair = lay_out(text, example.sentences, question=example.question, claim=example.claim)
        if example.task != "answering" or example.right < 0 or pair.sentences[example.right]:
            yield Item(example, pair)


def teach(network: Network, items: Sequence[Item], epochs: int, seconds: float) -> None:
    """Take steps, with a rate that rises and falls; tell of the loss on the way."""
    heads = [one for name, one in network.named_parameters() if name.startswith("h")]
    others = [one for name, one in network.named_parameters() if not name.startswith("h")]
    rates = (RATE, HEAD_RATE)
    groups = [{"params": some, "lr": 0.0} for some in (others, heads)]
    optimizer = torch.optim.AdamW(groups, weight_decay=DECAY)
    chance, queue, began = random.Random(0), list[list[Item]](), time.perf_counter()  # noqa: S311
    each = len(batches(items, chance))
    total, step, seen = epochs * each, 0, list[Tensor]()
    print(f"{len(items)} examples, {each} steps an epoch", flush=True)
    network.train()
    while step < total:
        queue = queue or batches(items, chance)
        if step == 40:  # by now it is known how long one takes
            spent = time.perf_counter() - began
            total = min(total, int(seconds / spent * step))
            print(f"{spent / step:.3f} s a step, {total / each:.1f} epochs", flush=True)
        share = min(1.0, (step + 1) / (WARM_UP * total)) * max(LAST, 1.0 - step / total)
        for group, rate in zip(optimizer.param_groups, rates, strict=True):
            group["lr"] = rate * share
        lost = loss(network, queue.pop())
        lost.backward()
        nn.utils.clip_grad_norm_([*network.parameters()], 1.0)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        seen, step = [*seen, lost.detach()], step + 1
        if step % 100 == 0:
            print(f"step {step}: {float(torch.stack(seen).mean()):.3f}", flush=True)
            seen = []


def batches(items: Sequence[Item], chance: random.Random) -> list[list[Item]]:
    """Group items of like length, in an order drawn by `chance`."""
    found: list[list[Item]] = []
    longest = 0
    for item in sorted(items, key=lambda one: len(one.pair.ids) + chance.random() * 20):
        longest = max(longest, len(item.pair.ids))
        if found and longest * (len(found[-1]) + 1) <= BATCH:
            found[-1].append(item)
        else:
            found.append([item])
            longest = len(item.pair.ids)
    chance.shuffle(found)
    return found


def loss(network: Network, items: Sequence[Item]) -> Tensor:
    """Return the weighed mean of what the items cost."""
    total = weights = torch.zeros((), device=network.word.device)
    for task, (some, odds) in read(network, items).items():
        right = torch.tensor([one.example.right for one in some], device=odds.device)
        weight = torch.tensor([one.example.weight for one in some], device=odds.device)
        if task == "answering":
            cost = functional.cross_entropy(odds, right + 1, reduction="none")
        else:
            wanted = right.float() * (1.0 - SMOOTHING) + SMOOTHING / 2
            cost = functional.binary_cross_entropy_with_logits(odds, wanted, reduction="none")
        total, weights = total + (weight * cost).sum(), weights + weight.sum()
    return total / weights


def read(network: Network, items: Sequence[Item]) -> dict[Task, tuple[list[Item], Tensor]]:
    """Read items as one batch.

    Returns:
        By task its items, and float32 [items] log odds; of "answering" [items, 1 + sentences],
        the first that none answers.
    """
    device = network.word.device
    longest = -(-max(len(one.pair.ids) for one in items) // STEP) * STEP
    ids = np.ones((len(items), longest), dtype=np.int64)  # 1: padding
    for row, item in enumerate(items):
        ids[row, : len(item.pair.ids)] = item.pair.ids
    numbers = torch.from_numpy(ids).to(device)
    with torch.autocast(device.type, dtype=torch.bfloat16):
        rows = network(numbers, numbers != 1)
    found = {}
    for task in TASKS:
        at = [row for row, item in enumerate(items) if item.example.task == task]
        if at:
            some = [items[row] for row in at]
            found[task] = some, _odds(network, task, some, rows[at].float())
    return found


def _odds(network: Network, task: Task, items: Sequence[Item], rows: Tensor) -> Tensor:
    spans = [one.pair.sentences if task == "answering" else (one.pair.claim,) for one in items]
    means = np.zeros((len(items), max(map(len, spans)), rows.shape[1]), dtype=np.float32)
    for row, some in enumerate(spans):
        for number, span in enumerate(some):
            if span:
                means[row, number, span.start : span.end] = 1.0 / (span.end - span.start)
    shares = torch.from_numpy(means).to(rows.device)
    parts = torch.bmm(shares, rows)
    if task != "answering":
        head = getattr(network, HEADS_OF[task])
        return head(torch.cat([rows[:, 0], parts[:, 0]], dim=1))[:, 0]
    said = network.hA(parts)[..., 0].masked_fill(shares.sum(dim=2) == 0, -1e4)
    return torch.cat([network.hN(rows[:, 0]), said], dim=1)


@torch.no_grad()
def figures(network: Network, items: Sequence[Item]) -> dict[str, float]:
    """Return how often the sentence is found that answers, and how far right is told from wrong."""
    network.eval()
    found: dict[Task, list[tuple[Item, list[float]]]] = {task: [] for task in TASKS}
    for batch in batches(items, random.Random(0)):  # noqa: S311
        for task, (some, odds) in read(network, batch).items():
            found[task] += zip(some, odds.reshape(len(some), -1).tolist(), strict=True)
    answered = [(one, odds) for one, odds in found["answering"] if one.example.right >= 0]
    told = [int(np.argmax(odds[1:])) == one.example.right for one, odds in answered]
    result = {"answering": round(sum(told) / len(told), 3)}
    for task in HEADS_OF:
        right, wrong = (
            np.array([odds[0] for one, odds in found[task] if one.example.right == wanted])
            for wanted in (1, 0)
        )
        above = (right[:, None] > wrong[None]).mean() + (right[:, None] == wrong[None]).mean() / 2
        result[f"{task}_auc"] = round(float(above), 3)
    return result


if __name__ == "__main__":
    main()
