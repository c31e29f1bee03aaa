/** JSON that is already text: spliced into a body as it is, so that cached parts are written once. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The fields of a reply. Values may be JsonText, or lists of it. */
export type Reply = Readonly<Record<string, unknown>>;

const encode = (value: unknown): string => {
  if (value instanceof JsonText) return value.text;
  if (Array.isArray(value) && value[0] instanceof JsonText) return `[${value.map((part: JsonText) => part.text).join(",")}]`;
  return JSON.stringify(value);
};

/** The fields of a reply, whose names need no escaping, as the inside of a JSON object, each preceded by a comma. Undefined values are left out. */
export function fieldsText(reply: Reply): string {
  let text = "";
  for (const name in reply) {
    const value = reply[name];
    if (value !== undefined) text += `,"${name}":${encode(value)}`;
  }
  return text;
}
