import { relativeToRealm, safeUrl } from "../urls.ts";
import { findAddress } from "./address.ts";
import type { Construct, Scan } from "./scan.ts";

// One of these stands in every address, and in few other words.
const hint = /:\/\/|\.[^\s.:]|bitcoin:/g;
const space = /\s/;

/** Web addresses, bare domains and e-mail addresses that stand free in the text. */
export const autolinks: Construct = (text, scan) => {
  let out = "";
  let done = 0;
  hint.lastIndex = 0;
  while (hint.test(text)) {
    let start = hint.lastIndex - 1;
    let end = hint.lastIndex;
    while (start > done && !isSpace(text, start - 1)) start--;
    while (end < text.length && !isSpace(text, end)) end++;
    out += text.slice(done, start) + linked(text.slice(start, end), scan);
    done = end;
    hint.lastIndex = done;
  }
  return done === 0 ? text : out + text.slice(done);
};

function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 0x80 ? code === 0x20 || (code >= 0x09 && code <= 0x0d) : space.test(text.charAt(at));
}

function linked(word: string, scan: Scan): string {
  const found = findAddress(word);
  const href = found && safeUrl(found.address);
  if (!found || href === undefined) return word;
  const link = scan.keep("a", { href: relativeToRealm(href, scan.scope.realmUrl) }, found.address);
  return word.slice(0, found.at) + link + word.slice(found.at + found.address.length);
}
