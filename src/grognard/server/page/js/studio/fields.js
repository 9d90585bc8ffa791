/** Fields for any part of a scenario, made from what its file may hold: each one says what it changes, and by which path. */
import { h, icon } from "../shared/dom.js";
import { at, entriesOf, listOf, textOf } from "../shared/unknown_data.js";
import { sentence, t, title } from "../shared/texts.js";

/** A part of what a file may hold; in a group one field may be shown elsewhere. @typedef {Wire.Schema & { hidden?: string }} Schema */
/** It may be left out, or say that anything will do. @typedef {Schema | boolean | undefined} Given */
/** @typedef {(edit: Page.Edit) => void} Change */

const LONG = 100; // letters a text may have to be a single line

export class Form {
  /** @param {Schema} root @param {Change} change */
  constructor(root, change) {
    this.root = root;
    this.change = change;
  }

  /** What a part of the schema leads to. @param {Given} given @returns {Schema} */
  resolve(given) {
    const schema = typeof given === "object" ? given : {};
    const name = schema.$ref?.split("/").at(-1);
    return name ? { ...this.root.$defs?.[name], ...(schema.description ? { description: schema.description } : {}) } : schema;
  }

  /** The fields of the file itself. */
  get top() {
    return this.resolve(this.root).properties ?? {};
  }

  /** Is it a table whose keys are free, with a list behind each? @param {string} key */
  isTableOfLists(key) {
    return this.resolve(this.top[key]?.additionalProperties).type === "array";
  }

  /** The least that is allowed there: what a new row begins as. @param {Given} given @returns {unknown} */
  fresh(given) {
    const schema = this.resolve(given);
    if (schema.anyOf) return this.fresh(schema.anyOf[0]);
    if (schema.enum) return schema.enum[0];
    if (schema.type === "object") return Object.fromEntries((schema.required ?? []).map((key) => [key, this.fresh(schema.properties?.[key])]));
    if (schema.prefixItems) return schema.prefixItems.map((item) => this.fresh(item));
    if (schema.type === "array") return [];
    if (schema.type === "boolean") return false;
    if (schema.type === "integer" || schema.type === "number") return Math.max(schema.minimum ?? 0, Math.min(1, schema.maximum ?? 1));
    return "";
  }

  /** A field, or a group of them. @param {string} name @param {Given} given @param {unknown} value @param {Page.Path} path @returns {HTMLElement} */
  field(name, given, value, path) {
    const schema = this.resolve(given);
    if (schema.anyOf) return this.either(name, schema, value, path);
    if (schema.enum) return this.choice(name, schema, value, path);
    if (schema.type === "boolean") return this.tick(name, schema, value, path);
    if (schema.type === "integer" || schema.type === "number") return this.number(name, schema, value, path);
    if (schema.type === "array") return this.list(name, schema, value, path);
    if (schema.type === "object") return this.group(name, schema, value, path);
    return this.words(name, schema, value, path);
  }

  /** One of several shapes: that of its kind, or the one that is not nothing. @param {string} name @param {Schema} schema @param {unknown} value @param {Page.Path} path */
  either(name, schema, value, path) {
    const { mapping, propertyName: key = "" } = schema.discriminator ?? {};
    if (!mapping) {
      const some = (schema.anyOf ?? []).filter((item) => item.type !== "null");
      const fits = some.find((item) => this.fits(item, value));
      return this.field(name, { ...(fits ?? some[0]), description: schema.description }, value, path);
    }
    const now = textOf(at(value, key) ?? Object.keys(mapping)[0]);
    const pick = this.select(Object.keys(mapping), now, (kind) => this.put(path, this.fresh({ $ref: mapping[kind] })));
    const inner = this.group(name, { ...this.resolve({ $ref: mapping[now] }), hidden: key }, value, path);
    inner.querySelector(".form")?.prepend(h("label", { class: "wide" }, t("studio_kind"), pick));
    return inner;
  }

  /** @param {Given} given @param {unknown} value */
  fits(given, value) {
    const kind = this.resolve(given).type;
    const is = Array.isArray(value) ? "array" : typeof value;
    return kind === is || (kind === "integer" && is === "number") || (!kind && is === "string");
  }

  /** @param {string} name @param {Schema} schema @param {unknown} value @param {Page.Path} path */
  group(name, schema, value, path) {
    const known = Object.entries(schema.properties ?? {}).filter(([key]) => key !== schema.hidden);
    const fields = known.map(([key, part]) => this.field(key, part, at(value, key), [...path, key]));
    const more = schema.additionalProperties;
    const form = h("div", { class: "form" }, fields, more && typeof more === "object" ? this.entries(more, value, path) : null);
    return h("details", { class: "wide", "data-at": path.join(".") }, h("summary", {}, called(name)), schema.description ? h("small", { class: "about" }, plain(schema.description)) : null, form);
  }

  /** The entries of a table whose keys are free. @param {Schema} schema @param {unknown} value @param {Page.Path} path */
  entries(schema, value, path) {
    const rows = entriesOf(value).map(([key, part]) => this.row(this.field(key, schema, part, [...path, key]), [...path, key], key));
    const add = h("input", { "aria-label": t("studio_key"), placeholder: t("studio_key") });
    const made = () => add.value.trim() && this.put([...path, add.value.trim()], this.fresh(schema));
    return [rows, h("div", { class: "entry" }, add, h("button", { class: "alt add", type: "button", onclick: made }, t("studio_add")))];
  }

