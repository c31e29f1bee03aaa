import { stated } from "../../declare/folder.ts";
import { rest } from "../../declare/step.ts";
import { fields, unsupported } from "../../draw/combinators.ts";
import { people } from "../../draw/people.ts";
import { deferred } from "../../draw/symbols.ts";
import * as properties from "./properties.ts";

export const callsVcCreatePost = stated("calls.vc.create.post", {
  clauses: {
    "no-parameters": "The endpoint needs no parameters.",
    configured: "Where the provider is not configured on the server the request is refused.",
    token: "A caller without a provider token is refused.",
    "has-token": "The registration tells whether the caller has a token, as has_vc_token.",
    "has-token-event": "An event of the same name tells when that changes.",
  },
  call: {
    serial: "video tokens",
    mayRefuse: async ({ session: { target } }) =>
      target.steering ? undefined : "the provider may not be configured, and the account may hold no token",
    by: people,
    prepare: async ({ as, target, control }, by = as.alice) => {
      const provider = target.brand === "zulip" ? "webex" : "vc";
      await control?.act({ action: "set_video_provider", configured: true });
      await control?.act({ action: "set_video_token", as: by.name, value: true });
      return { actor: by, route: `POST /calls/${provider}/create`, fields: {} };
    },
  },
  step: {
    route: "POST /calls/{provider}/create",
    // Elsewhere it would make meetings at a provider.
    weight: ({ known }) => (known ? 2 : undefined),
    draw: () => ({
      accepted: fields({ as: deferred(({ withToken }, one) => one([...withToken])), colour: unsupported }),
      refused: fields({ as: deferred(({ facts, withToken }, one) => one(facts.active.filter((name) => !withToken.has(name)))) }),
    }),
    tell: (given, say) => `starts a video call${rest(given, [], say)}`,
  },
  properties: { "": properties },
  events: ["has_vc_token"],
  mutants: () => import("./mutants.ts"),
});
