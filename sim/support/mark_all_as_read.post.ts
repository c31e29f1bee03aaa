import { has } from "../core/levels.ts";
import { readEverything } from "../effects/flag-message.ts";
import { anyone, writes } from "../protocol/endpoint.ts";

/**
 * POST /mark_all_as_read: the caller has read everything.
 * @reply nothing beyond the envelope; from level 211 on complete, always true
 */
export const markAll = writes({
  route: "POST /mark_all_as_read",
  params: {},
  allow: anyone,
  rules: () => {},
  effect: ({ turn, caller }) => {
    readEverything(turn, caller);
    return has(turn.world, "completeMark") ? { complete: true } : {};
  },
});
