import { type ExpectedRequest, expectRequests } from "../../journal/expect.ts";
import { patternPlace } from "../../journal/pattern.ts";
import {
  entriesOf,
  fail,
  listOf,
  maybe,
  object,
  onlyKeys,
  orEmpty,
  type Place,
  regularExpression,
  shape,
  text,
  truth,
  wrong,
} from "../../reader/index.ts";
import { type ControlRequest, type ControlRoute, done, type Steered } from "./route.ts";

const tests = orEmpty(entriesOf(regularExpression(), text(), "an object of regular expressions"));
const values = orEmpty(object);

/** An expectation as JSON spells it: `matching` has regular expressions for fields. */
function expected(given: unknown, at: Place): ExpectedRequest {
  const { matching, fields, ...others } = object(given, at);
  const byTest = tests(matching, at.at("matching"));
  const byValue = values(fields, at.at("fields"));
  for (const name of byTest.keys())
    if (Object.hasOwn(byValue, name)) fail(at.at("matching").at(name), "the field stands in fields too, expected one of the two");
  return { ...others, fields: { ...byValue, ...Object.fromEntries(byTest) } };
}

const expectations = listOf(shape<ExpectedRequest>({}, expected), "a list of objects");
const order = maybe(truth);

function verify({ simulator }: Steered, { body }: ControlRequest): object {
  const { requests, in_order, ...one } = body;
  if (requests === undefined) {
    if (in_order !== undefined) wrong(patternPlace.at("in_order"), in_order, "none: it goes with requests, a list");
    return { ...done, exchanges: expectRequests(simulator, [expected(one, patternPlace)]) };
  }
  onlyKeys(body, patternPlace, ["requests", "in_order"]);
  const inOrder = order(in_order, patternPlace.at("in_order")) ?? false;
  return { ...done, exchanges: expectRequests(simulator, expectations(requests, patternPlace.at("requests")), { inOrder }) };
}

export const verifyRoutes: readonly ControlRoute[] = [{ route: "POST /verify", fields: undefined, run: verify }];
