import type { Actor } from "./actor.ts";
import type { Reply } from "./target.ts";

/** Sends the actor's visibility policy for a topic. */
export const setPolicy = (actor: Actor, stream_id: number, topic: string, visibility_policy: unknown): Promise<Reply> =>
  actor.send("POST /user_topics", { stream_id, topic, visibility_policy });
