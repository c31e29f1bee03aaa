import { policies } from "../core/channels.ts";
import { keysOf } from "../core/organization.ts";
import type { Realm } from "../core/realm.ts";
import type { User } from "../core/users.ts";
import { shownTopic } from "./message.ts";

/** A user's topic policies, as registration lists them. */
export const topicPolicies = (realm: Realm, user: User, emptyTopics: boolean) =>
  realm.policies.range(...keysOf(user.id)).map(({ stream_id, topic_name, last_updated, visibility_policy }) => ({
    stream_id,
    topic_name: shownTopic(realm, topic_name, emptyTopics),
    last_updated,
    visibility_policy,
  }));

/** A user's muted topics in the legacy form: channel name, topic, time of muting. */
export const mutedTopics = (realm: Realm, user: User): (readonly [string, string, number])[] =>
  realm.policies
    .range(...keysOf(user.id))
    .filter(({ visibility_policy }) => visibility_policy === policies.muted)
    .map(({ stream_id, topic_name, last_updated }) => [realm.channels.require(stream_id).name, topic_name, last_updated] as const);
