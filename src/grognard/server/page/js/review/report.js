/** The after-action report: of a finished match a page of its own, until then a file for one's own side. */
import { readError } from "../shared/json.js";
import { attempt, Refused } from "../shared/net.js";
import { t } from "../shared/texts.js";

/** @param {Page.Known} known */
export function showReport({ match, scene, you, key }) {
  const path = `/api/matches/${encodeURIComponent(match)}/report`;
  if (scene.result) open(path, "_blank", "noopener");
  else attempt(save(`${path}?side=${encodeURIComponent(you[0])}`, key));
}

/** @param {string} path @param {string} key */
async function save(path, key) {
  const got = await fetch(path, { headers: { authorization: `Bearer ${key}` } });
  if (!got.ok) throw new Refused(readError(await got.text()) ?? { error: got.statusText, status: got.status });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await got.blob());
  link.download = `${t("report_file")}.html`;
  link.click();
  URL.revokeObjectURL(link.href);
}
