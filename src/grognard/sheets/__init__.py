"""Print and play: a game as PDF sheets for a table at home, from the drawings that the screen shows.

- `sheets.box`: what there is to print of a scenario: its map in pages, its counters front and back, charts and cards
- `sheets.paper`: A4 and Letter, and how a map is cut into pages
- `sheets.pdf`: the PDF, set by Typst
"""
