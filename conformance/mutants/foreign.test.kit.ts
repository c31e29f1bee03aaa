import type { Target } from "../client/target.ts";

/** Returns a target in this process as one of which the model knows only what it says of itself, as of a server over the wire. */
export const foreign = (target: Target): Target => ({
  kind: target.kind,
  namespace: target.namespace,
  cast: target.cast,
  channels: target.channels,
  steering: target.steering,
  url: target.url,
  level: target.level,
  brand: target.brand,
  like: target.like,
  send: (request) => target.send(request),
  isolated: () => foreign(target.isolated()),
  close: () => target.close(),
});
