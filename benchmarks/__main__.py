"""`python -m benchmarks NAME … [--json]`.

NAME: retrieval, abstain, conversations, claims, groundedness, conflicts, speed, latency,
worst-files, pages, page-image, secrets, chaos, uploads, model, access, learning, added.

Figures go to standard output, with `--json` as exactly one JSON value; everything else, progress
included, to standard error.
"""

import argparse
import asyncio
import signal
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TypeAlias

from benchmarks.arguments import add_corpus, add_models_dir, check_chunks
from benchmarks.output import as_json, as_rows, as_table, figures_only
from benchmarks.refused import CannotMeasure

Names: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

# Each benchmark is imported when it is run: not all of them need the same packages.


def main(arguments: list[str] | None = None) -> int:
    """Run the benchmark that was named and print what it measured; 2 when it cannot be run."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    names = parser.add_subparsers(required=True, metavar="NAME")
    for add in (
        _add_retrieval,
        _add_abstain,
        _add_conversations,
        _add_claims,
        _add_groundedness,
        _add_alerts,
        _add_conflicts,
        _add_speed,
        _add_latency,
        _add_worst_files,
        _add_pages,
        _add_page_image,
        _add_secrets,
        _add_chaos,
        _add_uploads,
        _add_model,
        _add_access,
        _add_learning,
        _add_added,
    ):
        benchmark = add(names)
        benchmark.add_argument("--json", action="store_true", help="Print one JSON value only.")
    wanted = parser.parse_args(arguments)
    with figures_only() as out:
        try:
            print(wanted.run(wanted), file=out)
        except CannotMeasure as error:
            print(error, file=sys.stderr)
            return 2
        except KeyboardInterrupt:
            return 130
    return 0


def _add_retrieval(names: Names) -> argparse.ArgumentParser:
    parser = names.add_parser("retrieval", help="How well questions find their paragraphs.")
    add_corpus(parser)
    parser.add_argument("--peers", default="", help="Measure these too: txtai,langchain.")
    parser.set_defaults(run=_retrieval)
    return parser


def _add_abstain(names: Names) -> argparse.ArgumentParser:
    parser = names.add_parser("abstain", help="Whether what is not in the base is declined.")
    add_corpus(parser)
    parser.add_argument(
        "--by",
        choices=("article", "paragraph"),
        default="article",
        help="What every second one is left out of (default: article).",
    )
    parser.set_defaults(run=_abstain)
    return parser


def _add_conversations(names: Names) -> argparse.ArgumentParser:
    parser = names.add_parser("conversations", help="Whether it understands what people say.")
    ours, holds = (
        Path(__file__).parent / "conversations" / "set",
        "Documents and conversations.json",
    )
    parser.add_argument("--set", type=Path, default=ours, metavar="FOLDER", help=f"{holds} (ours).")
    among = "Further sets: their documents are in the base as well."
    parser.add_argument("--among", type=Path, nargs="+", default=(), metavar="FOLDER", help=among)
    parser.add_argument("--only", default="", metavar="IDS", help="Conversations, by commas.")
    parser.add_argument("--at-once", type=int, default=1, metavar="N", help="Conversations.")
    parser.add_argument("--turns", type=Path, metavar="FILE", help="Write every reply there.")
    add_models_dir(parser)
    parser.set_defaults(run=_conversations)
    return parser


def _add_claims(names: Names) -> argparse.ArgumentParser:
    parser = names.add_parser("claims", help="Whether what no passage holds is held back.")
    parser.add_argument("--seed", type=int, default=7, help="What mistakes are drawn by.")
    add_models_dir(parser)
    parser.set_defaults(run=_claims)
    return parser


def _add_groundedness(names: Names) -> argparse.ArgumentParser:
    parser = names.add_parser("groundedness", help="Which answers the meter lets in.")
    parser.add_argument(
        "--cases",
        type=Path,
        metavar="FILE",
        help="Objects with question, answer, evidence, language, right (default: ours).",
    )
    add_models_dir(parser)
    parser.set_defaults(run=_groundedness)
    return parser


def _add_conflicts(names: Names) -> argparse.ArgumentParser:
    parser = names.add_parser("conflicts", help="Whether documents that disagree are found.")
    parser.add_argument("--seed", type=int, default=7, help="What pairs are drawn by.")
    parser.set_defaults(run=_conflicts)
    return parser


def _add_alerts(names: Names) -> argparse.ArgumentParser:
    parser = names.add_parser("alerts", help="Whether owners hear of corrupted passages.")
    for name, default, told in (
        ("days", 30, "quiet ones, before anything is corrupted."),
        ("questions", 50, "a day."),
        ("trials", 10, "each with other passages corrupted."),
        ("seed", 1, "what questions and passages are drawn by."),
    ):
        parser.add_argument(f"--{name}", type=int, default=default, metavar="N", help=told)
    add_models_dir(parser)
    parser.set_defaults(run=_alerts)
    return parser


def _add_speed(names: Names) -> argparse.ArgumentParser:
    parser = names.add_parser("speed", help="How search keeps up with a large library.")
    parser.add_argument("--chunks", type=int, required=True, metavar="N", help="1000 or more.")
    add_models_dir(parser)
    parser.set_defaults(run=_speed)
    return parser


def _add_latency(names: Names) -> argparse.ArgumentParser:
    parser = names.add_parser("latency", help="How long people wait: start, questions, uploads.")
    parser.add_argument("--pages", type=int, default=100, help="Pages of the large PDF.")
    parser.add_argument("--questions", type=int, default=20, help="Questions per condition.")
    parser.add_argument(
        "--chunks", type=int, metavar="N", help="Only ask, in a base of so many: 1000 or more."
    )
    add_models_dir(parser)
    parser.set_defaults(run=_latency)
    return parser


def _add_worst_files(names: Names) -> argparse.ArgumentParser:
    parser = names.add_parser("worst-files", help="How others wait while bad files are read.")
    parser.add_argument("--files", type=int, default=100, help="How many bad files there are.")
    parser.add_argument("--seconds", type=float, default=300, help="How long to go on at most.")
    add_models_dir(parser)
    parser.set_defaults(run=_worst_files)
    return parser


def _add_pages(names: Names) -> argparse.ArgumentParser:
    parser = names.add_parser("pages", help="What a long PDF costs beside the bare work on it.")
    parser.add_argument("--count", type=int, default=300, help="Pages of the PDF.")
    parser.add_argument("--rounds", type=int, default=2, help="How often; the best one counts.")
    add_models_dir(parser)
    parser.set_defaults(run=_pages)
    return parser


def _add_page_image(names: Names) -> argparse.ArgumentParser:
    parser = names.add_parser("page-image", help="How long the page of a citation takes.")
    parser.add_argument("--count", type=int, default=300, help="Pages of the PDF.")
    parser.add_argument("--sentences", type=int, default=60, help="Sentences that are shown.")
    parser.set_defaults(run=_page_image)
    return parser


def _add_secrets(names: Names) -> argparse.ArgumentParser:
    parser = names.add_parser("secrets", help="Whether planted keys and passwords are found.")
    parser.add_argument("--seed", type=int, default=20261122, help="What the texts are drawn by.")
    parser.set_defaults(run=_secrets)
    return parser


def _add_chaos(names: Names) -> argparse.ArgumentParser:
    parser = names.add_parser("chaos", help="Whether a batch survives kill -9, at any moment.")
    parser.add_argument("--kills", type=int, required=True, help="Kills at random moments.")
    parser.add_argument("--seed", type=int, default=1, help="What the moments are drawn by.")
    parser.add_argument(
        "--points",
        default="all",
        metavar="N",
        help="Points of a golden run at which it is killed, too: how many of those that differ,"
        " drawn by the seed; `all` of them (default); or `every`, the same ones included.",
    )
    parser.add_argument(
        "--stop-postgres", action="store_true", help="Stop Postgres instead, at random moments."
    )
    parser.set_defaults(run=_chaos)
    return parser


def _add_uploads(names: Names) -> argparse.ArgumentParser:
    parser = names.add_parser("uploads", help="Many albums at once: limits kept, turns taken.")
    for name, default in (("users", 5), ("albums", 4), ("files", 10)):
        parser.add_argument(f"--{name}", type=int, default=default, metavar="N")
    parser.add_argument("--apart", action="store_true", help="Each album is a batch of its own.")
    parser.add_argument("--limited", action="store_true", help="Answer 429 as Telegram does.")
    add_models_dir(parser)
    parser.set_defaults(run=_uploads)
    return parser


def _add_model(names: Names) -> argparse.ArgumentParser:
    parser = names.add_parser("model", help="Answers with a language model: a double on loopback.")
    parts = ("first", "poisoned", "crowd", "storm")
    parser.add_argument("--part", choices=(*parts, "all"), default="all", help="Only this.")
    for name, default, told in (
        ("rounds", 20, "first: answers for each pace of the model."),
        ("documents", 200, "poisoned: hostile documents."),
        ("people", 50, "crowd: people who ask at once."),
        ("answers", 500, "storm: questions."),
        ("kills", 50, "storm: how often the bot is killed."),
        ("seed", 1, "storm: what goes wrong is drawn by."),
    ):
        parser.add_argument(f"--{name}", type=int, default=default, metavar="N", help=told)
    parser.add_argument("--quoted", action="store_true", help="storm: without a model.")
    told = "storm: kill when Telegram has taken a message and not told of it."
    parser.add_argument("--aimed", action="store_true", help=told)
    add_models_dir(parser)
    parser.set_defaults(run=_model)
    return parser


def _add_access(names: Names) -> argparse.ArgumentParser:
    parser = names.add_parser("access", help="What one may not read: whether it changes anything.")
    for name, default, told in (
        ("worlds", 1_000, "random worlds, with and without the documents of others."),
        ("libraries", 100, "random libraries, whole answers with and without those of others."),
        ("searches", 2_000, "changes of rights, each with a search against a model."),
        ("chunks", 100_000, "of the library that the predicate is timed in."),
        ("seed", 1, "what worlds and changes are drawn by."),
    ):
        parser.add_argument(f"--{name}", type=int, default=default, metavar="N", help=told)
    add_models_dir(parser)
    parser.set_defaults(run=_access)
    return parser


def _add_learning(names: Names) -> argparse.ArgumentParser:
    parser = names.add_parser("learning", help="Whether corrections hold and harm nothing.")
    add_corpus(parser)
    parser.add_argument(
        "--twins", default="", metavar="FILE[,FILE]", help="The same questions, otherwise written."
    )
    parser.add_argument("--corrections", type=int, default=100, metavar="N", help="How many.")
    parser.add_argument("--seed", type=int, default=7, help="What is corrected is drawn by it.")
    parser.set_defaults(run=_learning)
    return parser


def _add_added(names: Names) -> argparse.ArgumentParser:
    parser = names.add_parser("added", help="What traces, rules and gaps add to an answer.")
    add_corpus(parser)
    parser.add_argument("--asked", type=int, default=200, metavar="N", help="Questions timed.")
    parser.add_argument("--seed", type=int, default=7, help="What questions are drawn by.")
    parser.set_defaults(run=_added)
    return parser


def _retrieval(wanted: argparse.Namespace) -> str:
    from benchmarks.peers import systems_of
    from benchmarks.squad import load

    systems, corpus = systems_of(wanted.peers), load(wanted.documents, wanted.questions)
    from benchmarks.retrieval.ranking import measure

    results = asyncio.run(measure(corpus, systems, wanted.models_dir.resolve()))
    if wanted.json:
        return as_json({"paragraf": results.paragraf, "peers": results.peers})
    return as_table({"paragraf": results.paragraf, **results.peers})


def _abstain(wanted: argparse.Namespace) -> str:
    from benchmarks.retrieval.abstain import measure
    from benchmarks.squad import load

    corpus = load(wanted.documents, wanted.questions)
    results = asyncio.run(measure(corpus, wanted.by, wanted.models_dir.resolve()))
    figures = asdict(results)
    if wanted.json:
        return as_json(figures)
    curve = figures.pop("curve")
    return f"{as_table({'paragraf': figures})}\n\n{as_rows(curve)}"


def _conversations(wanted: argparse.Namespace) -> str:
    from benchmarks.conversations import report, script

    asked = script.load(wanted.set).only([name for name in wanted.only.split(",") if name])
    asked = asked.among(map(script.load, wanted.among))
    from benchmarks.conversations.trial import play

    played = asyncio.run(play(asked, wanted.models_dir.resolve(), max(1, wanted.at_once)))
    if wanted.turns is not None:
        wanted.turns.write_text(as_json(report.turns(played)) + "\n", encoding="utf-8")
    if wanted.json:
        return as_json({"kinds": report.kinds(played), **report.summary(played)})
    return report.as_text(played)


def _speed(wanted: argparse.Namespace) -> str:
    check_chunks(wanted.chunks)
    from benchmarks.speed.search_speed import measure

    results = asyncio.run(measure(wanted.chunks, wanted.models_dir.resolve()))
    if wanted.json:
        return as_json(results.figures)
    return f"{as_table({'': results.figures})}\n\n{as_table({'': results.details})}"


def _claims(wanted: argparse.Namespace) -> str:
    from benchmarks.claims.run import measure

    rows = asyncio.run(measure(wanted.models_dir.resolve(), wanted.seed))
    return as_json(rows) if wanted.json else as_rows(rows)


def _groundedness(wanted: argparse.Namespace) -> str:
    from benchmarks.groundedness.run import ours, read_cases, run

    cases = ours() if wanted.cases is None else read_cases(wanted.cases)
    figures = asyncio.run(run(wanted.models_dir.resolve(), cases))
    return as_json(figures) if wanted.json else as_table({"": figures})


def _conflicts(wanted: argparse.Namespace) -> str:
    from benchmarks.conflicts.run import measure

    sets = measure(wanted.seed)
    return as_json({**sets["held"], "dev": sets["dev"]}) if wanted.json else as_table(sets)


def _alerts(wanted: argparse.Namespace) -> str:
    from benchmarks.groundedness.alerts import measure

    trial = measure(
        wanted.models_dir.resolve(),
        days=wanted.days,
        a_day=wanted.questions,
        trials=wanted.trials,
        seed=wanted.seed,
    )
    figures = asdict(asyncio.run(trial))
    return as_json(figures) if wanted.json else as_table({"": figures})


def _pages(wanted: argparse.Namespace) -> str:
    from benchmarks.latency.pages import measure

    result = asyncio.run(measure(wanted.count, wanted.rounds, wanted.models_dir.resolve()))
    return as_json(asdict(result)) if wanted.json else as_table({"paragraf": asdict(result)})


def _page_image(wanted: argparse.Namespace) -> str:
    from benchmarks.latency.page_image import measure

    figures = asdict(asyncio.run(measure(wanted.count, wanted.sentences)))
    return as_json(figures) if wanted.json else as_table({"": figures})


def _latency(wanted: argparse.Namespace) -> str:
    from benchmarks.latency import large_base, waiting

    if wanted.chunks is None:
        figures = asyncio.run(waiting.measure(wanted.pages, wanted.questions))
    else:
        check_chunks(wanted.chunks)
        asking = large_base.measure(wanted.chunks, wanted.questions, wanted.models_dir.resolve())
        figures = asyncio.run(asking)
    return as_json(figures) if wanted.json else as_table({"": figures})


def _worst_files(wanted: argparse.Namespace) -> str:
    from benchmarks.latency.worst_files import measure

    models_dir = wanted.models_dir.resolve()
    measured = measure(wanted.files, models_dir, most_seconds=wanted.seconds)
    figures = asdict(asyncio.run(measured))
    return as_json(figures) if wanted.json else as_table({"": figures})


def _secrets(wanted: argparse.Namespace) -> str:
    from benchmarks.secrets.run import measure

    figures = asdict(measure(seed=wanted.seed))
    return as_json(figures) if wanted.json else as_table({"": figures})


def _chaos(wanted: argparse.Namespace) -> str:
    from benchmarks.chaos.trial import measure

    if not (wanted.points in ("all", "every") or wanted.points.isdecimal()):
        raise CannotMeasure(f"--points: {wanted.points} is neither a number nor all nor every")
    trial = measure(
        wanted.kills,
        wanted.seed,
        points=int(wanted.points) if wanted.points.isdecimal() else None,
        every=wanted.points == "every",
        stop_postgres=wanted.stop_postgres,
    )
    figures = asdict(asyncio.run(trial))
    return as_json(figures) if wanted.json else as_table({"": figures})


def _uploads(wanted: argparse.Namespace) -> str:
    from benchmarks.latency.uploads import measure

    models_dir = wanted.models_dir.resolve()
    figures = asdict(
        asyncio.run(
            measure(
                *(wanted.users, wanted.albums, wanted.files, models_dir),
                apart=wanted.apart,
                limited=wanted.limited,
            )
        )
    )
    return as_json(figures) if wanted.json else as_table({"": figures})


def _model(wanted: argparse.Namespace) -> str:
    from benchmarks.model.parts import measure

    parts = measure(wanted, wanted.models_dir.resolve())
    figures = asyncio.run(parts)
    return as_json(figures) if wanted.json else as_table({"": figures})


def _access(wanted: argparse.Namespace) -> str:
    if wanted.chunks:
        check_chunks(wanted.chunks)
    from benchmarks.access.run import measure

    parts = (wanted.worlds, wanted.libraries, wanted.searches, wanted.chunks)
    models_dir = wanted.models_dir.resolve()
    figures = asyncio.run(measure(*parts, models_dir, seed=wanted.seed))
    return as_json(figures) if wanted.json else as_table({"": figures})


def _added(wanted: argparse.Namespace) -> str:
    from benchmarks.latency.added import measure
    from benchmarks.product import warn_of_load
    from benchmarks.squad import load

    corpus = load(wanted.documents, wanted.questions or wanted.documents)
    warn_of_load()
    figures = asyncio.run(
        measure(corpus, wanted.models_dir.resolve(), questions=wanted.asked, seed=wanted.seed)
    )
    return as_json(figures) if wanted.json else as_table({"": figures})


def _learning(wanted: argparse.Namespace) -> str:
    from benchmarks.learning.run import measure
    from benchmarks.squad import load

    files = [wanted.questions, *(Path(name) for name in wanted.twins.split(",") if name)]
    corpora = [load(wanted.documents, file) for file in files]
    figures = asyncio.run(
        measure(
            corpora,
            wanted.models_dir.resolve(),
            corrections=wanted.corrections,
            seed=wanted.seed,
        )
    )
    return as_json(figures) if wanted.json else as_table({"": figures})


if __name__ == "__main__":
    # Ended by this signal, too, a benchmark stops its database and leaves no folder behind.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    sys.exit(main())
