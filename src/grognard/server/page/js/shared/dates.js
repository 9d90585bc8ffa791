/** Dates as people write them. */
const MONTHS = "January February March April May June July August September October November December".split(" ");

/** A date of the rules ("1943-07") as people write it. @param {string} date */
export function when(date) {
  const found = /^(\d{4})-(\d\d)(?:-(\d\d))?$/.exec(date);
  if (!found) return date;
  const [, year, month, day] = found;
  return `${day ? `${Number(day)} ` : ""}${MONTHS[Number(month) - 1]} ${year}`;
}
