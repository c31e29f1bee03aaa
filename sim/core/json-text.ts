/** JSON that is already text: put into a body as it is, so that it is made once for many. */
export class JsonText {
  readonly text: string;
  #isAscii: boolean | undefined;

  constructor(text: string) {
    this.text = text;
  }
  /** Whether it is nothing but ASCII, which is written faster. It is looked at once, when somebody asks. */
  get isAscii(): boolean {
    this.#isAscii ??= /^[\0-\x7f]*$/.test(this.text);
    return this.#isAscii;
  }
}
