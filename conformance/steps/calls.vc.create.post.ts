import { fields, rest, unsupported } from "./draws.ts";
import type { Op } from "./step.ts";

export const callsVcCreatePost: Op = {
  route: "POST /calls/{provider}/create",
  about: ["calls.vc.create.post/"],
  // Elsewhere it would make meetings at a provider.
  weight: ({ known }) => (known ? 1 : undefined),
  draw: () => fields({ colour: unsupported }),
  tell: (given, say) => `starts a video call${rest(given, [], say)}`,
};
