"""The charts to look up during play: those to roll on, and what leads to a column, a modifier or a price."""

from __future__ import annotations

from grognard.engine import Chart
from grognard.games.panzer_blitz.rules.data import DRM, LOS_CHART, RANGES, SCATTER_DRM, TRANSPORT
from grognard.games.panzer_blitz.rules.fire_table import FIRE, FLAK, SCATTER
from grognard.games.panzer_blitz.rules.map_data import LANDS
from grognard.games.panzer_blitz.rules.movement_costs import SLOPE
from grognard.games.panzer_blitz.rules.terrain_chart import CHART

FIRE_MODIFIERS = {
    "unspotted_target": "Unspotted target",
    "defender_disrupted": "Target Disrupted",
    "height_advantage": "Firing from above",
    "height_disadvantage": "Firing from below",
    "fire_into_smoke": "Firing into smoke",
    "fire_from_smoke": "Firing out of smoke",
    "he_marker_in_firing_hex": "Firing under shellfire",
    "opfire_road_rate": "Opportunity fire: moving at the road rate",
    "opfire_moving_vehicle": "Opportunity fire: moving vehicle",
    "opfire_infantry_in_open": "Opportunity fire: infantry in the open",
    "overrun": "Overrun",
    "overrun_infantry_in_open": "Overrun: infantry in the open",
    "overrun_mp_shortfall": "Overrun: each movement point short",
    "cat": "Close assault",
    "cat_engineer": "Close assault: engineers",
    "cat_armor_in_town_or_city": "Close assault: armor among houses",
    "cat_city_to_city_vehicle": "Close assault: vehicles from city to city",
    "tem_gully_stream": "Gully or stream",
    "tem_wreck": "Wreck",
    "improved_position": "Improved Position",
    "fortification": "Fortification",
    "hull_down": "Hull-down",
    "aircraft_aa_dd": "Aircraft disturbed by flak (DD)",
}
SCATTER_MODIFIERS = {
    "pre_registered_hex": "Pre-registered hex",
    "target_hex_contains_spotted_enemy_unit": "Spotted enemy in the hex",
    "off_board_artillery": "Battery off the map",
    "rocket_artillery": "Rockets",
    "fo_disrupted_or_eliminated_before_resolution": "Observer Disrupted or gone",
    "fo_is_observation_aircraft": "Observer in an aircraft",
    "fo_more_than_10_hexes_from_target": "Observer more than 10 hexes away",
}
CARRIED = {"infantry": "Infantry", "recon_infantry": "Recon", "light_gun": "Light guns", "heavy_gun": "Heavy guns"}
FARTHEST = 999  # the last range of the table has no end


def _terrain() -> Chart:
    """14.0, 6.1.3 What each terrain costs to enter, how it protects, from how far whatever is in it is spotted."""
    rows: list[tuple[str, tuple[str, ...]]] = []
    for kind, row in CHART.items():
        if kind in LANDS.boxed().terrain.values():
            leg, tracked, wheeled = ("all", "road", "road") if row.by_road else map(str, row.cost or ())
            cover = f"{row.tem:+}".replace("+0", "0")
            rows.append((kind.capitalize(), (leg, tracked, wheeled, cover, str(row.spotted_within))))
    rows.append(("One level up", (*(f"+{points}" if points else "0" for points in SLOPE), "", "")))
    columns = ("On foot", "Tracked", "Wheeled", "Modifier", "Spotted from")
    note = "Half a point along a road and from house to house; woods and orchards otherwise against indirect fire."
    return Chart("terrain", "Terrain", columns, tuple(rows), cite="PB-4.1.6", note=note)


def _modifiers() -> Chart:
    """7.6, 11.3.19 What is added to a roll; low rolls are good for whoever fires."""
    rows = {f"Range {_span(first, last)}": (f"{drm:+}".replace("+0", "0"),) for first, last, drm in RANGES}
    rows |= {words: (f"{DRM[key]:+}",) for key, words in FIRE_MODIFIERS.items()}
    rows |= {f"Scatter: {words}": (f"{SCATTER_DRM[key]:+}",) for key, words in SCATTER_MODIFIERS.items()}
    note = "Terrain has its own on the terrain chart."
    return Chart.of("modifiers", "Die roll modifiers", ["Modifier"], rows, cite="PB-7.6.5", note=note)


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first} and more" if last == FARTHEST else f"{first} to {last}"


def _sight() -> Chart:
    """5.4 How near the higher unit an obstacle between two levels must be to leave the line clear."""
    rows = {f"{apart} apart": cells for apart, cells in LOS_CHART.items()}
    columns = [f"{height} up" for height in range(1, 5)]
    note = (
        "The two units by their levels; the obstacle by its levels above the lower unit. The fraction of the distance, "
        "rounded down, is the farthest it may be from the higher unit."
    )
    return Chart.of("sight", "Line of sight over an obstacle", columns, rows, cite="PB-5.4.7", note=note)


def _transport() -> Chart:
    """4.3 How much of its movement a carrier spends on loading or unloading."""
    carriers = dict.fromkeys(carrier for carrier, _ in TRANSPORT)
    recon = {(c, "recon_infantry"): TRANSPORT[c, "infantry"] for c in carriers if (c, "infantry") in TRANSPORT}
    costs = recon | TRANSPORT  # whoever carries infantry carries recon infantry
    rows = {_named(c): tuple(costs.get((c, kind), "no") for kind in CARRIED) for c in carriers}
    return Chart.of("transport", "Loading and unloading", tuple(CARRIED.values()), rows, cite="PB-4.3.8")


def _named(carrier: str) -> str:
    return "AFV" if carrier == "afv" else carrier.replace("_", " ").capitalize()


CHARTS = (FIRE, FLAK, SCATTER, _modifiers(), _terrain(), _sight(), _transport())
