/** Light or dark, and the map by day or night; remembered in this browser. */
const asked = matchMedia("(prefers-color-scheme: dark)");

function wanted() {
  return localStorage.getItem("theme") ?? (asked.matches ? "dark" : "light");
}

/** Show the theme that is wanted, now and whenever the system changes its mind. */
export function useTheme() {
  document.documentElement.dataset.theme = wanted();
  asked.addEventListener("change", () => {
    document.documentElement.dataset.theme = wanted();
    dispatchEvent(new Event("theme"));
  });
}

export function theme() {
  return document.documentElement.dataset.theme;
}

export function flipTheme() {
  const other = theme() === "dark" ? "light" : "dark";
  localStorage.setItem("theme", other);
  document.documentElement.dataset.theme = other;
  dispatchEvent(new Event("theme"));
}

/** The map's own time of day: as the page, unless somebody chose. */
export function mapTone() {
  const tone = localStorage.getItem("map-tone") ?? theme();
  document.documentElement.dataset.tone = tone;
  return tone;
}

export function flipMapTone() {
  localStorage.setItem("map-tone", mapTone() === "dark" ? "light" : "dark");
  dispatchEvent(new Event("theme"));
}
