import fc from "fast-check";
import type { Call } from "../declare/call.ts";
import type { ValueOf } from "../draw/combinators.ts";
import { textOf } from "../draw/texts.ts";
import type { Body } from "../expect.ts";
import { endpoints, namesInPath, parameterNames } from "../text/index.ts";

const values = fc.oneof({ withCrossShrink: true }, fc.constantFrom("2", "[1]", "true", "null", "", '{"a": 1}'), textOf());

/** One to five parameters with any texts. Their names begin with `touchstone`, so that no server has them by chance. */
const invented: fc.Arbitrary<Body> = fc
  .uniqueArray(fc.tuple(textOf({ max: 12 }), values), { minLength: 1, maxLength: 5, selector: ([name]) => name })
  .map((pairs) => Object.fromEntries(pairs.map(([name, value]) => [`touchstone_${name}`, value])));

/** Returns the names of parameters that other endpoints have and that of a call has not, at no level. */
function namesOfOthers({ stem, required, beside = {} }: Call): readonly string[] {
  const own = new Set([...Object.keys(endpoints.get(stem)?.parameters ?? {}), ...required, ...Object.keys(beside)]);
  return [...parameterNames()].filter((name) => !own.has(name));
}

/** Parameters that the endpoint of a call does not support: invented ones, and at times one or two that other endpoints have. */
export const anUnsupported = (call: Call): fc.Arbitrary<Body> =>
  fc
    .tuple(
      invented,
      fc.uniqueArray(fc.tuple(fc.constantFrom(...namesOfOthers(call)), values), { maxLength: 2, selector: ([name]) => name }),
    )
    .map(([some, others]) => ({ ...some, ...Object.fromEntries(others) }));

/** Every parameter that other endpoints have and that of a call does not support, and what its path has names for. */
export const junkOfOthers = (call: Call): Body =>
  Object.fromEntries([...namesOfOthers(call), ...namesInPath(call.route)].map((name) => [name, "2"]));

/** Parameters that no server knows. */
export const junk: Body = { touchstone_second: "2", touchstone_first: "[1]", _touchstone: "3" };

/** Ways to misspell the name of a parameter; `left out` leaves no name. */
export const misspellings = ["left out", "longer", "shorter", "doubled", "in capitals"] as const;

/** Returns the misspelled name of a parameter; undefined where it is left out. */
export function misspelled(name: string, how: Slip["how"]): string | undefined {
  if (how === "longer") return `${name}_`;
  if (how === "shorter") return name.slice(0, -1);
  if (how === "in capitals") return name.toUpperCase();
  return how === "doubled" ? `${name[0]}${name}` : undefined;
}

/** A required parameter of a call that is left out or misspelled. */
export const aSlip = ({ required }: Call) => fc.record({ name: fc.constantFrom(...required), how: fc.constantFrom(...misspellings) });

export type Slip = ValueOf<ReturnType<typeof aSlip>>;

/** Each required parameter left out. */
export const eachLeftOut = ({ required }: Call): readonly Slip[] => required.map((name) => ({ name, how: "left out" }));

/** Returns the fields of a request with one of them left out or under a misspelled name. */
export function withSlip(fields: Body, { name, how }: Slip): Body {
  const { [name]: value, ...others } = fields;
  const other = misspelled(name, how);
  return other === undefined ? others : { ...others, [other]: value };
}
