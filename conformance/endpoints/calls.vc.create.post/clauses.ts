import { refused, shows, taken } from "../../declare/about.ts";
import { clausesOf, since } from "../../declare/clause.ts";

const call = clausesOf("Endpoints > POST /calls/vc/create", "calls.vc.create.post", {
  "no-parameters": {
    says: "The endpoint needs no parameters.",
    about: [taken({}, { reason: /missing|required|argument/i }), taken({}, { weight: -0.3 })],
  },
  configured: {
    says: "Where the provider is not configured on the server the request is refused.",
    about: refused({}, { reason: /configured|not enabled|create/i }),
  },
  token: { says: "A caller without a provider token is refused.", about: refused({}, { reason: /token/i }) },
  "has-token": {
    says: "The registration tells whether the caller has a token, as has_vc_token.",
    about: shows(/^has_\w+_token$/, { on: "register.post" }),
  },
  "has-token-event": {
    says: "An event of the same name tells when that changes.",
    about: shows(/^events\[has_\w+_token\]/, { on: "events.get" }),
  },
});

export const clauses = since(493, call);
