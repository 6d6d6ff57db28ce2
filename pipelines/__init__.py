"""Everything that works on knowledge; knows no Telegram.

Read `runs` (what can be started), then a pipeline: `ingest`, `answer`, `watch`. Their nodes call
pure functions (`nodes`), adapters (`extractors`, `fetchers`, `embedders`, …, behind the Protocols
of `ports`) and the database (`store`, over a driver of `gateways`). `engine` runs them, `services`
puts all of it together, `worker` says what a worker does. Who may import whom:
docs/architecture.md.
"""
