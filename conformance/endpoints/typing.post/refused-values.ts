import fc from "fast-check";
import { textOf } from "../../draw/texts.ts";
import { ops } from "./conversation.ts";

/** Words that are none of some others, whatever their capitals. */
const otherThan = (known: readonly string[], ...near: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { withCrossShrink: true },
    fc.constantFrom(...near),
    textOf({ max: 10 }).filter((word) => !known.includes(word.toLowerCase())),
  );

/** What is refused as op: another word, or nothing. */
export const noOp = fc.option(otherThan(ops, "begin", "", "START", "started", "sto", "1", "null", '"start"', "true"), { nil: undefined });

/** What is refused as type at every level. */
export const noType = otherThan(["direct", "stream", "channel", "private"], "group", "Direct", "STREAM", "huddle", "topic", "directs", "1");

/** What stands for no list in `to`: nothing, a bare id, an address, an object with the id. In place of `#` stands the recipient's id. */
export const noList = fc.constantFrom(
  undefined,
  "#",
  "address",
  '{"0": #}',
  "[#",
  "#]",
  "(#)",
  "#, #",
  "[[#]]",
  '["alice"]',
  "[#.5]",
  "[null]",
  "true",
);
