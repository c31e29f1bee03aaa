/** JSON that is already text: put into a body as it is, so that it is made once for many. */
export class JsonText {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Returns a value as JSON that is made once for many. */
export const jsonTextOf = (value: unknown): JsonText => new JsonText(JSON.stringify(value));
