/** An invitation, before one sits down: who asks, which battle, which side, and how one is called. */
import { byId, h, logo, swap } from "../shared/dom.js";
import { call, me } from "../people/friends.js";
import { ask } from "../shared/net.js";
import { pictureOfFront } from "../shared/game_picture.js";
import { sentence, t } from "../shared/texts.js";

/** Show the invitation; true if the seat is wanted, false to watch only. @param {string} match @returns {Promise<boolean>} */
export async function accepts(match) {
  const { matches } = await ask("POST /api/mine", {}, { matches: [{ match, key: "" }] });
  const [told] = matches;
  if (!told) return true;
  const [open] = told.waits;
  const host = Object.entries(told.players).find(([side, name]) => side !== open && name)?.[1];
  const { name, player } = me();
  const box = byId("curtain");
  const field = h("input", { type: "text", name: "called", maxlength: 40, value: name, autocomplete: "nickname" });
  return new Promise((done) => {
    const sit = (/** @type {boolean} */ wanted) => {
      if (field.value.trim() !== name) call(field.value.trim(), Boolean(player));
      box.hidden = true;
      swap(box);
      done(wanted);
    };
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      sit(true);
    };
    box.hidden = false;
    swap(
      box,
      h(
        "form",
        { class: "invited", onsubmit: submit },
        h("span", { class: "logo", "aria-hidden": "true" }, logo()),
        h("h2", { id: "curtain-title" }, host ? t("invited_by", { who: sentence(host) }) : t("invited")),
        pictureOfFront(told.game, told.battle),
        h("p", {}, h("b", {}, told.scenario), ` · ${told.title}`),
        open ? h("p", { class: "quiet" }, t("you_will_command", { people: told.peoples[open] })) : null,
        h("label", {}, t("name_for_chat"), field),
        h("div", { class: "buttons" }, h("button", { class: "go", type: "submit", id: "sit-down" }, t("sit_down")), h("button", { class: "alt", type: "button", id: "watch-only", onclick: () => sit(false) }, t("watch_only"))),
      ),
    );
    field.focus();
  });
}
