/**
 * What a report's page does by itself: it makes the content of a folded part when that is opened first, and shows what the filter
 * leaves. It loads nothing, and the page reads without it.
 */
export const script = `
const unfold = (part) => {
  const kept = part.querySelector(":scope > noscript");
  if (!kept) return;
  const content = document.createElement("div");
  content.innerHTML = kept.textContent;
  kept.replaceWith(content);
};
document.addEventListener("toggle", ({ target }) => target.open && unfold(target), true);
for (const part of document.querySelectorAll("details[open]")) unfold(part);

const form = document.querySelector("form");
if (form) {
  const { section, verdict, shown } = form.elements;
  const parts = [...document.querySelectorAll("[data-section]")];
  const count = (part) => Number(part.getAttribute("data-" + (verdict.value || "all")) ?? 0);
  const filter = () => {
    document.body.dataset.verdict = verdict.value;
    let results = 0;
    for (const part of parts) {
      const isOfSection = section.value === "" || part.dataset.section === section.value;
      part.hidden = !isOfSection || count(part) === 0;
      if (!part.hidden && part.classList.contains("section")) results += count(part);
    }
    shown.value = results + (results === 1 ? " result" : " results");
  };
  form.hidden = false;
  form.addEventListener("input", filter);
  filter();
}
`;
