/** JSON that is already text: spliced into a body as it is, so that cached parts are written once. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The fields of a reply. Values may be JsonText, or lists of it. */
export type Reply = Readonly<Record<string, unknown>>;

const isTexts = (value: unknown): value is readonly JsonText[] => Array.isArray(value) && value[0] instanceof JsonText;

/**
 * The fields of a reply, whose names need no escaping, as the inside of a JSON object, each preceded by a comma. Undefined values are
 * left out. It comes in parts, of which those that were texts already are some as they are, and after a text that stands before.
 */
export function fieldsParts(before: string, reply: Reply): string[] {
  const parts: string[] = [];
  let text = before;
  for (const name in reply) {
    const value = reply[name];
    if (value === undefined) continue;
    if (isTexts(value)) {
      let before = `${text},"${name}":[`;
      for (const item of value) {
        parts.push(before, item.text);
        before = ",";
      }
      text = "]";
    } else if (value instanceof JsonText) {
      parts.push(`${text},"${name}":`, value.text);
      text = "";
    } else text += `,"${name}":${JSON.stringify(value)}`;
  }
  parts.push(text);
  return parts;
}
