import type { Ruling } from "./ruling.ts";

/** Navigation views, profile data and server settings. */
export const organization = {
  linkHosts: {
    kind: "contradicted",
    section: "Endpoints > PATCH /users/me/profile_data",
    question: "Does a link field take a URL whose host has no top-level domain, or a `_`?",
    choices: ["taken", "observed"],
    reason: "The text asks for a URL, which `http://garden` is; running servers refuse it.",
  },
  nullProfileValue: {
    kind: "contradicted",
    section: "Endpoints > PATCH /users/me/profile_data",
    question: "What does null do as the value of a custom profile field?",
    choices: ["removes", "observed"],
    reason:
      "The text says that it removes any stored value; running servers (seen at levels 247 and 372) refuse it as a value of no known type.",
  },
  unnamedViews: {
    kind: "contradicted",
    section: "Endpoints > POST /navigation_views",
    question: "May a custom view be left without a name?",
    choices: ["accepted", "observed"],
    reason: "The table does not require the name; running servers want one for every view that is not built in.",
  },
  rootDomainAddress: {
    kind: "contradicted",
    section: "Endpoints > GET /server_settings",
    question: "Does a root domain without an organization tell an address and web-public access of the organization?",
    choices: ["absent", "observed"],
    reason:
      "The text leaves out all fields of the organization there; running servers give their own address as realm_url and realm_uri, and " +
      "realm_web_public_access_enabled as false.",
  },
  oldPresences: {
    kind: "contradicted",
    section: "Endpoints > GET /realm/presence",
    question: "Are people listed who were last seen more than 14 days ago?",
    choices: ["listed", "observed"],
    reason: "The text leaves out nobody but users who are not accessible; running servers list those seen in the last 14 days.",
  },
} as const satisfies Record<string, Ruling>;
