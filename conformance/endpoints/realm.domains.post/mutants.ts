import { type AlterAnswer, inSuccess, type MutableFields, reading, refusing } from "../../mutants/kit/bodies.ts";
import { type Mutant, mutant, onRoute } from "../../mutants/kit/mutant.ts";

const domains = onRoute("POST /realm/domains");
const registration = onRoute("POST /register");

const pair = (change: (id: unknown, domain: unknown) => unknown): AlterAnswer =>
  inSuccess((body: MutableFields) => {
    const [id, domain] = body.new_domain as readonly unknown[];
    body.new_domain = change(id, domain);
  });

/** Faults of POST /realm/domains. */
export const mutants: readonly Mutant[] = [
  domains("domain-pair-swapped", "realm.domains.post/new-domain", "The domain stands before its id.", {
    answer: pair((id, domain) => [domain, id]),
  }),
  domains("domain-id-alone", "realm.domains.post/new-domain", "Only the id of the new domain is told.", { answer: pair((id) => [id]) }),
  registration("domain-newest-only", "realm.domains.post/adds", "Of the allowed domains the registration shows the newest alone.", {
    answer: inSuccess((body) => {
      if (Array.isArray(body.realm_domains)) body.realm_domains = body.realm_domains.slice(-1);
    }),
  }),
  domains("subdomains-never", "realm.domains.post/adds", "allow_subdomains is never true.", {
    request: reading("allow_subdomains", () => false),
  }),
  mutant({
    name: "domain-by-owners-always",
    breaks: "realm.domains.post/administrators-before",
    says: "Administrators are refused at levels at which they may add domains.",
    level: 142,
    on: "POST /realm/domains",
    instead: refusing((request) => request.caller === "dana", "UNAUTHORIZED_PRINCIPAL"),
  }),
];
