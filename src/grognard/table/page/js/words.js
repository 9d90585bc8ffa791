/** Every text of the page, in one place. `{name}` stands for a value. */
const ENGLISH = {
  map_label: "Map. Arrow keys move it, plus and minus zoom; the choices are listed in the panel.",
  cards: "Cards",
  zones_and_lines: "Zones and lines",
  tools: "Tools",
  zoom: "Zoom",
  the_match: "The match",
  the_odds: "The odds",
  tracks: "Tracks",
  log_and_chat: "Log and chat",
  games: "Games",
  skip_to_question: "Skip to the question",
  skip_to_games: "Skip to the games",
  motto: "Play it tonight, by the book.",
  sequence: "Sequence of play",
  sub: "{count}, every rule enforced and cited, exact odds before you commit, an opponent always ready.",
  games_one: "One wargame",
  games_many: "{n} wargames",
  no_lobby: "The table does not answer ({error}). Is it running? Then load this page again.",
  play: "Play",
  setup: "Set up",
  start: "Start",
  cancel: "Cancel",
  close: "Close",
  scenario: "Scenario",
  options: "Options",
  seats: "Who plays",
  me: "Me",
  friend: "A friend, by link",
  me_about: "At this screen. Give several sides to yourself to play by turns.",
  friend_about: "You get a link to send. Live, or whenever each of you has time.",
  computer: "Computer",
  computer_level: "Computer: {name}",
  invite_friend: "Invite",
  yes: "yes",
  no: "no",
  my_matches: "My matches",
  turn_waits: "Turn {turn} waits for you",
  turn_of: "Turn {turn} of {turns}",
  over: "Over",
  forget: "Remove from this list",
  import: "Open a record file",
  players_one: "1 player",
  players_many: "{n} players or solo",
  scenarios_one: "1 scenario",
  scenarios_many: "{n} scenarios",
  up_to_turns: "up to {n} turns",
  your_decision: "Your decision",
  decides: "Decides now",
  decision_of: "{side} decides",
  waiting_for: "Waiting for {side}",
  watching: "You are watching.",
  undo: "Undo",
  redo: "Redo",
  hint: "Hint",
  sight: "Sight",
  threats: "Threats",
  threatened_by: "Threatened by {who}{more}",
  and_more: " and {n} more",
  threats_on: "Hatched: what the enemies you can see reach. Point at a hex to learn who.",
  threats_none: "No enemy you can see reaches anything now.",
  close_range: "close {n}″",
  long_range: "long {n}″",
  range_of: "{n}″",
  costs: "cost {n}",
  layers: "On the map",
  marker_zoc: "zone of control",
  replay: "Replay",
  charts: "Charts",
  rules: "Rules",
  menu: "Menu",
  theme: "Light or dark",
  zoom_in: "Zoom in",
  zoom_out: "Zoom out",
  zoom_all: "Whole map",
  log: "Log",
  chat: "Chat",
  say: "Say something",
  send: "Send",
  roll: "Roll",
  do_it: "Do it",
  column: "Column",
  needs: "Needs {n} or more on a die",
  sealed: "dice sealed {seal}",
  verify_end: "verify at the end",
  verify: "Verify the dice",
  verified: "Honest: {answers} answers replayed, {dice} dice recomputed from the secret {secret}.",
  not_verified: "This record does not check: {error}",
  not_allowed: "Not now",
  search_rules: "A number or a word",
  no_rules: "No rule says so.",
  measure: "Measure",
  measure_first: "Tape measure: choose a point, then another.",
  sight_first: "Line of sight: click two hexes, or type their numbers.",
  sight_from: "from hex",
  sight_to: "to hex",
  sight_second: "From {a}: choose the second hex.",
  sight_clear: "{n} hexes · clear",
  sight_blocked: "{n} hexes · blocked",
  sight_one_clear: "1 hex · clear",
  sight_blocks: "blocks",
  sight_free: "does not block",
  seen_from: "From {a} {n} hexes nearby can be seen; {blind} are blind (hatched). Choose a second hex for the working.",
  off_map: "Off the map",
  won: "{sides} won",
  nobody_won: "Nobody won",
  lost: "Lost",
  draw: "The match is over",
  rematch: "Rematch",
  export: "Save the record",
  resign: "Resign",
  resign_sure: "Resign as {side}? This ends the match.",
  takeback: "Ask to take back my last answer",
  takeback_one: "{side} asks to take back 1 answer.",
  takeback_many: "{side} asks to go back {n} answers.",
  takeback_of: "The last of {side} was: {text}.",
  agree: "Agree",
  decline: "Decline",
  withdraw: "Withdraw",
  invite: "Invite {side}",
  watch_link: "Link for spectators",
  position_link: "Link to this position",
  copy: "Copy",
  copied: "Copied.",
  pace: "Pace of computer players",
  pass_screen: "Pass the screen to {side}",
  pass_why: "What this side sees is for its player alone.",
  i_am: "I am {side}",
  offline: "Connection lost; trying again",
  gone: "You cannot sit here: {error}",
  analysis: "Analysis",
  analysing: "Playing the match again, decision by decision …",
  curve_about: "The chance of victory of each side as the match went on, by how matches between sound players went on from there. Click the curve to go to a position.",
  curve_label: "Chance of victory over the match; the numbers are in the table below.",
  as_a_table: "The curve as a table",
  costly: "What cost most",
  nothing_costly: "No decision was clearly worse than another.",
  taken: "Chosen: {text}, {chance}.",
  better: "Better: {text}, {chance}.",
  look_at_it: "Look at it",
  turn: "Turn {n}",
  instead: "Nearest that is allowed: {text}",
  frame: "Step {n} of {all}",
  now: "Now",
  play_on: "Play",
  pause: "Pause",
  skip: "Skip",
  speed: "Speed of moves and dice",
  speed_0: "at once",
  speed_1: "×1",
  speed_2: "×2",
  speed_4: "×4",
  seen_by: "Seen by",
  spectator: "Spectator",
  you: "You",
  away: "away",
  here: "here",
  open_seat: "open seat",
  map_tone: "Map by day or night",
  board_text: "The board in words",
  pieces_at: "{place}: {pieces}",
  hidden_piece: "hidden piece",
  choices: "Choices",
  dice_of: "die {n}",
  nothing: "Nothing",
  thinking: "Thinking …",
  hint_is: "Hint: {text}.",
  keys: "Keys",
  keys_list: "Numbers choose an answer, Enter confirms, Esc cancels. Arrows move the map, + and − zoom, 0 shows all of it. U undo, Y redo, H hint, T threats, L line of sight, R replay, C charts, B rules, M menu.",
};

