import fc from "fast-check";
import type { Drawn } from "./combinators.ts";
import { anyText, textOf } from "./texts.ts";

/** A description of a group or a folder: none, one line or several. The plainest is none. */
export const aDescription: fc.Arbitrary<string> = fc.oneof(
  { withCrossShrink: true },
  fc.constant(""),
  fc.array(anyText({ max: 60 }), { minLength: 1, maxLength: 3 }).map((lines) => lines.join("\n")),
);

/** A description of a folder exactly as long as the server's bound, or one code point longer. */
export const descriptionAtLimit = (plus: 0 | 1): Drawn =>
  textOf({ max: 8, kinds: ["letter", "astral"] }).map((filler) => ({
    ref: "long",
    of: "max_channel_folder_description_length",
    plus,
    filler,
  }));
