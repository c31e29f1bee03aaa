import fc from "fast-check";
import { recordsWith } from "../../client/registration.ts";
import type { Call } from "../../declare/call.ts";
import type { Op } from "../../declare/step.ts";
import { rest } from "../../declare/step.ts";
import { but, type Drawn, fields, mostly, truth, unsupported } from "../../draw/combinators.ts";
import type { Ground } from "../../draw/ground.ts";
import { name } from "../../draw/names.ts";
import { people } from "../../draw/people.ts";
import { again, freshName } from "../../draw/references.ts";

const view = (ground: Ground): Drawn =>
  fields({
    fragment: freshName("narrow/is/starred", "narrow/has/image", "narrow/topic/soup", "narrow/sender/bob"),
    is_pinned: truth,
    name: name(ground, "Stars", "Pictures", "Mine"),
    colour: unsupported,
  });

const builtIn: Drawn = fields({ fragment: fc.constantFrom("recent", "feed", "drafts", "narrow/is/mentioned"), is_pinned: truth });

const refused = (ground: Ground): Drawn =>
  mostly(
    [3, again("navigation_views.post")],
    [3, but(view(ground), { fragment: mostly([2, fc.constantFrom("", "  ")], [1, undefined]) })],
    [2, but(view(ground), { is_pinned: mostly([1, "pinned"], [1, undefined]) })],
    [1, but(view(ground), { name: mostly([1, ""], [1, undefined]) })],
    [1, but(view(ground), { fragment: fc.constantFrom("inbox", "recent") })],
  );

export const step: Op = {
  route: "POST /navigation_views",
  weight: () => 3,
  draw: (ground) => ({ accepted: mostly([5, view(ground)], [ground.known ? 1 : 0, builtIn]), refused: refused(ground) }),
  tell: (given, say) => `adds the view ${say(given.fragment, "as name")}${rest(given, ["fragment"], say)}`,
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
