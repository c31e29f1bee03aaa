import type { Outgoing, Reply, Target } from "../client/target.ts";

/** A change of an answer on its way. */
export type AlterReply = (reply: Reply, request: Outgoing) => Reply;

/** A target whose answers are changed on their way. */
export const altered = (target: Target, change: AlterReply): Target => ({
  kind: target.kind,
  url: target.url,
  level: target.level,
  brand: target.brand,
  cast: target.cast,
  channels: target.channels,
  namespace: target.namespace,
  steering: target.steering,
  like: target.like,
  send: async (request) => {
    const reply = await target.send(request);
    return reply && change(reply, request);
  },
  isolated: () => altered(target.isolated(), change),
  close: async () => {},
});

/** A change of the bodies alone. */
export const bodies =
  (change: (body: Reply["body"], request: Outgoing) => Reply["body"]): AlterReply =>
  ({ status, headers, body }, request) => ({ status, headers, body: change(body, request) });
