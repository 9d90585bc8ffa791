/** What the table and the lobby say of choosing, answering and what has happened. */
export const TABLE = {
  ends: "Ends or passes",
  choose_battle: "Choose a battle. Shortest first.",
  first_battle_minutes: "first battle: about {n} minutes",
  n_units: "{n} units",
  even: "Even",
  leans_to: "Leans to {people}",
  hard_against: "Hard against {people}",
  lean_measured: "{people} won {n} of 100 decided matches between equal computers ({m} were played).",
  swap_sides: "Swap sides",
  a_friend: "a friend by link",
  the_computer: "the computer ({level})",
  you_command: "you command {people}",
  you_watch: "you watch",
  against: "against {who}",
};
