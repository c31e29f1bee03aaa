import { endpointText, envelopeAlone, states } from "../endpoint.ts";
import { codes } from "../limits.ts";

export const addDomain = endpointText("realm.domains.post", "POST /realm/domains", {
  parameters: {
    domain: { type: "string", required: states("domain-required", "The domain is required.") },
    allow_subdomains: { type: "boolean", required: states("allow-subdomains-required", "allow_subdomains is required.") },
  },
  does: states("adds", "The domain is allowed from then on, with allow_subdomains as given.", {
    adds: true,
    also: ["records/allowed-domain"],
  }),
  returns: {
    new_domain: {
      type: "array",
      items: ["integer", "domain"],
      stated: states("new-domain", "The answer has new_domain, an array of the integer id and the domain."),
    },
  },
  allowed: states("owners", "Only owners add domains.", {
    callers: "owners",
    since: 143,
    also: ["authentication/domains-for-owners"],
    before: states("administrators-before", "Before feature level 143 administrators add domains too.", {
      callers: "administrators",
      also: ["authentication/domains-for-administrators"],
    }),
  }),
});

export const addView = endpointText("navigation_views.post", "POST /navigation_views", {
  since: 390,
  parameters: {
    fragment: {
      type: "string",
      required: states("fragment-required", "The fragment is required."),
      nonEmpty: states("fragment-blank", "A blank fragment is refused with BAD_REQUEST.", {
        blank: true,
        code: codes.badRequest,
        also: ["errors/blank-fragment", "conventions/refusals-leave-no-trace"],
      }),
    },
    is_pinned: { type: "boolean", required: states("is-pinned-required", "is_pinned is required.") },
    name: { type: "string" },
  },
  does: states("adds", "The view is added for the caller, and for nobody else.", {
    adds: true,
    isPersonal: true,
    also: ["navigation_views.post/is-pinned", "navigation_views.post/name", "records/navigation-view", "versioning/navigation-views"],
  }),
  envelope: envelopeAlone(),
});

export const createCall = endpointText("calls.vc.create.post", "POST /calls/vc/create", {
  since: 493,
  returns: {
    url: {
      type: "string",
      form: "URL",
      stated: states("url", "The answer has the meeting's URL as the string url.", {
        also: ["calls.vc.create.post/no-parameters", "versioning/video-call"],
      }),
    },
  },
});

const noParameters = states("no-parameters", "The endpoint needs no parameters.");

/** Endpoints > GET /server_settings. Its fields are a record. */
export const serverSettings = endpointText("server_settings.get", "GET /server_settings", { does: noParameters });

export const linkifiers = endpointText("realm.linkifiers.get", "GET /realm/linkifiers", {
  does: noParameters,
  returns: { linkifiers: { type: "array", stated: states("linkifiers", "The answer has all linkifiers as the array linkifiers.") } },
});

export const presence = endpointText("realm.presence.get", "GET /realm/presence", {
  does: { ...noParameters, also: ["realm.presence.get/presences"] },
  returns: {
    server_timestamp: {
      type: "number",
      stated: states("server_timestamp", "server_timestamp is a number, the time at which the data was fetched."),
    },
    presences: { type: "object" },
  },
});
