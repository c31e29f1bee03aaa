import { put } from "../stash.ts";
import { isoTime } from "../time.ts";
import type { Construct, Scan } from "./scan.ts";

const opening = "<time:";

/** `<time:…>` up to the next `>`; a time that cannot be read stays as typed, with nothing looked for inside. */
export const times: Construct = (text, scan) => {
  let out = "";
  let done = 0;
  for (let at = text.indexOf(opening); at !== -1; at = text.indexOf(opening, done)) {
    const end = text.indexOf(">", at);
    if (end === -1) break;
    const typed = text.slice(at + opening.length, end);
    const datetime = isoTime(typed);
    out += text.slice(done, at);
    out += datetime === undefined ? unreadable(scan, typed) : scan.keep("time", { datetime }, typed);
    done = end + 1;
  }
  return out + text.slice(done);
};

function unreadable(scan: Scan, typed: string): string {
  if (scan.scope.has("plainTimeErrors")) return put(scan.stash, `${opening}${typed}>`);
  return scan.keep("span", { class: "timestamp-error" }, `Invalid time format: ${typed}`);
}
