import type { CallBeside } from "../../declare/call.ts";
import { type Op, rest } from "../../declare/step.ts";
import { fields, unsupported } from "../../draw/combinators.ts";
import { people } from "../../draw/people.ts";

export const step: Op = {
  route: "GET /server_settings",
  weight: () => 1,
  draw: () => ({ accepted: fields({ colour: unsupported }) }),
  tell: (given, say) => `asks for the server settings${rest(given, [], say)}`,
};

export const call: CallBeside = {
  isOpen: true,
  by: people,
  prepare: async ({ nobody }, by = nobody) => ({ actor: by, route: "GET /server_settings", fields: {} }),
};
