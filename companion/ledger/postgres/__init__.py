"""The ledger in a PostgreSQL database, for many servers; needs the extra `postgres`."""
