import fc from "fast-check";
import { recordsWith } from "../../client/registration.ts";
import type { Call } from "../../declare/call.ts";
import type { Op } from "../../declare/step.ts";
import { rest } from "../../declare/step.ts";
import { fields, mostly, truth, unsupported, usually } from "../../draw/combinators.ts";
import { people } from "../../draw/people.ts";
import { freshName } from "../../draw/references.ts";

export const step: Op = {
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

export const call: Call = {
  route: "POST /navigation_views",
  since: 390,
  required: ["fragment", "is_pinned"],
  returns: {},
  by: people,
  prepare: async (session, by = session.as.alice) => {
    const fragment = session.fresh("v").replaceAll(" ", "-");
    return { actor: by, route: "POST /navigation_views", fields: { fragment, is_pinned: true, name: fragment } };
  },
  trace: ({ actor, fields }) => recordsWith(actor, "navigation_views", "fragment", fields.fragment),
};
