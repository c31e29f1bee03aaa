import { type Body, objectsIn } from "./json.ts";

/** Returns a whole number that a field gives, as one or as text; undefined where it gives none. */
function wholeOf(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}

/** Messages that an answer lists beyond the window that was asked for. */
interface Overflow {
  readonly clause: string;
  readonly reason: string;
}

/** Returns what a successful GET /messages lists beyond the window around the id that it names; undefined where it keeps to it, or names none. */
export function overflowIn(fields: Body, body: Body): Overflow | undefined {
  const [anchor, before, after] = [fields.anchor, fields.num_before, fields.num_after].map(wholeOf);
  if (anchor === undefined || String(fields.use_first_unread_anchor ?? "false") !== "false") return undefined;
  const ids = objectsIn(body.messages).flatMap(({ id }) => (typeof id === "number" ? [id] : []));
  const [below, above] = [ids.filter((id) => id < anchor).length, ids.filter((id) => id > anchor).length];
  const told = (count: number, side: string, asked: string): string =>
    `${count} ${count === 1 ? "message is" : "messages are"} listed ${side} the anchor ${anchor}, with ${asked}`;
  if (before !== undefined && below > before)
    return { clause: "messages.get/num-before", reason: told(below, "below", `num_before=${before}`) };
  if (after !== undefined && above > after) return { clause: "messages.get/num-after", reason: told(above, "above", `num_after=${after}`) };
  return undefined;
}
