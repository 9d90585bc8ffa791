/** Looking back: a slider through every step of the record, by hand or by itself. */
import { byId, h, icon, swap } from "../shared/dom.js";
import { people, sentence, t, title } from "../shared/texts.js";

const SPEEDS = [1, 2, 4];

export class Replay {
  /**
   * `branch` plays on from a position.
   * @param {(frame: number, side: string) => Promise<Page.Frame>} fetch
   * @param {(got: Page.Frame) => void} show
   * @param {() => void} end
   * @param {(frame: number, mine: string[]) => unknown} branch
   */
  constructor(fetch, show, end, branch) {
    this.box = byId("replay");
    this.fetch = fetch;
    this.show = show;
    this.end = end;
    this.branch = branch;
    /** @type {string[]} */
    this.players = []; // the sides that may be taken up from here; none while something is hidden
    this.mayTake = false; // into the studio
    this.on = false;
    this.frame = 0;
    this.frames = 1;
    this.speed = 1;
    this.side = "";
    /** @type {string[]} */
    this.sides = [];
    this.playing = false;
    this.busy = false;
    /** @type {number | null} */
    this.wanted = null;
    this.slider = h("input");
    this.label = h("span");
    this.button = h("button");
    this.said = h("p");
  }

  /** @param {string[]} sides @param {string[]} players @param {boolean} mayTake a position along @param {number | undefined} frame */
  async start(sides, players, mayTake, frame) {
    this.on = true;
    this.mayTake = mayTake;
    this.sides = sides;
    this.players = players;
    this.build();
    this.box.hidden = false;
    await this.go(frame ?? 1e6);
  }

  build() {
    this.slider = h("input", { type: "range", min: 0, max: 1, value: 0, "aria-label": t("replay"), oninput: () => this.go(Number(this.slider.value)) });
    this.label = h("span", { class: "num" });
    this.button = h("button", { type: "button", onclick: () => this.toggle() }, t("play_on"));
    const speeds = h("select", { "aria-label": t("pace"), onchange: () => (this.speed = Number(speeds.value)) }, SPEEDS.map((n) => h("option", { value: n }, `×${n}`)));
    const seen = this.sides.length
      ? h("select", { "aria-label": t("seen_by"), onchange: () => { this.side = seen?.value ?? ""; this.go(this.frame); } }, this.sides.map((side) => h("option", { value: side }, title(side))))
      : null;
    const step = (/** @type {number} */ by, /** @type {string} */ name, /** @type {string} */ sign) => h("button", { type: "button", "aria-label": t(name), "data-step": by, onclick: () => this.stepBy(by) }, sign);
    this.said = h("p", { class: "said", "aria-live": "polite" });
    swap(this.box, this.said, step(-1, "step_back", "‹"), this.button, step(1, "step_on", "›"), this.slider, this.label, speeds, seen, this.branches(), h("button", { type: "button", "aria-label": t("now"), onclick: () => this.stop() }, icon("close")));
  }

  /** Play on from here: as one side against the computer, or as every side; while the enemy hides things, in the studio alone. */
  branches() {
    const button = (/** @type {string} */ label, /** @type {string[]} */ mine) => h("button", { type: "button", onclick: () => this.branch(this.frame, mine) }, label);
    const one = this.players.length > 1 ? this.players.map((side) => button(sentence(t("branch_as", { people: people(side) })), [side])) : null;
    const whole = this.players.length ? button(t(one ? "branch_all" : "branch_one"), this.players) : null;
    const studio = this.mayTake ? button(t("what_if"), []) : null;
    return whole || studio ? h("details", { class: "branch" }, h("summary", {}, t(whole ? "branch" : "what_now")), h("div", {}, one, whole, studio)) : null;
  }

  /** @param {number} frame */
  async go(frame) {
    this.wanted = frame;
    if (this.busy) return;
    this.busy = true;
    try {
      while (this.wanted !== null && this.on) {
        const next = this.wanted;
        this.wanted = null;
        const got = await this.fetch(Math.max(0, next), this.side);
        if (!this.on) return;
        this.frame = got.frame;
        this.frames = got.frames;
        this.slider.max = String(got.frames - 1);
        this.slider.value = String(got.frame);
        this.label.textContent = `${got.frame}/${got.frames - 1}`;
        this.tell(got.said);
        this.show(got);
        if (this.sides.length) history.replaceState(null, "", `${location.pathname}?at=${got.frame}`);
      }
    } finally {
      this.busy = false;
    }
  }

  /** What was answered, and what a computer was up to. @param {Page.Frame["said"]} said */
  tell(said) {
    this.said.hidden = !said;
    if (said) swap(this.said, h("b", {}, `${title(said.side)}: `), sentence(said.text), said.why ? h("span", {}, `. ${said.why}`) : null);
  }

  /** One position on or back, by hand. @param {number} by */
  stepBy(by) {
    if (this.playing) this.toggle();
    return this.go(Math.min(this.frames - 1, this.frame + by));
  }

  toggle() {
    this.playing = !this.playing;
    this.button.textContent = this.playing ? t("pause") : t("play_on");
    if (this.playing && this.frame >= this.frames - 1) this.frame = -1;
    this.step();
  }

  async step() {
    while (this.playing && this.on && this.frame < this.frames - 1) {
      await this.go(this.frame + 1);
      await new Promise((done) => setTimeout(done, 700 / this.speed));
    }
    this.playing = false;
    if (this.button) this.button.textContent = t("play_on");
  }

  stop() {
    if (!this.on) return;
    this.on = this.playing = false;
    this.box.hidden = true;
    if (this.sides.length) history.replaceState(null, "", location.pathname);
    this.end();
  }
}
