import type { Seen } from "../client/seen.ts";

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The environment variable that stands for somebody's `email:key`. */
export const variableOf = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9]/g, "_");

/** An exchange as a command line. Credentials are variables of the shell: `ALICE='email:key'`. */
export function curl({ as, method, path, fields }: Pick<Seen, "as" | "method" | "path" | "fields">, url: string): string {
  const data = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `--data-urlencode ${quoted(`${name}=${typeof value === "string" ? value : JSON.stringify(value)}`)}`);
  const how = method === "GET" ? "-G" : `-X ${method}`;
  const who = as === null ? [] : [`-u "$${variableOf(as)}"`];
  return ["curl -sS", how, quoted(`${url}/api/v1${path}`), ...who, ...data].join(" ");
}
