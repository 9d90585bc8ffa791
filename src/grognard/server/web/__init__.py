"""HTTP that any server has: replies, limits, hosts, compression, static files."""
