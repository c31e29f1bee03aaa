import type { Headers } from "../../protocol/wire.ts";
import { Place } from "../../reader/index.ts";

/** A control request is wrong. The message is one line. */
export class ControlError extends Error {
  override name = "ControlError";
  readonly status: number;
  readonly headers: Headers;

  constructor(status: number, line: string, headers: Headers = {}) {
    super(line);
    this.status = status;
    this.headers = headers;
  }
}

/** The place of the body of a control request, for errors. */
export const bodyPlace = new Place({
  name: "body",
  error: (path, problem) => new ControlError(400, `${path}: ${problem}`),
});
