/** What is said when the table cannot be reached, when a part of it is missing, and of a record that is checked. */
export const TROUBLE = {
  no_lobby: "The server does not respond ({error}). Check that it is running, then reload this page.",
  offline: "Connection lost; trying again",
  no_table: "The server does not respond over its WebSocket; trying again. If this lasts, the server or a proxy in front of it is not set up for WebSockets.",
  left_out: "These games are installed here but cannot be loaded: {names}. The server's log says why.",
  verified: "Honest: {answers} answers replayed, {dice} dice recomputed from the secret {secret}.",
  older_rules: "Played under older rules, which alone can prove it: {error}",
  not_verified: "This record does not check: {error}",
};
