import { relativeToRealm, safeUrl } from "../urls.ts";
import { findAddress } from "./address.ts";
import type { Construct } from "./scan.ts";

/** Web addresses, bare domains and e-mail addresses that stand free in the text. */
export const autolinks: Construct = (text, scan) => {
  if (!/[.:][^\s.:]/.test(text)) return text;
  return text.replace(/\S+/g, (word) => {
    if (!word.includes(".") && !word.includes(":")) return word;
    const found = findAddress(word);
    const href = found && safeUrl(found.address);
    if (href === undefined) return word;
    const link = scan.keep("a", { href: relativeToRealm(href, scan.scope.realmUrl) }, found?.address ?? "");
    return word.slice(0, found?.at) + link + word.slice((found?.at ?? 0) + (found?.address.length ?? 0));
  });
};
