"""What every request needs of the running companion, and small stores in memory."""
