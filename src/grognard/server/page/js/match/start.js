/** Coming to a table: the key of one's seat, and everything that never changes, fetched while the match is on its way. */
import { me } from "../people/friends.js";
import { accepts } from "../lobby/invitation.js";
import { picture } from "../map/ground.js";
import { keep, kept } from "../people/dice_share.js";
import { ask, remember, seats, tell, text } from "../shared/net.js";
import { mapTone } from "../shared/theme.js";

/** The key of one's seat: from an invitation, a link, or this browser's memory. @param {string} match */
export async function keyOf(match) {
  const given = new URLSearchParams(location.hash.slice(1));
  history.replaceState(null, "", location.pathname + location.search);
  if (given.has("invite") && !seats()[match]?.key && (await accepts(match))) {
    try {
      const taken = await ask("POST /api/matches/{match}/claim", { match }, { invite: given.get("invite") ?? "", ...me() });
      remember(match, { key: taken.key, fresh: true, guest: true });
    } catch (error) {
      tell(error);
    }
  }
  if (given.has("key")) remember(match, { key: given.get("key") ?? "" });
  if (given.has("nonce") && !kept(match).nonce) keep(match, { nonce: given.get("nonce") ?? "" });
  return seats()[match]?.key ?? "";
}

/**
 * What never changes while a game is played: rules, counters, the lie of the land, the ground and its lettering.
 * `land` is the name under which the ground is drawn: of the scenario, or of the guise its battle gives it.
 * @param {string} game
 * @param {string} scenario
 * @param {string} land
 * @param {string} mark
 */
export function artOf(game, scenario, land, mark) {
  const paths = [`/art/${game}/rules.json`, `/art/${game}/counters.svg`, `/art/${game}/${scenario}/grid.json`, `/art/${game}/${land}/board-${mapTone()}.svg`, `/art/${game}/${land}/letters-${mapTone()}.svg`];
  return paths.map((path) => `${path}?v=${mark}`);
}

/** Fetch what will be wanted, and load the Latin faces: when they are there, nothing need be laid out twice. */
export function foresee() {
  const latin = [...document.fonts].filter((face) => /^U\+0+-/.test(face.unicodeRange));
  const fonts = Promise.allSettled(latin.map((face) => face.load()));
  const { game, scenario = "", land = "", mark = "" } = document.body.dataset;
  if (!game) return fonts;
  const paths = artOf(game, scenario, land, mark);
  for (const path of land ? paths : paths.slice(0, 3)) text(path).catch(() => null);
  if (land) picture(paths[3]).catch(() => null);
  return fonts;
}
