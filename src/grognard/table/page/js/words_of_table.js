/** What the table and the lobby say of choosing, answering and what has happened. */
export const TABLE = {
  ends: "Ends or passes",
};
