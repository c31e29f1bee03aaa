import { plainText } from "../stash.ts";
import { relativeToRealm, safeUrl } from "../urls.ts";
import { type Budget, matchBrackets, readTarget } from "./link-target.ts";
import type { Construct, Scan } from "./scan.ts";

// Attempts that come to nothing may look at each character this many times, all together.
const patience = 20;

/** `[text](target "title")`. In the text only what came before links has been found; the rest is left alone. */
export const links: Construct = (text, scan) => {
  if (!text.includes("](")) return text;
  const closing = matchBrackets(text);
  const budget: Budget = { steps: text.length * patience };
  let out = "";
  let done = 0;
  for (let at = text.indexOf("["); at !== -1; at = text.indexOf("[", at + 1)) {
    const close = closing.get(at);
    if (close === undefined || text[at - 1] === "!" || text[close + 1] !== "(" || at < done) continue;
    const target = readTarget(text, close + 1, budget);
    const link = target && anchor(scan, text.slice(at + 1, close), target.href, target.title);
    if (!link) continue;
    out += text.slice(done, at) + link;
    done = target.end;
    at = done - 1;
  }
  return out + text.slice(done);
};

function anchor(scan: Scan, label: string, target: string, title: string | undefined): string | undefined {
  const address = safeUrl(plainText(scan.stash, target).trim());
  if (address === undefined) return undefined;
  const href = relativeToRealm(address, scan.scope.realmUrl);
  const named = title === undefined ? {} : { title: plainText(scan.stash, title).trim().replace(/\s/g, " ") };
  return scan.keep("a", { href, ...named }, label.trim() === "" ? href : label);
}
