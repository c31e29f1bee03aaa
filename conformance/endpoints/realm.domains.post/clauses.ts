import { absent, given, leaves, refused, shows, taken } from "../../declare/about.ts";
import { clausesOf } from "../../declare/clause.ts";

export const clauses = clausesOf("Endpoints > POST /realm/domains", "realm.domains.post", {
  "new-domain": { says: "The answer has new_domain, an array of the integer id and the domain.", about: shows("new_domain") },
  adds: {
    says: "The domain is allowed from then on, with allow_subdomains as given.",
    about: [
      taken({ domain: given, allow_subdomains: given }, { weight: 1 }),
      refused({ domain: given }, { after: "realm.domains.post", reason: /already/ }),
      leaves(/realm_domains/, { domain: given }),
    ],
  },
  "domain-required": { says: "The domain is required.", about: refused({ domain: absent }) },
  "allow-subdomains-required": { says: "allow_subdomains is required.", about: refused({ allow_subdomains: absent }) },
  owners: {
    about: [refused({}, { reason: /owner/i }), taken({}, { by: ["owner"], weight: -1 })],
    says: "Only owners add domains.",
    since: 143,
  },
  "administrators-before": {
    says: "Before feature level 143 administrators add domains too.",
    about: taken({}, { by: ["administrator"], until: 143 }),
  },
});
