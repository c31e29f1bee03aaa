import { clausesOf, since } from "../../declare/clause.ts";

const call = clausesOf("Endpoints > POST /calls/vc/create", "calls.vc.create.post", {
  "no-parameters": "The endpoint needs no parameters.",
  configured: "Where the provider is not configured on the server the request is refused.",
  token: "A caller without a provider token is refused.",
  "has-token": "The registration tells whether the caller has a token, as has_vc_token.",
  "has-token-event": "An event of the same name tells when that changes.",
});

export const clauses = since(493, call);
