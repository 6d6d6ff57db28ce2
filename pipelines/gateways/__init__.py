"""Drivers of the database: how its SQL functions are called.

`postgres` speaks psycopg, `supabase` its REST API; `sqlstate` turns the errors of both into ours.
`migrations` reads supabase/migrations and `migrate` applies them. `embedded_postgres` is the
server that needs no set-up, over the programs of `postgres_programs`, and `logins` says who logs in
where.
"""
