import fc from "fast-check";
import { integerListSpellings } from "../../draw/spellings.ts";

/** A parameter with a wrong value; undefined where it is left out. */
export interface WrongParameter {
  readonly name: "msg_ids" | "narrow";
  readonly value: string | undefined;
}

const absent = fc.constant(undefined);
const noIds = integerListSpellings().wrong.map(({ text }) => text);
const noNarrow = fc.constantFrom("one", "1", "[1]", "true", "[", "{", "{}", '"sender"', '{"operator":"sender","operand":"x"}');

/** msg_ids or narrow, left out or with a value that every server refuses. */
export const wrongParameter: fc.Arbitrary<WrongParameter> = fc.oneof(
  fc.record({ name: fc.constant("msg_ids" as const), value: fc.oneof(absent, noIds) }),
  fc.record({ name: fc.constant("narrow" as const), value: fc.oneof(absent, noNarrow) }),
);
