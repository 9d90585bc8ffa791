"""Playing over the wire: every way to play, and what each seat is told."""

from __future__ import annotations

import random
from typing import Any

from starlette.testclient import TestClient

from grognard.server.app import WebApp
from grognard.server.storage import maintenance
from tests.server.play import GAME, SCENARIO, bearer, buy_and_begin, look, new_match, order, take

TWO = {"options": {"players": "2"}}


def test_the_lobby_lists_games_with_scenarios_options_and_players(table: TestClient) -> None:
    found = table.get("/api/games").json()
    game = next(game for game in found["games"] if game["id"] == GAME)
    assert SCENARIO in [scenario["id"] for scenario in game["scenarios"]]
    assert game["options"] and game["sides"][SCENARIO] == ["german"]
    assert {"random", "doctrine"} <= set(found["players"])


def test_a_match_is_made_looked_at_and_played(table: TestClient) -> None:
    match, key, _ = new_match(table)
    before = look(table, match, key)
    assert before["ask"]["prompt"] and before["ask"]["choices"]
    assert take(table, match, key, before).json()["ok"]
    after = look(table, match, key)
    assert after["decision"] == before["decision"] + 1


def test_a_spectator_sees_the_board_but_is_asked_nothing_and_may_do_nothing(table: TestClient) -> None:
    match, key, _ = new_match(table)
    scene = look(table, match)
    assert scene["pieces"]["changed"] and scene["ask"] is None and scene["you"] == []
    action = look(table, match, key)["ask"]["choices"][0]["action"]
    refused = order(table, match, "", do="take", decision=scene["decision"], action=action)
    assert refused.status_code == 403
    assert look(table, match, key)["decision"] == scene["decision"]


def test_undo_and_redo_go_over_the_wire(table: TestClient) -> None:
    match, key, _ = new_match(table)
    scene = look(table, match, key)
    assert not scene["undo"]
    take(table, match, key, scene, 1)
    bought = look(table, match, key)
    assert bought["undo"]
    assert order(table, match, key, do="undo", decision=bought["decision"]).status_code == 200
    undone = look(table, match, key)
    assert undone["ask"]["prompt"] == scene["ask"]["prompt"] and undone["redo"]
    assert order(table, match, key, do="redo", decision=undone["decision"]).status_code == 200
    assert look(table, match, key)["ask"]["prompt"] == bought["ask"]["prompt"]


def test_nothing_to_undo_is_refused(table: TestClient) -> None:
    match, key, _ = new_match(table)
    assert order(table, match, key, do="undo", decision=0).status_code == 409


def test_a_refusal_names_the_rule_and_its_text(table: TestClient) -> None:
    match, key, _ = new_match(table)
    scene = look(table, match, key)
    hidden = next(piece for piece in scene["pieces"]["changed"] if piece["hidden"])
    told = order(table, match, key, do="why", decision=scene["decision"], piece=hidden["id"]).json()["refusal"]
    assert told["rule"] and told["text"]
    refused = order(table, match, key, do="take", decision=scene["decision"], action={"type": "To", "hex": "2020"})
    assert refused.status_code == 422
    assert refused.json()["rule"]


def test_a_refused_point_comes_with_the_nearest_that_is_allowed(table: TestClient) -> None:
    match, key, _ = new_match(table, game="red-actions", scenario="lezhanka")
    scene = look(table, match, key)
    pick = next(c["action"] for c in scene["ask"]["choices"] if c["action"]["type"] == "Pick")
    order(table, match, key, do="take", decision=scene["decision"], action=pick)
    decision = look(table, match, key)["decision"]
    moving = {"type": "Go", "x": 3600, "y": 2300}
    assert order(table, match, key, do="take", decision=decision, action=moving).json()["instead"] is None
    wish = {"type": "Put", "x": 3600, "y": 2300}
    refused = order(table, match, key, do="take", decision=decision, action=wish)
    assert refused.status_code == 422
    instead = refused.json()["instead"]
    assert instead["action"]["type"] == "Put" and instead["text"].startswith("to ")
    assert order(table, match, key, do="take", decision=decision, action=instead["action"]).status_code == 200
    button = order(table, match, key, do="take", decision=decision + 1, action={"type": "Press", "button": "fly"})
    assert button.json()["instead"] is None


