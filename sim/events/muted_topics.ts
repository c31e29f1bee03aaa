import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { mutedTopics } from "../resources/topic-policy.ts";
import { deliver } from "./deliver.ts";

interface MutedTopicsEvent {
  readonly muted_topics: ReturnType<typeof mutedTopics>;
}

/** Sends `muted_topics`, the whole list, to the account; not to queues that ask for `user_topic` by name. */
export function announceMutedTopics(turn: Turn, user: User): void {
  deliver<MutedTopicsEvent>(turn, [user.id], "muted_topics", (options) =>
    options.eventTypes?.has("user_topic") ? undefined : { muted_topics: mutedTopics(turn.world, user) },
  );
}
