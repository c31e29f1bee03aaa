import fc from "fast-check";
import { fields, freshName, mostly, rest, truth, unsupported, usually } from "./draws.ts";
import type { Op } from "./step.ts";

export const navigationViewsPost: Op = {
  route: "POST /navigation_views",
  about: ["navigation_views.post/"],
  weight: () => 2,
  draw: ({ known }) =>
    fields({
      fragment: usually(
        mostly(
          [12, freshName("narrow/is/starred", "narrow/has/image")],
          [known ? 3 : 0, fc.constantFrom("inbox", "recent")],
          [1, fc.constantFrom("", "  ")],
        ),
      ),
      is_pinned: usually(mostly([12, truth], [1, "pinned"])),
      name: mostly([8, freshName("Stars", "Pictures")], [3, undefined], [1, ""]),
      colour: unsupported,
    }),
  tell: (given, say) => `adds the view ${say(given.fragment)}${rest(given, ["fragment"], say)}`,
};
