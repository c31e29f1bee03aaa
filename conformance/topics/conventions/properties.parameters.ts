import type { Session } from "../../client/session.ts";
import type { Reply } from "../../client/target.ts";
import type { EndpointCall } from "../../declare/call.ts";
import { Untestable } from "../../expect.ts";
import { besides, forEachCall, succeed } from "../each-call.ts";

/** Returns a test for the endpoints of some stems. */
const oneOf =
  (...stems: readonly string[]) =>
  ({ stem }: EndpointCall): boolean =>
    stems.includes(stem);

const withLists = oneOf(
  "messages.post",
  "typing.post",
  "messages.matches_narrow.get",
  "messages.get",
  "user_groups.create.post",
  "user_groups-id.members.post",
  "users.me.profile_data.patch",
);

const withBooleans = oneOf(
  "messages.post",
  "messages-id.get",
  "messages.get",
  "channel_folders-id.patch",
  "navigation_views.post",
  "realm.domains.post",
);

/** One way to write the values of some parameters, and what has to come of it. */
interface Spelling {
  /** Returns whether the specification says that a parameter is spelled in this way. */
  readonly isFor: (value: unknown, name: string) => boolean;
  readonly write: (value: unknown) => string;
  readonly look: (reply: Reply, what: string) => void;
}

/** Sends a call once for each parameter that a spelling is for, written so, after the call as it is has succeeded. */
async function respell(session: Session, call: EndpointCall, { isFor, write, look }: Spelling): Promise<void> {
  const { known } = besides(call, session.level);
  const ready = await call.prepare(session);
  const names = Object.entries({ ...known, ...ready.fields }).flatMap(([name, value]) => (isFor(value, name) ? [name] : []));
  if (names.length === 0) throw new Untestable(`${call.route} has no such parameter at level ${session.level}`);
  await succeed(session, call, ready, known);
  for (const name of names) {
    const { actor, route, fields } = await call.prepare(session);
    const text = write(Object.hasOwn(fields, name) ? fields[name] : known[name]);
    look(await actor.send(route, { ...fields, [name]: text }), `${call.route} with ${name}=${text}`);
  }
}

const isList = (value: unknown): boolean => Array.isArray(value);
const isBoolean = (value: unknown): boolean => typeof value === "boolean";

/** The level from which a list that is none has the generic code; a validator before it had one of its own. */
const typedLists = 253;

/** A list is read as JSON, with whatever white space JSON allows. */
export const lists = forEachCall({
  clause: "conventions/json-lists",
  of: withLists,
  holds: (session, call) =>
    respell(session, call, {
      isFor: isList,
      write: (value) => ` ${JSON.stringify(value, null, 2)}\n`,
      look: (reply, what) => session.expect.succeeded(reply, what),
    }),
});

/** A list that is no JSON, or JSON of another type, is refused. */
export const wrongLists = forEachCall({
  clause: "conventions/no-other-lists",
  of: withLists,
  async holds(session, call) {
    const { expect, level } = session;
    const look = (reply: Reply, what: string) =>
      level < typedLists ? expect.declined(reply, what) : expect.refused(reply, "BAD_REQUEST", {}, what);
    for (const text of ["[1", '{"no": "list"}']) await respell(session, call, { isFor: isList, write: () => text, look });
  },
});

/** Both booleans are read, wherever a boolean is asked for. */
export const booleans = forEachCall({
  clause: "conventions/booleans",
  of: withBooleans,
  async holds(session, call) {
    const isFor = (value: unknown, name: string): boolean => isBoolean(value) && name !== "use_first_unread_anchor";
    const look = (reply: Reply, what: string) => session.expect.succeeded(reply, what);
    for (const text of ["true", "false"]) await respell(session, call, { isFor, write: () => text, look });
  },
});

/** A text that is no boolean is refused and never taken for one. */
export const wrongBooleans = forEachCall({
  clause: "conventions/no-other-booleans",
  of: withBooleans,
  async holds(session, call) {
    const look = (reply: Reply, what: string) => session.expect.refused(reply, "BAD_REQUEST", {}, what);
    for (const text of ["maybe", "", "[true]"]) await respell(session, call, { isFor: isBoolean, write: () => text, look });
  },
});
