import type { Actor } from "../../client/actor.ts";
import { createFolder } from "../../client/folders.ts";
import { createGroup } from "../../client/groups.ts";
import { levels } from "../../client/levels.ts";
import { directFields, sendToChannel } from "../../client/messages.ts";
import type { Session } from "../../client/session.ts";
import { customView } from "../../client/views.ts";
import type { Body } from "../../expect.ts";

/** A request by somebody. */
interface AttemptRequest {
  readonly actor: Actor;
  readonly route: string;
  readonly fields: Body;
}

/** A request that every server refuses, and what is accepted in its place. */
interface Attempt {
  readonly refused: AttemptRequest;
  readonly accepted: AttemptRequest;
}

interface AttemptKind {
  /** The feature level from which its endpoint exists. */
  readonly since: number;
  /** Sets the stage for a member of the cast. @param stranger an id that nothing has */
  readonly prepare: (session: Session, member: Actor, stranger: number) => Attempt | Promise<Attempt>;
}

/** A request with fields that are refused, and the same one with others. */
const repaired = (actor: Actor, route: string, refused: Body, accepted: Body): Attempt => ({
  refused: { actor, route, fields: refused },
  accepted: { actor, route, fields: accepted },
});

/** A request that one account may not make, and another may. */
const permitted = (route: string, fields: Body, member: Actor, other: Actor): Attempt => ({
  refused: { actor: member, route, fields },
  accepted: { actor: other, route, fields },
});

/** Requests of several endpoints that are refused for an id, a value or the caller, by what they do. */
const attemptKinds = {
  "a direct message to somebody unknown": {
    since: 0,
    prepare(session, member, stranger) {
      const fields = directFields(member, [member], session.fresh("lost"));
      return repaired(member, "POST /messages", { ...fields, to: [member.user_id, stranger] }, fields);
    },
  },
  "a message to an unknown channel": {
    since: 0,
    prepare(session, member) {
      const fields = { type: "stream", to: session.channels.general, topic: session.fresh(), content: session.fresh("lost") };
      return repaired(member, "POST /messages", { ...fields, to: session.fresh("channel") }, fields);
    },
  },
  "deleting somebody else's message": {
    since: 0,
    async prepare(session, member) {
      const { dana } = session.as;
      const id = await sendToChannel(dana, session.channels.general, session.fresh(), session.fresh("stays"));
      return permitted(`DELETE /messages/${id}`, {}, member, dana);
    },
  },
  "a group with somebody unknown": {
    since: 0,
    prepare(session, member, stranger) {
      const fields = { name: session.fresh("group"), description: "", members: [member.user_id] };
      return repaired(member, "POST /user_groups/create", { ...fields, members: [member.user_id, stranger] }, fields);
    },
  },
  "adding somebody unknown to a group": {
    since: 0,
    async prepare(session, member, stranger) {
      const { id } = await createGroup(session.as.dana);
      const known = { add: [member.user_id] };
      return repaired(session.as.dana, `POST /user_groups/${id}/members`, { add: [member.user_id, stranger] }, known);
    },
  },
  "a policy that there is not": {
    since: levels.userTopics,
    prepare(session, member) {
      const fields = { stream_id: session.channels.general, topic: session.fresh(), visibility_policy: 1 };
      return repaired(member, "POST /user_topics", { ...fields, visibility_policy: 4 }, fields);
    },
  },
  "a policy for an unknown channel": {
    since: levels.userTopics,
    prepare(session, member, stranger) {
      const fields = { stream_id: session.channels.general, topic: session.fresh(), visibility_policy: 1 };
      return repaired(member, "POST /user_topics", { ...fields, stream_id: stranger }, fields);
    },
  },
  "a folder by a member": {
    since: levels.channelFolders,
    prepare: (session, member) =>
      permitted("POST /channel_folders/create", { name: session.fresh("folder"), description: "" }, member, session.as.dana),
  },
  "describing a folder and naming it nothing": {
    since: levels.channelFolders,
    async prepare(session) {
      const { dana } = session.as;
      const fields = { description: session.fresh("described") };
      return repaired(dana, `PATCH /channel_folders/${await createFolder(dana)}`, { ...fields, name: "" }, fields);
    },
  },
  "a view with a blank fragment": {
    since: levels.navigationViews,
    prepare(session, member) {
      const view = customView(session);
      return repaired(member, "POST /navigation_views", { ...view, fragment: "" }, view);
    },
  },
  "a domain by a member": {
    since: 0,
    prepare(session, member) {
      const domain = `${session.fresh("d").replaceAll(" ", "-")}.example.com`;
      return permitted("POST /realm/domains", { domain, allow_subdomains: false }, member, session.as.owen);
    },
  },
} as const satisfies Readonly<Record<string, AttemptKind>>;

type AttemptName = keyof typeof attemptKinds;

export const attemptNames = Object.keys(attemptKinds) as AttemptName[];

export const kindOf = (name: AttemptName): AttemptKind => attemptKinds[name];

export const sendAttempt = ({ actor, route, fields }: AttemptRequest) => actor.send(route, fields);