  /** @param {HTMLElement} field @param {Page.Path} path @param {string} name */
  row(field, path, name) {
    return h("div", { class: "entry" }, field, this.away(path, name));
  }

  /** @param {Page.Path} path @param {string} name */
  away(path, name) {
    const act = () => this.change({ edit: "drop", path });
    return h("button", { class: "away", type: "button", "aria-label": t("studio_remove", { name: called(name) }), onclick: act }, icon("close"));
  }

  /** @param {string} name @param {Schema} schema @param {unknown} value @param {Page.Path} path */
  list(name, schema, value, path) {
    const rows = listOf(value);
    if (schema.prefixItems) {
      const fields = schema.prefixItems.map((item, i) => this.field(`${called(name)} ${i + 1}`, item, rows[i], [...path, i]));
      return h("fieldset", {}, h("legend", {}, called(name)), h("div", { class: "form" }, fields));
    }
    const item = this.resolve(schema.items);
    if (item.type === "string" && !item.maxLength) return this.joined(name, schema, rows, path, String);
    if (item.enum || item.type === "integer") return this.joined(name, schema, rows, path, item.type === "integer" ? Number : String);
    const fields = rows.map((row, i) => this.row(this.field(`${called(name)} ${i + 1}`, item, row, [...path, i]), [...path, i], `${name} ${i + 1}`));
    const add = h("button", { class: "alt add", type: "button", onclick: () => this.put([...path, rows.length], this.fresh(item)) }, t("studio_add"));
    return h("details", { class: "wide", "data-at": path.join("."), open: rows.length < 4 && path.length > 1 }, h("summary", {}, `${called(name)} · ${rows.length}`), h("div", { class: "form" }, fields, add));
  }

  /** Short things in one line, with commas between them. @param {string} name @param {Schema} schema @param {unknown[]} rows @param {Page.Path} path @param {(text: string) => unknown} read */
  joined(name, schema, rows, path, read) {
    const put = (/** @type {Event} */ event) => {
      const parts = typed(event).split(",").map((part) => part.trim()).filter(Boolean);
      this.put(path, parts.map(read));
    };
    const field = rows.length > 12 ? h("textarea", { onchange: put }) : h("input", { onchange: put });
    field.value = rows.filter((row) => typeof row !== "object").join(", ");
    return labelled(name, schema, field, true);
  }

  /** @param {string} name @param {Schema} schema @param {unknown} value @param {Page.Path} path */
  choice(name, schema, value, path) {
    return labelled(name, schema, this.select(schema.enum ?? [], value, (given) => this.put(path, given)));
  }

  /** @template V @param {V[]} values @param {unknown} now @param {(value: V) => void} act */
  select(values, now, act) {
    const option = (/** @type {unknown} */ value, /** @type {number} */ i) => h("option", { value: String(i), selected: value === now }, value === "" ? "–" : sentence(String(value).replaceAll("_", " ")));
    const other = values.some((value) => value === now) ? null : option(now ?? "", -1); // it has a value that it may not have, or none
    const change = (/** @type {Event} */ event) => Number(typed(event)) >= 0 && act(values[Number(typed(event))]);
    return h("select", { onchange: change }, other, values.map(option));
  }

  /** @param {string} name @param {Schema} schema @param {unknown} value @param {Page.Path} path */
  tick(name, schema, value, path) {
    const box = h("input", { type: "checkbox", checked: value === true, onchange: () => this.put(path, box.checked) });
    return h("label", { class: "tick" }, box, called(name));
  }

  /** @param {string} name @param {Schema} schema @param {unknown} value @param {Page.Path} path */
  number(name, schema, value, path) {
    const put = () => box.value.trim() !== "" && Number.isFinite(Number(box.value)) && this.put(path, Number(box.value));
    const box = h("input", { type: "number", min: schema.minimum, max: schema.maximum, step: schema.type === "integer" ? 1 : "any", value: value ?? schema.default ?? "", "data-at": path.join("."), onchange: put });
    return labelled(name, schema, box);
  }

  /** @param {string} name @param {Schema} schema @param {unknown} value @param {Page.Path} path */
  words(name, schema, value, path) {
    const long = (schema.maxLength ?? LONG + 1) > LONG && !schema.pattern && !["hex", "area", "place"].includes(name);
    const put = () => this.put(path, box.value);
    const box = long ? h("textarea", { "data-at": path.join("."), onchange: put }) : h("input", { "data-at": path.join("."), onchange: put });
    box.value = textOf(value ?? schema.default);
    return labelled(name, schema, box, long);
  }

  /** @param {Page.Path} path @param {unknown} value */
  put(path, value) {
    this.change({ edit: "put", path, value });
  }
}

/** @param {string} name @param {Schema} schema @param {HTMLElement} field */
function labelled(name, schema, field, wide = false) {
  return h("label", { class: wide ? "wide" : "" }, called(name), field, schema.description ? h("small", {}, plain(schema.description)) : null);
}

/** What was typed or chosen. @param {Event} event */
function typed(event) {
  return /** @type {HTMLInputElement} */ (event.target).value;
}

/** A key of the file as people read it. @param {string} name */
function called(name) {
  return t(`studio_field_${name}`, {}, title(name));
}

/** A description without the number of its rule. @param {string} text */
function plain(text) {
  return text.replace(/^(\d[\d.]*|[A-Z]+-[\w.]+),? /, "");
}
