import fc from "fast-check";
import type { Op } from "../../declare/step.ts";
import { rest } from "../../declare/step.ts";
import type { Fields } from "../../draw/combinators.ts";
import { type Drawn, fields, mostly, rarely, truth } from "../../draw/combinators.ts";
import { content } from "../../draw/contents.ts";
import type { Ground } from "../../draw/ground.ts";
import { channelName, made } from "../../draw/references.ts";
import { freshTopic } from "../../draw/topics.ts";

const action = (name: string, parts: Readonly<Record<string, Drawn>>): fc.Arbitrary<Fields> =>
  fields({ action: fc.constant(name), ...parts });
const message_id = made("message");
const emoji_name = fc.constantFrom("tada", "smile", "working_on_it");

const edit = (ground: Ground): fc.Arbitrary<Fields> =>
  fc.oneof(
    action("edit_message", { message_id, content: content(ground) }),
    action("edit_message", { message_id, topic: freshTopic, content: rarely(content(ground), 4) }),
  );

const clock = action("advance", { ms: mostly([8, 1000], [4, 60_000], [2, 400_000], [1, 700_000]) });

/** Actions of a control API: what no specified endpoint does, though their answers show it, and the passing of time. */
export const actions: Op = {
  route: "POST /_control/actions",
  about: ["message-resource/", "events/"],
  action: true,
  weight: ({ steered }) => (steered ? 12 : undefined),
  draw: (ground) => {
    const channel = channelName(ground);
    return fc.oneof(
      { weight: 6, arbitrary: edit(ground) },
      { weight: 3, arbitrary: action("react", { message_id, emoji_name }) },
      { weight: 1, arbitrary: action("unreact", { message_id, emoji_name }) },
      {
        weight: 3,
        arbitrary: action("set_flag", {
          message_id,
          flag: fc.constantFrom("read", "read", "starred"),
          op: fc.constantFrom("add", "remove"),
        }),
      },
      {
        weight: 1,
        arbitrary: action("add_submessage", { message_id, msg_type: fc.constant("widget"), content: fc.constant('{"vote":1}') }),
      },
      { weight: 1, arbitrary: action("set_presence", { status: fc.constantFrom("active", "idle") }) },
      { weight: 2, arbitrary: action("subscribe", { channel }) },
      { weight: 2, arbitrary: action("unsubscribe", { channel }) },
      { weight: 2, arbitrary: action("mute_channel", { channel, value: truth }) },
      { weight: 1, arbitrary: action("deactivate_group", { group_id: made("group") }) },
      { weight: 4, arbitrary: clock },
    );
  },
  tell: (given, say) =>
    given.action === "advance" ? `lets ${Number(given.ms) / 1000} seconds pass` : `does ${given.action}${rest(given, ["action"], say)}`,
};
