import { relativeToRealm, safeUrl } from "../urls.ts";
import { findAddress } from "./address.ts";
import type { Construct, Scan } from "./scan.ts";

// One of these stands in every address, and in few other words.
const hint = /:\/\/|\.[^\s.:]|bitcoin:/g;
const space = /\s/;
const nextSpace = /\s/g;

/** Web addresses, bare domains and e-mail addresses that stand free in the text. */
export const autolinks: Construct = (text, scan) => {
  let out = "";
  let done = 0;
  // The pattern is used by one text at a time; its place is always set before it is asked.
  for (let hinted = placeFrom(hint, text, 0); hinted !== -1; hinted = placeFrom(hint, text, done)) {
    let start = hinted;
    while (start > done && !isSpace(text, start - 1)) start--;
    const wordEnd = placeFrom(nextSpace, text, hinted);
    const end = wordEnd === -1 ? text.length : wordEnd;
    out += text.slice(done, start) + linked(text.slice(start, end), scan);
    done = end;
  }
  return done === 0 ? text : out + text.slice(done);
};

function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 0x80 ? code === 0x20 || (code >= 0x09 && code <= 0x0d) : space.test(text.charAt(at));
}

function placeFrom(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? -1;
}

function linked(word: string, scan: Scan): string {
  const found = findAddress(word);
  const href = found && safeUrl(found.address);
  if (href === undefined) return word;
  const link = scan.keep("a", { href: relativeToRealm(href, scan.scope.realmUrl) }, found?.address ?? "");
  return word.slice(0, found?.at) + link + word.slice((found?.at ?? 0) + (found?.address.length ?? 0));
}
