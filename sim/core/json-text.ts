/** JSON that is already text: put into a body as it is, so that it is made once for many. */
export class JsonText {
  readonly text: string;
  #isAsked = false;
  #isAscii: boolean | undefined;

  constructor(text: string) {
    this.text = text;
  }

  /** Returns whether it is known to be nothing but ASCII, which is written faster. Only a second asker has it looked at: to look takes longer than to write it once. */
  isAsciiByNow(): boolean {
    if (this.#isAsked) this.#isAscii ??= /^[\0-\x7f]*$/.test(this.text);
    this.#isAsked = true;
    return this.#isAscii ?? false;
  }
}

/** Returns a value as JSON that is made once for many. */
export const jsonTextOf = (value: unknown): JsonText => new JsonText(JSON.stringify(value));
