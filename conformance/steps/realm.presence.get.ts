import { fields, rest, unsupported } from "./draws.ts";
import type { Op } from "./step.ts";

export const realmPresenceGet: Op = {
  route: "GET /realm/presence",
  about: ["realm.presence.get/"],
  weight: () => 1,
  draw: () => fields({ colour: unsupported }),
  tell: (given, say) => `asks who is there${rest(given, [], say)}`,
};
