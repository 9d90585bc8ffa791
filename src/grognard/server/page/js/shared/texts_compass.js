/** The points of the compass, clockwise from the north: the way a counter looks. */
export const WAYS = [
  "facing north",
  "facing north-east",
  "facing east",
  "facing south-east",
  "facing south",
  "facing south-west",
  "facing west",
  "facing north-west",
];
