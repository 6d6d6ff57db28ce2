"""Each process has a name of its own, and knows whose place it took."""

from pathlib import Path

from bot.updates.worker_name import named_worker


def test_the_next_process_knows_who_was_before_it(tmp_path: Path) -> None:
    with named_worker(tmp_path, 5, "postgresql://x") as first:
        assert first.predecessor is None
        assert first.worker.name.startswith("5-")
        assert first.worker.store == "postgres"
    with named_worker(tmp_path, 5, "postgresql://x") as second:
        assert second.predecessor == first.worker.name
        assert second.worker.name != first.worker.name


def test_who_lives_is_nobody_s_former(tmp_path: Path) -> None:
    with named_worker(tmp_path, 5, "postgresql://x") as first:
        with named_worker(tmp_path, 5, "postgresql://x") as second:
            assert second.predecessor is None
            assert second.worker.name != first.worker.name
        with named_worker(tmp_path, 6, "postgresql://x") as other_bot:
            assert other_bot.predecessor is None
    with named_worker(tmp_path, 5, "postgresql://x") as third:
        assert third.predecessor == first.worker.name


def test_runs_in_a_file_are_found_on_this_machine_only(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/runs.sqlite"
    with named_worker(tmp_path, 5, url) as named:
        assert named.worker.store.endswith(url)
        assert named.worker.store != url
