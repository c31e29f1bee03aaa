import { clausesOf } from "../../declare/clause.ts";

export const clauses = clausesOf("Endpoints > POST /realm/domains", "realm.domains.post", {
  "new-domain": "The answer has new_domain, an array of the integer id and the domain.",
  adds: "The domain is allowed from then on, with allow_subdomains as given.",
  "domain-required": "The domain is required.",
  "allow-subdomains-required": "allow_subdomains is required.",
  owners: { says: "Only owners add domains.", since: 143 },
  "administrators-before": "Before feature level 143 administrators add domains too.",
});
