import fc from "fast-check";
import { freshDomain } from "../../client/domains.ts";
import { recordsWith } from "../../client/registration.ts";
import type { Call } from "../../declare/call.ts";
import type { Op } from "../../declare/step.ts";
import { rest } from "../../declare/step.ts";
import { fields, mostly, truth, unsupported, usually } from "../../draw/combinators.ts";

const domain = fc.constantFrom("soup", "bread").map((word) => ({ ref: "text", of: [{ ref: "fresh", of: word }, ".example.net"] }));

export const step: Op = {
  route: "POST /realm/domains",
  about: ["realm.domains.post/"],
  weight: () => 1,
  by: ({ owners }) => owners,
  draw: () =>
    fields({
      domain: usually(mostly([10, domain], [1, fc.constantFrom("", "nodot", "-a.org")])),
      allow_subdomains: usually(truth),
      colour: unsupported,
    }),
  tell: (given, say) => `allows the domain ${say(given.domain)}${rest(given, ["domain"], say)}`,
};

export const call: Call = {
  route: "POST /realm/domains",
  since: 0,
  required: ["domain", "allow_subdomains"],
  returns: { new_domain: "array" },
  prepare: async (session) => ({
    actor: session.as.owen,
    route: "POST /realm/domains",
    fields: { domain: freshDomain(session), allow_subdomains: false },
  }),
  trace: ({ actor, fields }) => recordsWith(actor, "realm_domains", "domain", fields.domain),
};
