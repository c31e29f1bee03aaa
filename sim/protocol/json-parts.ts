import { JsonText } from "../core/json-text.ts";

/** A list whose items are already JSON. */
export class JsonList {
  readonly items: readonly (string | JsonText)[];

  constructor(items: readonly (string | JsonText)[]) {
    this.items = items;
  }
}

/** The fields of a reply. Values may be a JsonText or a JsonList. */
export type Reply = Readonly<Record<string, unknown>>;

/** A part of a JSON text: text, or items between which stand commas. */
export type JsonPart = string | JsonList;

/**
 * The fields of a reply, whose names need no escaping, as the inside of a JSON object, each preceded by a comma. Undefined values are
 * left out. It comes in parts, of which those that were texts already are some as they are, and after a text that stands before.
 */
export function fieldsParts(before: string, reply: Reply): JsonPart[] {
  const parts: JsonPart[] = [];
  let text = before;
  for (const name in reply) {
    const value = reply[name];
    if (value === undefined) continue;
    if (value instanceof JsonList) {
      parts.push(`${text},"${name}":[`, value);
      text = "]";
    } else if (value instanceof JsonText) {
      parts.push(`${text},"${name}":`, value.text);
      text = "";
    } else text += `,"${name}":${JSON.stringify(value)}`;
  }
  parts.push(text);
  return parts;
}

/** Calls `visit` with the texts that parts are made of, one after the other, until it gives false; with what is known of a text, where it is. */
export function eachText(parts: readonly JsonPart[], visit: (text: string, known?: JsonText) => unknown): void {
  for (const part of parts) {
    if (typeof part === "string") {
      if (visit(part) === false) return;
      continue;
    }
    let isFirst = true;
    for (const item of part.items) {
      if (!isFirst) visit(",");
      isFirst = false;
      if ((typeof item === "string" ? visit(item) : visit(item.text, item)) === false) return;
    }
  }
}
