import { inSuccess, type MutableFields, refusal } from "../../mutants/kit/bodies.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";
import { mutants as ofRecord } from "./mutants.record.ts";

const linkifier = onRoute("GET /realm/linkifiers");

/** Faults of GET /realm/linkifiers. */
export const mutants: readonly Mutant[] = [
  ...ofRecord,
  linkifier("linkifiers-in-other-order", "realm.linkifiers.get/order", "Linkifiers come in another order.", {
    answer: inSuccess((body) => void (body.linkifiers as MutableFields[]).reverse()),
  }),
  linkifier("linkifiers-in-other-order-for-bob", "realm.linkifiers.get/order", "Some get the linkifiers in another order.", {
    answer: inSuccess((body, request) => {
      if (request.caller === "bob") (body.linkifiers as MutableFields[]).reverse();
    }),
  }),
  linkifier("linkifiers-not-for-guests", "realm.linkifiers.get/order", "Guests get the first linkifier alone.", {
    answer: inSuccess((body, request) => {
      if (request.caller === "gus") body.linkifiers = (body.linkifiers as MutableFields[]).slice(0, 1);
    }),
  }),
  linkifier("linkifiers-need-a-parameter", "realm.linkifiers.get/no-parameters", "A client has to say how many linkifiers it takes.", {
    instead: (request) => (request.field("limit") === undefined ? refusal("REQUEST_VARIABLE_MISSING", { var_name: "limit" }) : undefined),
  }),
];