def test_a_hint_is_one_of_the_choices(table: TestClient) -> None:
    match, key, _ = new_match(table)
    scene = look(table, match, key)
    hint = order(table, match, key, do="hint", decision=scene["decision"]).json()["hint"]
    assert hint["action"] in [choice["action"] for choice in scene["ask"]["choices"]]
    assert set(hint) == {"action", "text", "why", "chance", "expects", "answers", "steps"}
    assert hint["answers"][0] == hint["action"] and len(hint["answers"]) == len(hint["steps"])
    assert hint["text"] and hint["why"], "a chance never stands alone"


def test_line_of_sight_comes_with_its_working(table: TestClient) -> None:
    match, key, _ = new_match(table)
    sight = order(table, match, key, do="sight", a="2020", b="2023").json()["sight"]
    assert sight["distance"] == 3 and isinstance(sight["clear"], bool) and len(sight["ends"]) == 2
    assert order(table, match, key, do="sight", a="2020", b="no").status_code == 404


def test_a_map_is_told_as_the_battle_reads_it(table: TestClient) -> None:
    wish = {"game": "tank-leader", "scenario": "summer-of-42"}
    match, key, _ = new_match(table, **wish)
    ground = order(table, match, key, do="survey").json()["ground"]
    said = {place: words for words, places in ground.items() for place in places}
    assert "ruins" in said["3019"] and "level" in said["2208"], "black buildings of a devastated country"
    assert len(ground) < len(said) / 10, "what is alike is said once"
    as_printed, own, _ = new_match(table)
    assert order(table, as_printed, own, do="survey").json()["ground"] == {}


def test_sides_of_friends_have_invitations_that_work_once(table: TestClient) -> None:
    match, _, made = new_match(table, seats={"german-2": "friend"}, **TWO)
    assert made["sides"] == ["german"] and list(made["invites"]) == ["german-2"]
    claim = {"invite": made["invites"]["german-2"]}
    taken = table.post(f"/api/matches/{match}/claim", json=claim)
    assert taken.status_code == 200 and taken.json()["sides"] == ["german-2"]
    assert look(table, match, taken.json()["key"])["you"] == ["german-2"]
    assert table.post(f"/api/matches/{match}/claim", json=claim).status_code == 401
    assert table.get(f"/api/matches/{match}", headers=bearer(claim["invite"])).status_code == 401


def test_only_the_side_asked_may_answer(table: TestClient) -> None:
    match, key, made = new_match(table, seats={"german-2": "friend"}, **TWO)
    other = table.post(f"/api/matches/{match}/claim", json={"invite": made["invites"]["german-2"]}).json()["key"]
    scene = look(table, match, key)
    asked = scene["asked"][0]
    right, wrong = (key, other) if asked == "german" else (other, key)
    action = look(table, match, right)["ask"]["choices"][0]["action"]
    assert look(table, match, wrong)["ask"] is None
    assert order(table, match, wrong, do="take", decision=0, action=action).status_code == 403
    assert order(table, match, right, do="take", decision=0, action=action).status_code == 200


def test_computer_players_answer_by_themselves(table: TestClient) -> None:
    match, key, _ = new_match(table, seats={"german-2": "doctrine"}, pace=0, **TWO)
    with table.websocket_connect(f"/api/matches/{match}/live") as socket:
        socket.send_json({"hello": key})
        answered, rng = 0, random.Random(1)
        for ref in range(1, 400):
            scene = _until(socket, lambda got: got.get("type") == "scene")
            if scene["ask"] is None:
                answered += scene["asked"] == ["german-2"]
                if answered > 2:
                    return
                continue
            action = rng.choice(scene["ask"]["choices"])["action"]
            socket.send_json({"do": "take", "decision": scene["decision"], "action": action, "ref": ref})
    raise AssertionError("the computer never answered")


def _until(socket: Any, wanted: Any) -> Any:
    while True:
        got = socket.receive_json()
        if wanted(got):
            return got


