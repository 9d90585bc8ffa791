/** What is said when the table cannot be reached, or a part of it is missing. */
export const TROUBLE = {
  no_lobby: "The server does not respond ({error}). Check that it is running, then reload this page.",
  offline: "Connection lost; trying again",
  no_table: "The server does not respond over its WebSocket; trying again. If this lasts, the server or a proxy in front of it is not set up for WebSockets.",
  left_out: "These games are installed here but cannot be loaded: {names}. The server's log says why.",
};
