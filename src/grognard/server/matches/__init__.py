"""A match being played: session, clients, clocks, takebacks, history."""