def test_the_live_view_sends_changes_only(table: TestClient) -> None:
    match, key, _ = new_match(table)
    with table.websocket_connect(f"/api/matches/{match}/live") as socket:
        socket.send_json({"hello": key})
        first = _until(socket, lambda got: got.get("type") == "scene")
        assert len(first["pieces"]["changed"]) > 10 and first["table"]["seal"]
        action = first["ask"]["choices"][1]["action"]
        socket.send_json({"do": "take", "decision": first["decision"], "action": action, "ref": 5})
        second = _until(socket, lambda got: got.get("type") == "scene")
        assert len(second["pieces"]["changed"]) == 1
        assert second["log"]["from"] == len(first["log"]["lines"])
        assert _until(socket, lambda got: got.get("re") == 5)["ok"]


def test_chat_reaches_everybody_and_is_kept(table: TestClient) -> None:
    match, key, _ = new_match(table)
    with table.websocket_connect(f"/api/matches/{match}/live") as socket:
        socket.send_json({"hello": ""})
        _until(socket, lambda got: got.get("type") == "scene")
        assert order(table, match, key, do="say", text="Good evening").status_code == 200
        said = _until(socket, lambda got: got.get("type") == "chat")["chat"]
        assert [(s["who"], s["text"]) for s in said] == [("german", "Good evening")]
    with table.websocket_connect(f"/api/matches/{match}/live") as socket:
        socket.send_json({"hello": key})
        assert _until(socket, lambda got: "chat" in got)["chat"][0]["text"] == "Good evening"


def test_alone_a_takeback_goes_behind_the_barrier_at_once(table: TestClient) -> None:
    match, key, _ = new_match(table)
    scene = buy_and_begin(table, match, key)
    while scene["undo"]:
        take(table, match, key, scene)
        scene = look(table, match, key)
    assert order(table, match, key, do="back", decision=scene["decision"], side="german").status_code == 200
    back = look(table, match, key)
    assert back["decision"] > scene["decision"]
    assert back["ask"]["prompt"] != scene["ask"]["prompt"] or back["log"] != scene["log"]


def test_resigning_ends_the_match_and_opens_the_record_which_verifies(table: TestClient) -> None:
    match, key, _ = new_match(table)
    scene = buy_and_begin(table, match, key)
    assert table.get(f"/api/matches/{match}/record").status_code == 409, "sealed while it runs"
    assert table.get(f"/api/matches/{match}/verify").status_code == 409
    assert order(table, match, key, do="resign", decision=scene["decision"], side="german").status_code == 200
    assert look(table, match, key)["result"]["cite"] == "GR-4"
    checked = table.get(f"/api/matches/{match}/verify").json()
    assert checked["honest"] and checked["answers"] > 0 and checked["secret"]
    record = table.get(f"/api/matches/{match}/record").content
    again = table.post("/api/records", content=record)
    assert again.status_code == 201
    opened = look(table, again.json()["match"], again.json()["key"])
    assert opened["result"]["reason"] == "german resigns"


def test_of_two_rematches_made_at_the_same_moment_one_is_left(app: WebApp, table: TestClient) -> None:
    """F20: two processes left a match behind that nobody could reach."""
    match, key, _ = new_match(table)
    seen = look(table, match, key)
    assert order(table, match, key, do="resign", decision=seen["decision"], side=seen["you"][0]).status_code == 200
    other, _, _ = new_match(table)
    store, keep = app.house.store, app.house.store.set_rematch

    async def overtaken(old: str, new: str) -> str:
        await keep(old, other)
        return await keep(old, new)

    setattr(store, "set_rematch", overtaken)  # noqa: B010
    assert table.post(f"/api/matches/{match}/rematch", headers=bearer(key)).json() == {"match": other}
    assert {kept.id for kept in maintenance.matches(store)} == {match, other}
    assert {room.row.id for room in app.house.rooms} == {match, other}


def test_a_rematch_keeps_the_seats_and_is_the_same_for_both(table: TestClient) -> None:
    match, key, _ = new_match(table)
    assert table.post(f"/api/matches/{match}/rematch", headers=bearer(key)).status_code == 409
    order(table, match, key, do="resign", decision=0, side="german")
    first = table.post(f"/api/matches/{match}/rematch", headers=bearer(key)).json()
    second = table.post(f"/api/matches/{match}/rematch", headers=bearer(key)).json()
    assert first == second
    fresh = look(table, first["match"], key)
    assert fresh["decision"] == 0 and fresh["ask"]
    assert fresh["table"]["seal"] != look(table, match, key)["table"]["seal"], "new dice"


