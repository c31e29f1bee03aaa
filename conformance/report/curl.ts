import type { Seen } from "../client/seen.ts";

/** What a terminal would act on, or show in another order than it stands in. */
const invisible = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** Returns a word of a shell; with escapes, as bash and zsh read them, where it has characters that do not show. */
export function quoted(given: string): string {
  const text = given.replace(/\p{Surrogate}/gu, "\ufffd");
  if (text.search(invisible) === -1) return `'${text.replaceAll("'", "'\\''")}'`;
  return `$'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'").replace(invisible, escaped)}'`;
}

/** The environment variable that stands for somebody's `email:key`. */
export const variableOf = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9]/g, "_");

/** A field as options of curl. No word of a shell can hold a NUL: a value with one is encoded beforehand. */
const dataOf = (name: string, value: string): string =>
  value.includes("\0")
    ? `--data ${quoted(`${name}=${encodeURIComponent(value.toWellFormed())}`)}`
    : `--data-urlencode ${quoted(`${name}=${value}`)}`;

/** An exchange as a command line. Credentials are variables of the shell: `ALICE='email:key'`. */
export function curl({ as, method, path, fields = {} }: Pick<Seen, "as" | "method" | "path" | "fields">, url: string): string {
  const data = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => dataOf(name, typeof value === "string" ? value : JSON.stringify(value)));
  const how = method === "GET" ? "-G" : `-X ${/^[A-Z]+$/.test(method) ? method : quoted(String(method))}`;
  const who = typeof as === "string" ? [`-u "$${variableOf(as)}"`] : [];
  return ["curl -sS", how, quoted(`${url}/api/v1${path}`), ...who, ...data].join(" ");
}
