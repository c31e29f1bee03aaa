import { type Channel, policies, policyKey } from "../core/channels.ts";
import type { ChannelId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import { limits } from "../core/limits.ts";
import type { Realm } from "../core/realm.ts";
import { refuse, refuseMissing, refuseUnfinished } from "../core/refusal.ts";
import type { User } from "../core/users.ts";
import { muteUser, setMutedUsers } from "../effects/personal.ts";
import { setPolicy } from "../effects/topic-policies.ts";
import { type Call, writesOnly } from "../protocol/endpoint.ts";
import { integer, oneOf, optional, type Params, required, text } from "../protocol/params.ts";
import { channelOfName } from "../rules/channels/channel-access.ts";
import { accessibleChannel } from "../rules/messages/access.ts";
import { userToSee } from "../rules/people/user-access.ts";

const userAsked = ({ realm, caller, path }: Call<"/users/me/muted_users/{muted_user_id}", Params>): User =>
  userToSee(realm, caller, path.muted_user_id, { bots: true, deactivated: true });

/**
 * POST /users/me/muted_users/{muted_user_id}: the caller no longer wants to hear of somebody. What they wrote counts as read.
 * @refuses BAD_REQUEST: the caller, a missing account, one that is muted already
 */
export const addMutedUser = writesOnly({
  route: "POST /users/me/muted_users/{muted_user_id}",
  rules: (call) => {
    const { caller, path } = call;
    if (path.muted_user_id === caller.id) refuse("Cannot mute self");
    const user = userAsked(call);
    return caller.muted_users.has(user.id) ? refuse("User already muted") : user;
  },
  effect: ({ turn, caller, found }) => muteUser(turn, caller, found),
});

/**
 * DELETE /users/me/muted_users/{muted_user_id}: the caller wants to hear of somebody again.
 * @refuses BAD_REQUEST: a missing account, one that is not muted
 */
export const removeMutedUser = writesOnly({
  route: "DELETE /users/me/muted_users/{muted_user_id}",
  rules: (call) => {
    const { caller } = call;
    const user = userAsked(call);
    return caller.muted_users.has(user.id) ? user : refuse("User is not muted");
  },
  effect: ({ turn, caller, found }) => setMutedUsers(turn, caller, new Map([...caller.muted_users].filter(([id]) => id !== found.id))),
});

/** The channel meant. To forget a policy needs no access. @refuses BAD_REQUEST: none, one that the caller may not see */
function channelMeant(realm: Realm, caller: User, given: number | string, op: "add" | "remove"): Channel {
  const found = typeof given === "string" ? realm.channelsByName.get(given.toLowerCase()) : (given as ChannelId);
  const known = found === undefined ? undefined : realm.channels.get(found);
  if (op === "remove" && known) return known;
  return typeof given === "string" ? channelOfName(realm, caller, given) : accessibleChannel(realm, caller, given);
}

/**
 * PATCH /users/me/subscriptions/muted_topics: the old way to mute a topic or to take that back.
 * @refuses BAD_REQUEST: no channel (on older servers REQUEST_VARIABLE_MISSING), two channels, unknown channel; on older servers a topic that is so already
 */
export const changeMutedTopics = writesOnly({
  route: "PATCH /users/me/subscriptions/muted_topics",
  params: {
    stream_id: optional(integer),
    stream: optional(text()),
    topic: required(text({ max: limits.topicLength })),
    op: required(oneOf("add", "remove")),
  },
  rules: ({ realm, caller, params: { stream_id, stream, topic, op } }) => {
    const given = stream_id ?? stream;
    if (given === undefined) return has(realm, "typedParameters") ? refuseUnfinished("stream_id") : refuseMissing("stream_id");
    if (stream_id !== undefined && stream !== undefined) refuse("Unsupported parameter combination: stream_id, stream");
    const channel = channelMeant(realm, caller, given, op);
    const isMuted = realm.policies.get(policyKey(caller.id, channel.id, topic))?.visibility_policy === policies.muted;
    if (!has(realm, "mutedTopicRepeats") && isMuted === (op === "add")) refuse(isMuted ? "Topic already muted" : "Topic is not muted");
    return { channel, isMuted };
  },
  effect: ({ turn, caller, params: { topic, op }, found: { channel, isMuted } }) => {
    if (op === "add") setPolicy(turn, caller, channel.id, topic, policies.muted);
    else if (isMuted) setPolicy(turn, caller, channel.id, topic, policies.none);
  },
});
