import type { CallBeside } from "../../declare/call.ts";
import { type Op, rest } from "../../declare/step.ts";
import { fields, unsupported } from "../../draw/combinators.ts";
import { people } from "../../draw/people.ts";

export const step: Op = {
  route: "GET /realm/presence",
  weight: () => 1,
  draw: () => ({ accepted: fields({ colour: unsupported }) }),
  tell: (given, say) => `asks who is there${rest(given, [], say)}`,
};

export const call: CallBeside = {
  by: people,
  prepare: async ({ as }, by = as.alice) => ({ actor: by, route: "GET /realm/presence", fields: {} }),
};
