/** JSON that is already text: put into a body as it is, so that it is made once for many. */
export class JsonText {
  readonly text: string;
  #isAsked = false;
  #isAscii: boolean | undefined;

  constructor(text: string) {
    this.text = text;
  }
  /** Whether it is known to be nothing but ASCII, which is written faster. The first who asks is told no: to look takes longer than to write it once. */
  get isKnownAscii(): boolean {
    if (this.#isAsked) this.#isAscii ??= /^[\0-\x7f]*$/.test(this.text);
    this.#isAsked = true;
    return this.#isAscii ?? false;
  }
}