def test_an_earlier_position_is_played_on_in_a_match_of_its_own(table: TestClient) -> None:
    match, key, made = new_match(table, game="folio", scenario="sidi-zahran")
    scene = look(table, match, key)
    for _ in range(3):
        assert take(table, match, key, scene).status_code == 200
        scene = look(table, match, key)
    there = order(table, match, key, do="at", frame=2).json()
    wish = {"frame": 2, "seats": {"British": "me", "German": "regular"}}
    on = table.post(f"/api/matches/{match}/branch", json=wish, headers=bearer(key))
    assert on.status_code == 201 and on.json()["sides"] == ["British"]
    found = look(table, on.json()["match"], on.json()["key"])
    assert found["ask"] is not None and found["view"]["turn"] == there["view"]["turn"]
    assert {p["id"]: p["place"] for p in found["pieces"]["changed"]} == {p["id"]: p["place"] for p in there["pieces"]}
    assert table.post(f"/api/matches/{match}/branch", json={"frame": 2}).status_code == 403  # somebody who watches
    assert order(table, match, key, do="resign", decision=scene["decision"], side=made["sides"][0]).status_code == 200
    assert table.post(f"/api/matches/{match}/branch", json={"frame": 10**6}).status_code == 409
    assert table.post(f"/api/matches/{match}/branch", json={"frame": 0}).status_code == 201


def test_what_cannot_be_bought_now_says_why(table: TestClient) -> None:
    match, key, _ = new_match(table)
    ask = look(table, match, key)["ask"]
    flares = next(row for row in ask["beyond"] if row["face"] == "german.flares")
    assert (flares["cite"], flares["why"]) == ("NF-7.0.8", "Buy a command unit first.")
    assert flares["face"] not in {choice.get("face") for choice in ask["choices"]}


def test_a_side_is_set_up_by_a_sensible_player_on_request(table: TestClient) -> None:
    match, key, _ = new_match(table, game="panzer-blitz", scenario="filandriers")
    scene = look(table, match, key)
    side = scene["ask"]["side"]
    assert order(table, match, key, do="arrange", decision=scene["decision"]).status_code == 200
    after = look(table, match, key)
    assert after["decision"] > scene["decision"] + 1 and after["asked"] != [side]
    assert order(table, match, key, do="arrange", decision=scene["decision"]).status_code == 409


def test_what_is_hidden_cannot_be_played_on(table: TestClient) -> None:
    match, key, _ = new_match(table, game="panzer-blitz", scenario="filandriers", seats={"british": "regular"})
    assert table.post(f"/api/matches/{match}/branch", json={"frame": 0}, headers=bearer(key)).status_code == 403


def test_every_earlier_position_can_be_seen_again(table: TestClient) -> None:
    match, key, _ = new_match(table)
    first = look(table, match, key)
    for _ in range(3):
        take(table, match, key, look(table, match, key), 1)
    now = order(table, match, key, do="at", frame=10_000).json()
    then = order(table, match, key, do="at", frame=0).json()
    assert now["frames"] == 4 and now["frame"] == 3 and then["frame"] == 0
    assert then["pieces"] == first["pieces"]["changed"]
    assert len(now["pieces"]) == len(then["pieces"]) + 3


def test_my_matches_say_whose_turn_it_is_and_leave_out_what_is_not_mine(table: TestClient) -> None:
    match, key, _ = new_match(table)
    other, _, _ = new_match(table)
    wish = {"matches": [{"match": match, "key": key}, {"match": other, "key": key}, {"match": "nonsense"}]}
    found = table.post("/api/mine", json=wish).json()["matches"]
    assert [(row["match"], row["yours"]) for row in found] == [(match, True)]


def test_a_hotseat_shows_one_side_at_a_time(table: TestClient) -> None:
    match, key, made = new_match(table, **TWO)
    assert made["sides"] == ["german", "german-2"]
    scene = look(table, match, key)
    assert scene["you"] == ["german", "german-2"] and scene["ask"]
    seen = set()
    for _ in range(60):
        scene = look(table, match, key)
        seen.add(scene["asked"][0])
        if len(seen) == 2:
            return
        assert take(table, match, key, scene).status_code == 200
    raise AssertionError("only one side was ever asked")
