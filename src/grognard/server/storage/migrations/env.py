"""Alembic's entry: migrates over the connection that the store hands in."""

from alembic import context

from grognard.server.storage.schema import META

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=META)
with context.begin_transaction():
    context.run_migrations()
