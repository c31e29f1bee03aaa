import type { VisibilityPolicy } from "../core/channels.ts";
import type { ChannelId } from "../core/ids.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { shownTopic } from "../resources/message.ts";
import { mutedTopics } from "../resources/topic-policy.ts";
import { deliver } from "./deliver.ts";

interface UserTopicEvent {
  readonly stream_id: ChannelId;
  readonly topic_name: string;
  /** UNIX seconds. */
  readonly last_updated: number;
  readonly visibility_policy: VisibilityPolicy;
}

/** Sends `user_topic` of a policy to the account; the policy is 0 where there is none any more. */
export function announceTopicPolicy(turn: Turn, user: User, channel: ChannelId, topic: string, policy: VisibilityPolicy): void {
  deliver<UserTopicEvent>(turn, [user.id], "user_topic", ({ capabilities }) => ({
    stream_id: channel,
    topic_name: shownTopic(turn.world, topic, capabilities.has("empty_topic_name")),
    last_updated: turn.seconds,
    visibility_policy: policy,
  }));
}

interface MutedTopicsEvent {
  readonly muted_topics: ReturnType<typeof mutedTopics>;
}

/** Sends `muted_topics`, the whole list, to the account; not to queues that ask for `user_topic` by name. */
export function announceMutedTopics(turn: Turn, user: User): void {
  deliver<MutedTopicsEvent>(turn, [user.id], "muted_topics", (options) =>
    options.eventTypes?.has("user_topic") ? undefined : { muted_topics: mutedTopics(turn.world, user) },
  );
}
