import { escapeCode } from "./escape.ts";

const namespace = "http://www.w3.org/1998/Math/MathML";

/** A formula inside a line. Of what a TeX engine writes only the annotation is given, which holds the source. */
export function inlineMath(formula: string): string {
  return katex(formula, "");
}

/** The formulas of a math fence: one for each part between empty lines. */
export function displayMath(text: string): string {
  return text
    .split("\n\n")
    .map((formula) => `<span class="katex-display">${katex(formula, ' display="block"')}</span>`)
    .join("\n\n");
}

function katex(formula: string, display: string): string {
  const annotation = `<annotation encoding="application/x-tex">${escapeCode(formula)}</annotation>`;
  const math = `<math xmlns="${namespace}"${display}><semantics>${annotation}</semantics></math>`;
  return `<span class="katex"><span class="katex-mathml">${math}</span></span>`;
}
