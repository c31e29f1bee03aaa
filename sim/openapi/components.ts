import { isThere } from "../core/levels.ts";
import { objectOf } from "../protocol/envelope.ts";
import type { Schema } from "../protocol/schema.ts";
import { objects } from "./objects.ts";
import type { Described } from "./operation.ts";

const ids: Schema = { type: "array", items: { type: "integer" } };

/** Values of parameters that have a name of their own. */
function inputs(level: number): Readonly<Record<string, Schema>> {
  const people: Schema = {
    type: "object",
    properties: { direct_members: ids, direct_subgroups: ids },
    required: ["direct_members", "direct_subgroups"],
    additionalProperties: false,
  };
  const group: Schema = { type: "integer", description: "ID of a user group." };
  const operand: Schema = { anyOf: [{ type: "string" }, { type: "integer" }, ids] };
  const term: Schema = {
    type: "object",
    description: "A term of a narrow.",
    properties: {
      operator: { type: "string", description: "What is asked for, such as channel, sender or search." },
      operand,
      negated: { type: "boolean", description: "Whether it is what does not match.", default: false },
    },
    required: ["operator", "operand"],
  };
  const pair: Schema = { type: "array", items: { type: "string" }, minItems: 2, maxItems: 2, deprecated: true };
  return {
    GroupSetting: isThere({ since: "anonymousGroups" }, level) ? { anyOf: [group, people] } : group,
    Term: term,
    NarrowTerm: { anyOf: [{ $ref: "#/components/schemas/Term" }, pair] },
  };
}

/** The named schemas of a document. */
export const componentsOf = ({ level, brand }: Described): Readonly<Record<string, Schema>> => ({
  ...Object.fromEntries(
    Object.entries(objects).map(([name, { fields, description }]) => [name, objectOf(fields, level, brand, description)]),
  ),
  ...inputs(level),
});
