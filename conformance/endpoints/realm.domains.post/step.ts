import fc from "fast-check";
import { freshDomain } from "../../client/domains.ts";
import { recordsWith } from "../../client/registration.ts";
import type { Call } from "../../declare/call.ts";
import type { Op } from "../../declare/step.ts";
import { rest } from "../../declare/step.ts";
import { but, type Drawn, fields, mostly, truth, unsupported } from "../../draw/combinators.ts";
import type { Ground } from "../../draw/ground.ts";
import { again, noneOf, oneOf } from "../../draw/references.ts";
import { textOf, words } from "../../draw/texts.ts";

const label = textOf({ max: 12, kinds: ["letter", "digit"] });

/** A domain that is new on the server. */
const domain: Drawn = fc
  .tuple(fc.constantFrom(...words), label)
  .map(([word, more]) => ({ ref: "text", of: [{ ref: "fresh", of: word }, `.${more}.example.net`] }));

const allowed = (ground: Ground): Drawn => fields({ as: oneOf(ground.owners), domain, allow_subdomains: truth, colour: unsupported });

const refused = (ground: Ground): Drawn =>
  mostly(
    [2, but(allowed(ground), { as: noneOf(ground.owners) })],
    [2, again("realm.domains.post")],
    [2, but(allowed(ground), { domain: mostly([3, fc.constantFrom("", "nodot", "-a.org", "a..org")], [1, undefined]) })],
    [1, but(allowed(ground), { allow_subdomains: undefined })],
  );

export const step: Op = {
  route: "POST /realm/domains",
  weight: () => 3,
  draw: (ground) => ({ accepted: allowed(ground), refused: refused(ground) }),
  tell: (given, say) => `allows the domain ${say(given.domain, "as name")}${rest(given, ["domain"], say)}`,
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
