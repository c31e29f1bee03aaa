import type { CallBeside } from "../../declare/call.ts";
import { type Op, rest } from "../../declare/step.ts";
import { fields, unsupported } from "../../draw/combinators.ts";
import { later } from "../../draw/later.ts";
import { people } from "../../draw/people.ts";

export const step: Op = {
  route: "POST /calls/{provider}/create",
  // Elsewhere it would make meetings at a provider.
  weight: ({ known }) => (known ? 2 : undefined),
  draw: () => ({
    accepted: fields({ as: later(({ withToken }, one) => one([...withToken])), colour: unsupported }),
    refused: fields({ as: later(({ ground, withToken }, one) => one(ground.active.filter((name) => !withToken.has(name)))) }),
  }),
  tell: (given, say) => `starts a video call${rest(given, [], say)}`,
};

export const call: CallBeside = {
  serial: "video tokens",
  mayRefuse: async ({ session: { target } }) =>
    target.steering ? undefined : "the provider may not be configured, and the account may hold no token",
  by: people,
  prepare: async ({ as, target }, by = as.alice) => {
    const provider = target.brand === "zulip" ? "webex" : "vc";
    await target.steering?.act({ action: "set_video_provider", configured: true });
    await target.steering?.act({ action: "set_video_token", as: by.name, value: true });
    return { actor: by, route: `POST /calls/${provider}/create`, fields: {} };
  },
};
