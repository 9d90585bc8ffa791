"""After-action reports: the story of a match on one page that needs nothing else, and as a film of maps.

- `report.story`: `Story.read(lines, side)`, what the record of a match tells a side, turn by turn
- `report.page`: `write_page(story, analysis)`, the story as one HTML file
- `report.film`: `film(story)`, a map a turn as an animated GIF
"""
