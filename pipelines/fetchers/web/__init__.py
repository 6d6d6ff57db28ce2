"""The one way out to addresses that users name.

Read `guard` (resolve once, check, connect to what was checked), with what is public in
`nodes/sources/public_address`, then `client` (redirects, limits, manners), over `exchange` (one
request, every fault mapped) and `body`. Why: docs/decisions/one-way-out.md.
"""
