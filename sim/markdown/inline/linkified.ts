import { MatchWork, matchesOf } from "../linkifiers.ts";
import { plainText } from "../stash.ts";
import { relativeToRealm, safeUrl } from "../urls.ts";
import type { Construct } from "./scan.ts";

/** The realm's own patterns, one after the other. */
export const linkified: Construct = (text, scan) => {
  const work = new MatchWork();
  let marked = text;
  for (const linkifier of scan.scope.linkifiers) {
    const matches = matchesOf(linkifier, marked, work, (value) => plainText(scan.stash, value));
    if (matches.length === 0) continue;
    let out = "";
    let done = 0;
    for (const match of matches) {
      const href = safeUrl(match.url);
      if (href === undefined) continue;
      out += marked.slice(done, match.start);
      out += scan.keep("a", { href: relativeToRealm(href, scan.scope.realmUrl) }, match.text);
      done = match.start + match.text.length;
    }
    marked = out + marked.slice(done);
  }
  return marked;
};
