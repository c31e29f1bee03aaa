import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const domains = onRoute("POST /realm/domains", "realm.domains.post");
const registration = onRoute("POST /register", "realm.domains.post");

export const mutants: readonly Mutant[] = [
  domains("domain-pair-swapped", "new-domain")
    .says("The domain stands before its id.")
    .tells("new_domain", (pair) => (pair as unknown[]).toReversed()),
  domains("domain-id-alone", "new-domain")
    .says("Only the id of the new domain is told.")
    .tells("new_domain", (pair) => (pair as unknown[]).slice(0, 1)),
  registration("domain-newest-only", "adds")
    .says("Of the allowed domains the registration shows the newest alone.")
    .answers(({ realm_domains }) => Array.isArray(realm_domains) && { realm_domains: realm_domains.slice(-1) }),
  domains("subdomains-never", "adds")
    .says("allow_subdomains is never true.")
    .reads("allow_subdomains", () => false),
  onRoute("POST /realm/domains", "realm.domains.post", { level: 142 })("domain-by-owners-always", "administrators-before")
    .says("Administrators are refused at levels at which they may add domains.")
    .refuses(({ caller }) => caller === "dana", "UNAUTHORIZED_PRINCIPAL"),
];
