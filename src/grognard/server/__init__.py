"""The table: play any game in a browser, alone or with others. Knows no game by name.

- `store`: matches on disk, SQLite or PostgreSQL
- `room`: one match being played, and who sits at it
- `scene`: what one chair sees, as the page gets it
- `server`: HTTP and WebSocket; `serve.run` starts it
"""
