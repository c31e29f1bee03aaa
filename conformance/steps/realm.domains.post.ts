import fc from "fast-check";
import { fields, mostly, rest, truth, unsupported, usually } from "./draws.ts";
import type { Op } from "./step.ts";

const domain = fc.constantFrom("soup", "bread").map((word) => ({ ref: "text", of: [{ ref: "fresh", of: word }, ".example.net"] }));

export const realmDomainsPost: Op = {
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
