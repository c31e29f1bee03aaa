import { fields, rest, unsupported } from "./draws.ts";
import type { Op } from "./step.ts";

export const realmLinkifiersGet: Op = {
  route: "GET /realm/linkifiers",
  about: ["realm.linkifiers.get/"],
  weight: () => 1,
  draw: () => fields({ colour: unsupported }),
  tell: (given, say) => `fetches the linkifiers${rest(given, [], say)}`,
};
