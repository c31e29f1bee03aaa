import {
  type Answer,
  type Fields,
  ignoring,
  inNameOf,
  inSuccess,
  isSuccess,
  reading,
  recoded,
  refusing,
  success,
  swallowed,
} from "./bodies.ts";
import { type Mutant, onRoute } from "./mutant.ts";

const navigation = onRoute("POST /navigation_views");

/** Faults of POST /navigation_views. */
export const navigations: readonly Mutant[] = [
  navigation("view-not-added", "navigation_views.post/adds", "A view is accepted and not added.", { instead: swallowed }),
  navigation(
    "view-blank-accepted",
    ["navigation_views.post/fragment-blank", "errors/blank-fragment"],
    "A view without a fragment is accepted.",
    {
      instead: (asked) => (asked.field("fragment")?.trim() === "" && !isSuccess(asked.wouldSay()) ? success() : undefined),
    },
  ),
  navigation(
    "view-blank-other-code",
    ["navigation_views.post/fragment-blank", "errors/blank-fragment"],
    "A blank fragment is refused with a code of its own.",
    {
      answer: recoded("BAD_REQUEST", "INVALID_FRAGMENT"),
    },
  ),
  navigation("view-pinned-turned", "navigation_views.post/is-pinned", "is_pinned means its contrary.", {
    request: reading("is_pinned", (value) => value !== "true"),
  }),
  navigation("view-pinned-not-required", "navigation_views.post/is-pinned-required", "is_pinned may be left out.", {
    request: (asked) => (asked.field("is_pinned") === undefined ? asked.with({ is_pinned: false }) : undefined),
  }),
  navigation("view-name-lost", "navigation_views.post/name", "The name of a view is not kept.", { request: ignoring("name") }),
  navigation("view-name-required", "navigation_views.post/name-optional", "A view needs a name.", {
    instead: refusing((asked) => asked.field("name") === undefined),
  }),
  navigation("view-for-another", "navigation_views.post/adds", "The view is added for somebody else.", {
    request: (asked) => (isSuccess(asked.wouldSay()) ? asked.by(asked.caller === "bob" ? "alice" : "bob") : undefined),
  }),
  navigation("view-added-twice", "navigation_views.post/fragment-unique", "A fragment that is there already is accepted.", {
    instead: (asked) =>
      asked.field("fragment") &&
      asked.field("is_pinned") &&
      !isSuccess(asked.wouldSay()) &&
      isSuccess(asked.wouldSay(asked.with({ fragment: "x-unheard-of" })))
        ? success()
        : undefined,
  }),
];

const domains = onRoute("POST /realm/domains");

const pair = (change: (id: unknown, domain: unknown) => unknown): Answer =>
  inSuccess((body: Fields) => {
    const [id, domain] = body.new_domain as unknown[];
    body.new_domain = change(id, domain);
  });

/** Faults of POST /realm/domains. */
export const domainAdding: readonly Mutant[] = [
  domains("domain-not-added", "realm.domains.post/adds", "A domain is accepted and not added.", { instead: swallowed }),
  domains(
    "domain-by-administrators",
    ["realm.domains.post/owners", "authentication/domains-for-owners"],
    "Administrators may add domains.",
    {
      request: inNameOf("owen", (asked) => asked.caller === "dana"),
    },
  ),
  domains("domain-by-anyone", ["realm.domains.post/owners", "authentication/domains-for-owners"], "Everybody may add domains.", {
    request: inNameOf("owen"),
  }),
  domains("domain-pair-swapped", "realm.domains.post/new-domain", "The domain stands before its id.", {
    answer: pair((id, domain) => [domain, id]),
  }),
  domains("domain-as-object", "realm.domains.post/new-domain", "The new domain is an object.", {
    answer: pair((id, domain) => ({ id, domain })),
  }),
  domains("domain-id-alone", "realm.domains.post/new-domain", "Only the id of the new domain is told.", { answer: pair((id) => [id]) }),
  domains("subdomains-never", "realm.domains.post/adds", "allow_subdomains is never true.", {
    request: reading("allow_subdomains", () => false),
  }),
  domains("subdomains-not-required", "realm.domains.post/allow-subdomains-required", "allow_subdomains may be left out.", {
    request: (asked) => (asked.field("allow_subdomains") === undefined ? asked.with({ allow_subdomains: false }) : undefined),
  }),
  domains("domain-name-not-required", "realm.domains.post/domain-required", "The domain may be left out.", {
    request: (asked) => (asked.field("domain") === undefined ? asked.with({ domain: "left-out.example" }) : undefined),
  }),
];
