/** The page that every letter leads to: its reader says whether there shall be more. */
import { byId, h, swap } from "../shared/dom.js";
import { ask, wordsOf } from "../shared/net.js";
import { t } from "../shared/texts.js";

const token = location.pathname.split("/").at(-1) ?? "";

/** @param {boolean} wanted */
async function say(wanted) {
  try {
    await ask("POST /api/mail/{token}", { token }, { wanted });
    swap(byId("mail"), h("p", { role: "status" }, t(wanted ? "mail_confirmed" : "mail_stopped")), h("p", {}, h("a", { href: "/" }, t("lobby"))));
  } catch (error) {
    swap(byId("mail"), h("p", { role: "alert" }, wordsOf(error)));
  }
}

swap(
  byId("mail"),
  h("h1", {}, t("mail_title")),
  h("p", {}, t("mail_about")),
  h("p", { class: "row" }, h("button", { type: "button", class: "go", id: "mail-yes", onclick: () => say(true) }, t("mail_yes")), h("button", { type: "button", class: "alt", id: "mail-no", onclick: () => say(false) }, t("mail_no"))),
);
