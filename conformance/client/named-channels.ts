import { Untestable } from "../expect.ts";
import type { Outgoing, Target } from "./target.ts";

/** Stand for channels of which the name is known and no id: no server has such ids. */
const firstStandIn = -4_700_001;

/** Returns the ids of the channels of a target, with numbers in place of those that are known by their names alone. */
export const withStandIns = ({ channels, channelNames = {} }: Target): Readonly<Record<string, number>> => ({
  ...Object.fromEntries(Object.keys(channelNames).map((name, i) => [name, firstStandIn - i])),
  ...channels,
});

/** Whether a number that stands for a channel is in a value. */
const hasStandIn = (value: unknown): boolean => /-47\d{5}(?!\d)/.test(JSON.stringify(value) ?? "");

/**
 * Returns a request with the names of channels in place of what stands for them, where a name is taken: as the recipient of a message.
 * @throws Untestable: it needs an id that is not known
 */
export function withNames(request: Outgoing, { channelNames }: Target): Outgoing {
  if (!channelNames) return request;
  const names = Object.values(channelNames);
  const name = typeof request.fields.to === "number" ? names[firstStandIn - request.fields.to] : undefined;
  const named = request.method === "POST" && request.path === "/messages" && name !== undefined;
  const sent = named ? { ...request, fields: { ...request.fields, to: name } } : request;
  if (hasStandIn(sent.path) || hasStandIn(sent.fields)) throw new Untestable("the id of a channel is not known");
  return sent;
}
