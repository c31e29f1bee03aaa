import { anyone, reads } from "../protocol/endpoint.ts";
import { required, text } from "../protocol/params.ts";
import { channelOfName } from "../rules/channels/channel-access.ts";

/**
 * GET /get_stream_id: the id of the channel of a name, whatever its capitals.
 * @reply   stream_id
 * @refuses BAD_REQUEST: no such channel that the caller may read
 */
export const getChannelId = reads({
  route: "GET /get_stream_id",
  params: { stream: required(text()) },
  allow: anyone,
  reply: ({ realm, caller, params }) => ({ stream_id: channelOfName(realm, caller, params.stream).id }),
});
