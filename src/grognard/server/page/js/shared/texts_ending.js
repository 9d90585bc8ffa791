/** What can be done with a match that is over, or with its record. */
export const ENDING = {
  rematch: "Rematch",
  next_battle: "The next battle",
  export: "Save the record",
  report: "After-action report",
  report_so_far: "Save a report up to now",
  report_file: "report",
};
