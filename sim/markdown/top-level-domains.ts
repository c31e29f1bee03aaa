import { topLevelDomains } from "./data/top-level-domains.ts";

// Endings of file names far more often than of domains.
const fileEndings = new Set(["java", "md", "mov", "py", "zip"]);

let known: Set<string> | undefined;

/** Does a bare domain that ends so count as one? */
export function isTopLevelDomain(label: string): boolean {
  known ??= new Set(topLevelDomains.split(" "));
  return known.has(label) && !fileEndings.has(label);
}
