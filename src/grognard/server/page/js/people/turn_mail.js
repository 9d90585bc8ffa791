/** Your turn, by mail: an address that is named once, and whether this match is written about. */
import { h, toast } from "../shared/dom.js";
import { ask, attempt, secretOf } from "../shared/net.js";
import { t } from "../shared/texts.js";

/** Does this table send letters? */
function sends() {
  return document.body.dataset.mail === "yes";
}

/** Letters about this match: to an address, or none any more. @param {Page.Known} known @param {string} address */
async function want(known, address) {
  if (address) {
    const { confirmed } = await ask("POST /api/mail", {}, { box: secretOf("mailbox"), address });
    localStorage.setItem("mail address", address);
    if (!confirmed) toast(t("mail_sent", { address }));
  }
  await ask("POST /api/matches/{match}/mail", { match: known.match }, { box: address ? secretOf("mailbox") : "" }, known.key);
  localStorage.setItem(`letters ${known.match}`, address ? "yes" : "no");
}

/** For the menu: the address and a button, or a button that stops them. @param {Page.Known} known @param {() => void} done */
export function letterRow(known, done) {
  if (!sends() || !known.key || known.scene.result) return null;
  const on = localStorage.getItem(`letters ${known.match}`) === "yes";
  const field = h("input", { type: "email", name: "address", required: true, autocomplete: "email", value: localStorage.getItem("mail address") ?? "", "aria-label": t("mail_address") });
  const give = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if ((await attempt(want(known, on ? "" : field.value.trim()).then(() => true))) !== null) done();
  };
  return h("form", { class: "mailing", onsubmit: give }, h("span", {}, t(on ? "mail_goes" : "mail_wanted")), on ? null : field, h("button", { class: "alt", type: "submit", id: "letters" }, t(on ? "mail_no" : "mail_on")));
}
