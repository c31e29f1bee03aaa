import { endpointText, envelopeAlone, states } from "../endpoint.ts";
import { codes } from "../limits.ts";

const untold = "typing.post/refused-untold";
const [toPeople, inChannel] = [{ type: [undefined, "direct"] }, { type: ["stream", "channel"] }];

export const typing = endpointText("typing.post", "POST /typing", {
  parameters: {
    op: { type: "string", required: states("op-required", "A request without op is refused.", { also: [untold] }) },
    type: {
      type: "string",
      values: states("type-values", "The type is direct, stream or channel; anything else is refused.", {
        accepted: ["direct", "stream", "channel"],
        also: [untold],
      }),
    },
    to: {
      type: "array",
      where: toPeople,
      required: states("to-required", "A notification to people without `to` is refused.", { also: [untold] }),
      malformed: states("to-list", "`to` is a list of ids, of one person too; a bare id is refused.", { items: "integer", also: [untold] }),
      unknown: states("to-unknown", "A recipient id that nobody has is refused with BAD_REQUEST.", { also: [untold] }),
    },
    stream_id: {
      type: "integer",
      where: inChannel,
      required: states("stream-id-required", "A notification in a channel without stream_id is refused with BAD_REQUEST.", {
        code: codes.badRequest,
        also: ["errors/typing-without-channel", untold],
      }),
    },
    topic: {
      type: "string",
      where: inChannel,
      required: states("topic-required", "A notification in a channel without a topic is refused.", { also: [untold] }),
    },
  },
  envelope: envelopeAlone(),
});
