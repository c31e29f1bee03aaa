import fc from "fast-check";
import { textOf } from "./texts.ts";

/** A description of a group or a folder: none, one line or several. The plainest is none. */
export const aDescription: fc.Arbitrary<string> = fc.oneof(
  { withCrossShrink: true },
  fc.constant(""),
  fc.array(textOf({ max: 60 }), { minLength: 1, maxLength: 3 }).map((lines) => lines.join("\n")),
);
