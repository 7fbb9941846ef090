"""The ledger in a PostgreSQL database, for many servers; wants the extra `postgres`."""
