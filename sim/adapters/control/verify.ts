import { type ExpectedRequest, expectRequests } from "../../journal/expect.ts";
import { PatternError } from "../../journal/pattern.ts";
import { isObject } from "../../protocol/json.ts";
import { type ControlRequest, type ControlRoute, done, type Steered } from "./route.ts";

function patternOf(name: string, source: unknown): RegExp {
  try {
    if (typeof source === "string") return new RegExp(source);
  } catch {}
  throw new PatternError(`matching.${name}: ${JSON.stringify(source)} is not a regular expression`);
}

/** An expectation as JSON spells it: `matching` has regular expressions for fields. */
function expectedOf(given: unknown): ExpectedRequest {
  if (!isObject(given)) throw new PatternError("requests: not a list of objects");
  const { matching = {}, fields = {}, ...others } = given;
  if (!isObject(matching)) throw new PatternError("matching: not an object");
  if (!isObject(fields)) throw new PatternError("fields: not an object");
  const twice = Object.keys(matching).find((name) => Object.hasOwn(fields, name));
  if (twice !== undefined) throw new PatternError(`${twice} is in fields and in matching; it goes in one of them`);
  const tests = Object.entries(matching).map(([name, source]) => [name, patternOf(name, source)]);
  return { ...others, fields: { ...fields, ...Object.fromEntries(tests) } };
}

function verify({ simulator }: Steered, { body }: ControlRequest): object {
  const { requests, in_order, ...one } = body;
  if (requests === undefined) {
    if (in_order !== undefined) throw new PatternError("in_order: it goes with requests, a list");
    return { ...done, exchanges: expectRequests(simulator, [expectedOf(one)]) };
  }
  const [stranger] = Object.keys(one);
  if (stranger !== undefined) throw new PatternError(`beside requests there is no ${JSON.stringify(stranger)}; there is in_order`);
  if (!Array.isArray(requests)) throw new PatternError("requests: not a list of objects");
  if (in_order !== undefined && typeof in_order !== "boolean") throw new PatternError("in_order: not true or false");
  return { ...done, exchanges: expectRequests(simulator, requests.map(expectedOf), { inOrder: in_order ?? false }) };
}

export const verifyRoutes: readonly ControlRoute[] = [{ route: "POST /verify", fields: undefined, run: verify }];
