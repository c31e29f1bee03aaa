import { stated } from "../../declare/folder.ts";
import * as properties from "./properties.ts";
import { call, step } from "./step.ts";

export const callsVcCreatePost = stated("calls.vc.create.post", {
  clauses: {
    "no-parameters": "The endpoint needs no parameters.",
    configured: "Where the provider is not configured on the server the request is refused.",
    token: "A caller without a provider token is refused.",
    "has-token": "The registration tells whether the caller has a token, as has_vc_token.",
    "has-token-event": "An event of the same name tells when that changes.",
  },
  call,
  step,
  properties: { "": properties },
  events: ["has_vc_token"],
  mutants: () => import("./mutants.ts"),
});
