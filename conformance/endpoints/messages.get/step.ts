import fc from "fast-check";
import type { Call } from "../../declare/call.ts";
import type { Op } from "../../declare/step.ts";
import { rest } from "../../declare/step.ts";
import type { Fields } from "../../draw/combinators.ts";
import { fields, listOf, mostly, rarely, truth, unsupported, usually } from "../../draw/combinators.ts";
import type { Ground } from "../../draw/ground.ts";
import { narrow } from "../../draw/narrows.ts";
import { people } from "../../draw/people.ts";
import { made } from "../../draw/references.ts";

const count = fc.constantFrom(0, 1, 1, 2, 3, 10, 10, 50);

const aroundAnchor = (ground: Ground): fc.Arbitrary<Fields> =>
  fields({
    anchor: mostly(
      [8, made("message")],
      [6, "newest"],
      [3, "oldest"],
      [3, "first_unread"],
      [1, "date"],
      [1, fc.constantFrom("latest", "", "1_0", -1)],
      [1, undefined],
    ),
    anchor_date: rarely(fc.constantFrom("2026-01-01", "2025-12-31T10:00:00+02:00", "yesterday"), 12),
    include_anchor: rarely(truth, 4),
    num_before: usually(mostly([30, count], [1, fc.constantFrom(-1, 5000, 5001)])),
    num_after: usually(mostly([30, count], [1, fc.constantFrom("one", 5001)])),
    narrow: usually(narrow(ground), ground.known ? 6 : 1000),
    apply_markdown: rarely(truth, 3),
    client_gravatar: rarely(truth, 4),
    allow_empty_topic_name: rarely(truth, 3),
    use_first_unread_anchor: rarely(truth, 25),
    colour: unsupported,
  });

const byIds = (ground: Ground): fc.Arbitrary<Fields> =>
  fields({
    message_ids: listOf(made("message"), 4),
    narrow: rarely(narrow(ground), 3),
    anchor: rarely(fc.constant("newest"), 12),
    num_before: rarely(fc.constantFrom(0, 1), 12),
    apply_markdown: rarely(truth, 3),
    allow_empty_topic_name: rarely(truth, 3),
  });

export const step: Op = {
  route: "GET /messages",
  about: ["messages.get/", "narrow/", "message-resource/", "visibility/"],
  weight: () => 14,
  draw: (ground) => fc.oneof({ weight: 5, arbitrary: aroundAnchor(ground) }, { weight: 1, arbitrary: byIds(ground) }),
  tell: (given, say) =>
    given.message_ids === undefined
      ? `fetches messages ${say(given.narrow ?? [])} around ${say(given.anchor ?? "no anchor")}${rest(given, ["narrow", "anchor"], say)}`
      : `fetches ${say(given.message_ids)}${rest(given, ["message_ids"], say)}`,
};

const boolean = (value: boolean, since = 0) => ({ value, since });

export const call: Call = {
  route: "GET /messages",
  since: 0,
  required: [],
  returns: {
    anchor: "integer",
    found_newest: "boolean",
    found_oldest: "boolean",
    found_anchor: "boolean",
    history_limited: "boolean",
    messages: "array",
  },
  beside: {
    include_anchor: boolean(true),
    narrow: { value: [], since: 0 },
    client_gravatar: boolean(true),
    apply_markdown: boolean(true),
    allow_empty_topic_name: boolean(true, 334),
    use_first_unread_anchor: boolean(false),
    anchor_date: { value: "2026-01-01", since: 445 },
  },
  by: people,
  prepare: async ({ as }, by = as.alice) => ({
    actor: by,
    route: "GET /messages",
    fields: { anchor: "newest", num_before: 1, num_after: 0 },
  }),
};
