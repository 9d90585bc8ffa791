/** Opening, keeping and sending scenarios: by game, from one's drawer, from a file, by a link. */
import { byId, dialogOf, h, icon, swap, toast } from "../shared/dom.js";
import { ask, attempt, secretOf } from "../shared/net.js";
import { qrPicture } from "../shared/qr.js";
import { theme } from "../shared/theme.js";
import { sentence, t } from "../shared/texts.js";

const LARGEST = 256 * 1024; // bytes of a file

export class Files {
  /** @param {Page.StudioWork} work @param {(sheet: Wire.StudioSheet) => Promise<void>} lay */
  constructor(work, lay) {
    this.work = work;
    this.lay = lay;
  }

  /** @param {HTMLDialogElement} dialog @param {string} name @param {...Page.Inside} body */
  show(dialog, name, ...body) {
    const close = h("button", { class: "round", type: "button", "aria-label": t("close"), onclick: () => dialog.close() }, icon("close"));
    swap(dialog, h("header", {}, h("h2", { id: `${dialog.id}-title` }, name), close), h("div", { class: "body" }, body));
    if (!dialog.open) dialog.showModal();
  }

  // ------------------------------------------------------------ opening

  async open() {
    const found = await attempt(ask("GET /api/games", {}));
    if (!found) return;
    const dialog = dialogOf("open");
    const card = (/** @type {Wire.GameTold} */ game) =>
      h("button", { type: "button", "data-game": game.id, onclick: () => this.choose(game) }, h("img", { src: `/art/${game.id}/card-${theme()}.svg?v=${game.art}`, alt: "" }), h("b", {}, game.title), h("small", {}, game.blurb));
    const file = h("input", { type: "file", accept: ".toml", id: "file", "aria-label": t("studio_from_file"), onchange: () => this.upload(file) });
    this.show(dialog, t("studio_new"), h("h3", {}, t("studio_which_game")), h("div", { class: "choose" }, found.games.map(card)), this.mine(await this.kept()), h("h3", {}, t("studio_from_file")), file);
  }

  /** @returns {Promise<Wire.KeptTold[]>} */
  async kept() {
    const found = await ask("POST /api/studio/keep", {}, { person: this.person }).catch(() => null);
    return found?.kept ?? [];
  }

  /** The secret by which the server finds one's scenarios. */
  get person() {
    return secretOf("studio");
  }

  /** @param {Wire.KeptTold[]} kept */
  mine(kept) {
    if (!kept.length) return null;
    const row = (/** @type {Wire.KeptTold} */ one) =>
      h(
        "li",
        {},
        h("button", { type: "button", onclick: () => this.fetch({ person: this.person, name: one.id }) }, h("b", {}, one.title), h("small", {}, one.game)),
        h("button", { type: "button", "aria-label": t("studio_remove", { name: one.title }), onclick: () => this.throwAway(one) }, icon("close")),
      );
    return [h("h3", {}, t("studio_mine")), h("ul", { class: "mine-of" }, kept.map(row))];
  }

  /** @param {Wire.KeptTold} one */
  async throwAway(one) {
    await attempt(ask("POST /api/studio/keep", {}, { person: this.person, name: one.id, away: true }));
    this.open();
  }

  /** @param {Wire.Fetches["POST /api/studio/keep"]["sent"]} wish */
  async fetch(wish) {
    const found = await attempt(ask("POST /api/studio/keep", {}, wish));
    if (found?.text) this.begin(ask("POST /api/studio/read", {}, { text: found.text }));
  }

  /** With what to begin. @param {Wire.GameTold} game */
  choose(game) {
    const from = (/** @type {string} */ scenario) => this.begin(ask("POST /api/studio/begin", {}, { game: game.id, scenario }));
    const card = (/** @type {string} */ id, /** @type {string} */ name, /** @type {string} */ about) => h("button", { type: "button", "data-from": id, onclick: () => from(id) }, h("b", {}, name), h("small", {}, about));
    const cards = game.scenarios.map((scenario) => card(scenario.id, scenario.title, sentence(scenario.blurb.slice(0, 160))));
    this.show(dialogOf("open"), game.title, h("h3", {}, t("studio_begin_with")), h("div", { class: "choose" }, card("", t("studio_nothing"), t("studio_nothing_about")), cards));
  }

  /** @param {Promise<Wire.StudioSheet>} asked */
  async begin(asked) {
    const sheet = await attempt(asked);
    if (!sheet) return;
    dialogOf("open").close();
    await this.lay(sheet);
  }

  /** @param {HTMLInputElement} input */
  async upload(input) {
    const [file] = input.files ?? [];
    if (!file) return;
    if (file.size > LARGEST) return toast(t("studio_too_large"));
    await this.begin(ask("POST /api/studio/read", {}, { text: (await file.text()).replaceAll("\r\n", "\n") }));
  }

  /** @param {string} mark */
  async follow(mark) {
    const found = await attempt(ask("GET /api/studio/links/{mark}", { mark }));
    return found ? this.begin(ask("POST /api/studio/read", {}, { text: found.text })) : this.open();
  }

  // ------------------------------------------------------------ keeping and sending

  async save() {
    const { sheet, text } = this.work;
    if (sheet && (await attempt(ask("POST /api/studio/keep", {}, { person: this.person, text })))) this.work.keep(text);
  }

  download() {
    const { text, data } = this.work;
    this.give(text, String(data?.id ?? "").replace(/[^a-z0-9-]/g, "") || "scenario");
  }

  /** @param {string} text @param {string} name */
  give(text, name) {
    const url = URL.createObjectURL(new Blob([text], { type: "application/toml" }));
    const link = h("a", { href: url, download: `${name}.toml` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }

  /** The map alone, as a file of its own. */
  async downloadMap() {
    const found = await attempt(ask("POST /api/studio/map", {}, { text: this.work.text }));
    if (found) this.give(found.text, "map");
  }

  send() {
    const made = h("div", { class: "send-of" });
    const link = h("button", { class: "alt", type: "button", id: "make-link", onclick: () => this.link(made) }, t("studio_link"));
    swap(made, h("p", { class: "quiet" }, t("studio_link_about")), h("div", { class: "link" }, this.toFile(), link));
    this.show(dialogOf("send"), t("studio_send"), made);
  }

  toFile() {
    return h("button", { class: "alt", type: "button", id: "download", onclick: () => this.download() }, t("studio_download"));
  }

  /** @param {HTMLElement} box */
  async link(box) {
    const found = await attempt(ask("POST /api/studio/link", {}, { text: this.work.text }));
    if (!found) return;
    const address = `${location.origin}/studio?link=${found.link}`;
    const field = h("input", { readonly: true, value: address, id: "link", "aria-label": t("studio_link") });
    const copy = h("button", { class: "alt", type: "button", onclick: () => this.copy(copy, address) }, t("studio_copy"));
    swap(box, h("p", { class: "quiet" }, t("studio_link_about")), h("div", { class: "link" }, field, copy), qrPicture(address, address), h("div", { class: "link" }, this.toFile()));
    field.select();
  }

  /** @param {HTMLElement} button @param {string} address */
  async copy(button, address) {
    await navigator.clipboard?.writeText(address).catch(() => {});
    button.textContent = t("studio_copied");
    byId("said").textContent = t("studio_copied");
  }
}
