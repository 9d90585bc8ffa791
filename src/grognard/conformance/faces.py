"""What a person is shown: counters that are drawn, charts that exist, words that cite rules."""

from __future__ import annotations

import random
import re

from grognard.engine import Action, Chart, Match

_WORDS = re.compile(r"[a-z]+( [A-Za-z]+)*")  # a marker that nobody draws is an area of the map, and told by its kind


def counters_are_drawn(match: Match, rng: random.Random) -> None:
    """Every face that a view names is among the game's counters, if there are any; markers are drawn or in words."""
    counters = match.game.face.counters
    for side in (*match.sides, None) if counters else ():
        view = match.view(side)
        for piece in view.pieces:
            assert piece.face in counters, f"{piece.name} shows the face {piece.face!r}, which nobody has drawn"
        for marker in view.markers:
            told = marker.kind in counters or _WORDS.fullmatch(marker.kind)
            assert told, f"there is a marker {marker.kind!r} in {marker.place}, which nobody has drawn"


def charts_are_printed(match: Match, rng: random.Random) -> None:
    """A preview names a chart that exists, and one of its columns."""
    charts = {chart.key: chart for chart in match.game.face.charts}
    for ask in match.decision.asks:
        for action in ask.actions:
            _chart_is_printed(match, action, charts)


def _chart_is_printed(match: Match, action: Action, charts: dict[str, Chart]) -> None:
    step = match.state.steps[-1]
    preview = None if step.hides_odds(match.state, action) else step.preview(match.state, action)
    if preview is None:
        return
    for modifier in preview.modifiers:
        assert modifier.cite in match.game.rulebook, f"{modifier.text!r} cites unknown rule {modifier.cite}"
    if preview.chart:
        assert preview.chart in charts, f"{action!r} rolls on {preview.chart!r}, which is not among the charts"
        columns = charts[preview.chart].columns
        assert preview.column in columns, f"the chart {preview.chart!r} has no column {preview.column!r}: {columns}"


def words_are_sound(match: Match, rng: random.Random) -> None:
    """Labels stand beside actions of the game; aims and dossiers cite rules there are, and name places there are."""
    face, book = match.game.face, match.game.rulebook
    for action, label in face.labels(match.state).items():
        assert match.game.rules.codec.knows(action), f"the label {label!r} stands beside {action!r}, which is no action"
    ground = face.ground(match.state.scenario_id)
    for side in match.sides:
        for aim in match.game.rules.aims(match.state, side):
            assert aim.cite in book, f"the aim {aim.text!r} cites unknown rule {aim.cite}"
            lost = [place for place in aim.hexes if ground is not None and not ground.knows(place)]
            assert not lost, f"the aim {aim.text!r} names {lost[0]!r}, which is not on the map"
        for piece in match.view(side).pieces[:20]:
            for value in face.dossier(match.state, side, piece).values:
                assert not value.cite or value.cite in book, f"{value.name} of {piece.name} cites unknown {value.cite}"
