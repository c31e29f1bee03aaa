import { isObject } from "../client/json.ts";
import type { Outgoing, Reply, Target } from "../client/target.ts";
import type { Body } from "../expect.ts";
import { embedded } from "../targets/embedded.ts";

/** A change of an answer on its way. */
export type AlterReply = (reply: Reply, request: Outgoing) => Reply;

/** A target whose answers are changed on their way. */
export const altered = (target: Target, change: AlterReply): Target => ({
  kind: target.kind,
  url: target.url,
  level: target.level,
  brand: target.brand,
  // What is seen of a server is kept by its cast: this is another server.
  cast: { ...target.cast },
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

/** A server whose answers are changed on their way, held to the specification alone or also to what is only seen on running servers. */
export function served(change: AlterReply, like?: "zulip"): Target {
  const inner = altered(embedded(), change);
  const server: Target = { ...inner, kind: "live", like, isolated: () => server };
  return server;
}

export const isTo = (method: string, path: string, request: { readonly method: string; readonly path: string }): boolean =>
  request.method === method && request.path === path;

/** A change of each event that is told. */
export const withEvents = (change: (event: Body) => Body): AlterReply =>
  bodies((body) => (Array.isArray(body.events) ? { ...body, events: (body.events as Body[]).map(change) } : body));

/** A change of each message, alone, in a list or in an event. */
export const withMessages = (change: (message: Body) => Body): AlterReply => {
  const told = withEvents((event) => (isObject(event.message) ? { ...event, message: change(event.message) } : event));
  const shown = bodies((body) => ({
    ...body,
    ...(isObject(body.message) && { message: change(body.message) }),
    ...(Array.isArray(body.messages) && { messages: (body.messages as Body[]).map(change) }),
  }));
  return (reply, request) => told(shown(reply, request), request);
};

/** A change of the records of a list in registrations. */
export const withRecords = (name: string, change: (records: readonly Body[]) => readonly Body[]): AlterReply =>
  bodies((body, { path }) =>
    path === "/register" && Array.isArray(body[name]) ? { ...body, [name]: change(body[name] as Body[]) } : body,
  );

/** Refuses what would succeed, where it is asked for in some way. */
export const refusing =
  (isAsked: (request: Outgoing) => boolean): AlterReply =>
  (reply, request) =>
    reply.status === 200 && isAsked(request)
      ? { ...reply, status: 400, body: { result: "error", msg: "Not so.", code: "BAD_REQUEST" } }
      : reply;

/** Returns the lists that a request gives as some parameters. */
export const listsOf = ({ fields }: Outgoing, ...names: readonly string[]): (readonly unknown[])[] =>
  names.flatMap((name) => (Array.isArray(fields[name]) ? [fields[name]] : []));
