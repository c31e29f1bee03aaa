import { passwordOf } from "../../client/login.ts";
import type { Call } from "../../declare/call.ts";
import type { Op } from "../../declare/step.ts";
import { rest } from "../../declare/step.ts";
import { fields, mostly, unsupported, usually } from "../../draw/combinators.ts";
import { people } from "../../draw/people.ts";
import { named } from "../../draw/references.ts";

export const step: Op = {
  route: "POST /fetch_api_key",
  about: ["fetch_api_key.post/", "authentication/"],
  // Servers limit how often somebody may log in.
  weight: ({ known }) => (known ? 1 : undefined),
  draw: (ground) =>
    fields({
      username: usually(mostly([12, named("login", ground.cast)], [1, "nobody@example.com"])),
      password: usually(mostly([8, named("password", ground.withPassword)], [1, "wrong"])),
      colour: unsupported,
    }),
  tell: (given, say) => `asks for the key of ${say(given.username)}${rest(given, ["username", "password"], say)}`,
};

export const call: Call = {
  route: "POST /fetch_api_key",
  since: 0,
  isOpen: true,
  required: ["username", "password"],
  returns: { api_key: "string", email: "string" },
  mayRefuse: "the login name may be another than the API address, or logging in by password may be off",
  by: people,
  prepare: async ({ nobody, as }, account = as.alice) => ({
    actor: nobody,
    route: "POST /fetch_api_key",
    fields: { username: account.email, password: passwordOf(account) },
  }),
};
