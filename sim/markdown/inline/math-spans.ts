import { inlineMath } from "../math.ts";
import { plainText, put } from "../stash.ts";
import { finished } from "../tree.ts";
import { replaceEach } from "./replace-each.ts";
import type { Construct } from "./scan.ts";

// No word character and no further dollar sign may touch it; a dollar sign inside needs a backslash.
const formula = /\$\$(?<![\p{L}\p{N}_$]\$\$)([^\n_$](?:\\\$|[^$\n])*)\$\$(?![\p{L}\p{N}_$])/gu;

/** `$$x$$` within a line. */
export const mathSpans: Construct = (text, scan) => {
  if (!text.includes("$$")) return text;
  return replaceEach(text, formula, (match) => {
    const source = plainText(scan.stash, match[1] as string);
    return put(scan.stash, finished(inlineMath(source), source));
  });
};
