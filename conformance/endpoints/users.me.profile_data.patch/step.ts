import fc from "fast-check";
import type { Call } from "../../declare/call.ts";
import type { Op } from "../../declare/step.ts";
import { rest } from "../../declare/step.ts";
import { fields, listOf, mostly, unsupported, usually } from "../../draw/combinators.ts";
import { people } from "../../draw/people.ts";
import { named, user } from "../../draw/references.ts";

export const step: Op = {
  route: "PATCH /users/me/profile_data",
  about: ["users.me.profile_data.patch/"],
  weight: () => 2,
  draw: (ground) => {
    const value = mostly(
      [8, fc.constantFrom("+43 1 555 0102", "grows *beans*", "summer", "1990-04-12", "https://example.com/me", "they/them", "")],
      [3, listOf(user(ground), 2)],
      [2, null],
      [1, fc.constantFrom(7, "x".repeat(51), "1990-02-30")],
    );
    const entry = fc.record({ id: mostly([20, named("profile field", ground.profileFields)], [1, 0]), value });
    return fields({ data: usually(mostly([16, listOf(entry, 2, 1)], [1, fc.constantFrom({}, [3], "Phone")])), colour: unsupported });
  },
  tell: (given, say) => `sets the profile to ${say(given.data ?? "nothing")}${rest(given, ["data"], say)}`,
};

export const call: Call = {
  route: "PATCH /users/me/profile_data",
  since: 0,
  required: ["data"],
  returns: {},
  by: people,
  prepare: async ({ as }, by = as.alice) => ({ actor: by, route: "PATCH /users/me/profile_data", fields: { data: [] } }),
};
