import fc from "fast-check";
import { passwordOf } from "../../client/people.ts";
import { stated } from "../../declare/folder.ts";
import { rest } from "../../declare/step.ts";
import { refusedByTable } from "../../derive/refused-steps.ts";
import { but, type Drawn, mostly, unsupported } from "../../draw/combinators.ts";
import { people } from "../../draw/people.ts";
import { formerMembers, named } from "../../draw/references.ts";
import { nobody } from "../../draw/symbols.ts";
import type { TargetFacts } from "../../draw/target-facts.ts";
import * as properties from "./properties.ts";

function login({ withPassword, active }: TargetFacts, former: readonly string[] = []): Drawn {
  const names = former.length > 0 ? former : withPassword.filter((name) => active.includes(name));
  const account = fc.constantFrom(...(names.length > 0 ? names : [nobody]));
  return fc.tuple(account, unsupported).map(([of, colour]) => ({
    as: nobody,
    username: { ref: "login", of },
    password: { ref: "password", of },
    ...(colour !== undefined && { colour }),
  }));
}

export const fetchApiKeyPost = stated("fetch_api_key.post", {
  clauses: {
    "no-credentials": "The endpoint needs no authentication header.",
    authenticates: "The key authenticates the account at every other endpoint.",
    "wrong-credentials": "A password that is not the account's, and a name of nobody, give no key.",
    "near-password": "A password that is the account's but for one character, the case of its letters or its length gives no key.",
    "directory-names": "Where require_email_format_usernames is false, a directory user name opens its account.",
    "addresses-only": "Where require_email_format_usernames is true, a user name that is no address gives no key.",
    "where-enabled": "Where no login by password or directory is enabled, no key is given.",
  },
  call: {
    isOpen: true,
    mayRefuse: "the login name may be another than the API address, or logging in by password may be off",
    by: people,
    prepare: async ({ nobody, as }, account = as.alice) => ({
      actor: nobody,
      route: "POST /fetch_api_key",
      fields: { username: account.email, password: passwordOf(account) },
    }),
  },
  step: {
    // Servers limit how often somebody may log in.
    weight: ({ known }) => (known ? 3 : undefined),
    draw: (facts) => {
      const [accepted, former] = [login(facts), formerMembers(facts)];
      const refused = mostly(
        [3, but(accepted, { password: mostly([2, "wrong"], [1, named("password", facts.withPassword)]) })],
        [2, but(accepted, { username: fc.constantFrom("nobody@example.com", "soup") })],
        [former.length > 0 ? 2 : 0, login(facts, former)],
        [facts.bots.length > 0 ? 1 : 0, but(accepted, { username: named("login", facts.bots) })],
        ...refusedByTable("fetch_api_key.post", facts, accepted),
      );
      return { accepted, refused };
    },
    tell: (given, say) =>
      `asks for the key of ${say(given.username, "as name")} with ${say(given.password, "as name")}${rest(given, ["username", "password"], say)}`,
  },
  properties: { "": properties },
  mutants: () => import("./mutants.ts"),
});