let words = ENGLISH;

/** The text for a key with its values filled in; `otherwise` is said where there is no such text. */
export function t(key, values = {}, otherwise = key) {
  const text = words[key] ?? otherwise;
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** Write the texts that the page itself names: data-t inside, data-label for those who do not see it. */
export function writeTexts() {
  for (const element of document.querySelectorAll("[data-t]")) element.textContent = t(element.getAttribute("data-t"));
  for (const element of document.querySelectorAll("[data-label]")) element.setAttribute("aria-label", t(element.getAttribute("data-label")));
}

/** Use other words: a translation replaces what it has and leaves the rest. */
export function translate(other) {
  words = { ...ENGLISH, ...other };
}

/** A name from the rules as a title: "german-2" is "German 2". */
export function title(name) {
  const text = String(name).replace(/[-_]/g, " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A true minus before a number. */
export function minus(text) {
  return String(text).replace(/(^|[\s(])-(?=\d)/g, "$1−");
}

const MONTHS = "January February March April May June July August September October November December".split(" ");

/** A date of the rules ("1943-07") as people write it. */
export function when(date) {
  const found = /^(\d{4})-(\d\d)(?:-(\d\d))?$/.exec(date);
  if (!found) return date;
  const [, year, month, day] = found;
  return `${day ? `${Number(day)} ` : ""}${MONTHS[Number(month) - 1]} ${year}`;
}

/** A sentence begins with a capital. */
export function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A rule's number without the letters of its game. */
export function ruleNumber(id) {
  return String(id).replace(/^[A-Z]+[0-9]?-/, "");
}
