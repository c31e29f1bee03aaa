import type { Seen } from "../../conformance/session.ts";
import { quoted } from "./view.ts";

const written = (given: unknown): string => (typeof given === "string" ? given : JSON.stringify(given));

/** The variable that stands for a member's `address:key` in a line to paste. */
const keyOf = (name: string): string => `"$${name.toUpperCase().replaceAll(/[^A-Z0-9]/g, "_")}"`;

/** An exchange as a line for a shell. Keys stay in variables such as `$ALICE`, which hold `address:key`. */
export function curl({ as, method, path, fields }: Seen, url: string): string {
  const user = as === null ? [] : ["-u", keyOf(as)];
  const words = Object.entries(fields).flatMap(([name, given]) => ["--data-urlencode", quoted(`${name}=${written(given)}`)]);
  const verb = method === "GET" ? (words.length > 0 ? ["-G"] : []) : method === "POST" ? ["-X", "POST"] : ["-X", method];
  return ["curl", ...verb, ...user, quoted(`${url}/api/v1${path}`), ...words].join(" ");
}
