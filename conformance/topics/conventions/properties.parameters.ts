import type { Session } from "../../client/session.ts";
import type { EndpointCall } from "../../declare/call.ts";
import type { Body } from "../../expect.ts";
import { besides, forEachCall, successOf } from "../each-call.ts";

type Test = (value: unknown, name: string) => boolean;

/** Whether a call has, among its fields and those beside it, one that is looked for. */
const hasSome =
  (names: readonly string[]) =>
  ({ stem }: EndpointCall): boolean =>
    names.includes(stem);

/** Body of a call that are looked for, prepared anew for each attempt. */
async function attempt(
  session: Session,
  call: EndpointCall,
  test: Test,
  spell: (name: string, value: unknown) => Body,
  check: Check,
): Promise<void> {
  const { known } = besides(call, session.target.level);
  const { fields } = await call.prepare(session);
  const names = Object.entries({ ...known, ...fields }).flatMap(([name, value]) => (test(value, name) ? [name] : []));
  for (const name of names) {
    const { actor, route, fields: again } = await call.prepare(session);
    const value = { ...known, ...again }[name as never];
    check(await actor.send(route, { ...again, ...spell(name, value) }), name);
  }
}

type Check = (reply: Awaited<ReturnType<Session["nobody"]["send"]>>, name: string) => void;

const isList: Test = (value) => Array.isArray(value);
const isBoolean: Test = (value) => typeof value === "boolean";

const withLists = hasSome([
  "messages.post",
  "typing.post",
  "messages.matches_narrow.get",
  "messages.get",
  "user_groups.create.post",
  "user_groups-id.members.post",
  "users.me.profile_data.patch",
]);

/** The level from which a list that is none has the generic code; a validator before it had one of its own. */
const typedLists = 253;

const withBooleans = hasSome([
  "messages.post",
  "messages-id.get",
  "messages.get",
  "channel_folders-id.patch",
  "navigation_views.post",
  "realm.domains.post",
]);

/** A list is read as JSON, with whatever white space JSON allows. */
export const lists = forEachCall({
  clause: "conventions/json-lists",
  of: withLists,
  holds: (session, call) =>
    attempt(
      session,
      call,
      isList,
      (name, value) => ({ [name]: ` ${JSON.stringify(value, null, 2)}\n` }),
      (reply) => void successOf(session, call, reply),
    ),
});

/** A list that is no JSON, or JSON of another type, is refused. */
export const wrongLists = forEachCall({
  clause: "conventions/no-other-lists",
  of: withLists,
  async holds(session, call) {
    const { expect } = session;
    for (const text of ["[1", '{"no": "list"}'])
      await attempt(
        session,
        call,
        isList,
        (name) => ({ [name]: text }),
        (reply, name) => {
          const what = `${call.route} with ${name}=${text}`;
          if (session.target.level < typedLists) expect.declined(reply, what);
          else expect.refused(reply, "BAD_REQUEST", {}, what);
        },
      );
  },
});

/** Both booleans are read, wherever a boolean is asked for. */
export const booleans = forEachCall({
  clause: "conventions/booleans",
  of: withBooleans,
  async holds(session, call) {
    const free: Test = (value, name) => isBoolean(value, name) && name !== "use_first_unread_anchor";
    for (const text of ["true", "false"])
      await attempt(
        session,
        call,
        free,
        (name) => ({ [name]: text }),
        (reply) => void successOf(session, call, reply),
      );
  },
});

/** A text that is no boolean is refused and never taken for one. */
export const wrongBooleans = forEachCall({
  clause: "conventions/no-other-booleans",
  of: withBooleans,
  async holds(session, call) {
    const { expect } = session;
    for (const text of ["maybe", "", "[true]"])
      await attempt(
        session,
        call,
        isBoolean,
        (name) => ({ [name]: text }),
        (reply, name) => void expect.refused(reply, "BAD_REQUEST", {}, `${call.route} with ${name}=${text}`),
      );
  },
});
