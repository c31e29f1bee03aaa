import type { Call, Ready } from "../calls.ts";
import type { Session } from "../session.ts";
import { recordsWith, staged, toSelf } from "./state.ts";

const boolean = (value: boolean, since = 0) => ({ value, since });

/** A message of alice's to herself. */
async function sentToSelf(session: Session, actor = session.as.alice!): Promise<number> {
  const { id } = staged(await actor.send("POST /messages", toSelf(session, actor, session.fresh("note"))), "a message to oneself");
  return id as number;
}

/** The caller's newest messages with the content of the request. */
async function withContent({ actor, fields }: Ready): Promise<unknown> {
  const narrow = [{ operator: "sender", operand: actor.email }];
  const reply = await actor.send("GET /messages", { anchor: "newest", num_before: 50, num_after: 0, narrow, apply_markdown: false });
  const messages = staged(reply, "to show somebody their own messages").messages as { content: string; id: number }[];
  return messages.filter(({ content }) => content === fields.content).map(({ id }) => id);
}

const sending: Call = {
  route: "POST /messages",
  stem: "messages.post",
  since: 0,
  required: ["type", "to", "content"],
  returns: { id: "integer" },
  beside: { read_by_sender: boolean(true, 236), topic: { value: "ignored for direct messages", since: 0 } },
  mayRefuse: "the organization may not allow direct messages",
  prepare: async (session) => {
    const actor = session.as.alice!;
    return { actor, route: "POST /messages", fields: toSelf(session, actor, session.fresh("hello")) };
  },
  trace: withContent,
};

const typing: Call = {
  route: "POST /typing",
  stem: "typing.post",
  since: 0,
  required: ["op"],
  returns: {},
  beside: { topic: { value: "ignored for direct", since: 0 }, stream_id: { value: 1, since: 0 } },
  mayRefuse: "the account may have turned its typing notifications off",
  prepare: async ({ as }) => ({ actor: as.alice!, route: "POST /typing", fields: { op: "start", to: [as.alice!.user_id] } }),
};

const policy: Call = {
  route: "POST /user_topics",
  stem: "user_topics.post",
  since: 170,
  required: ["stream_id", "topic", "visibility_policy"],
  returns: {},
  prepare: async (session) => {
    const fields = { stream_id: session.channels.general, topic: session.fresh(), visibility_policy: 1 };
    return { actor: session.as.alice!, route: "POST /user_topics", fields };
  },
  trace: async ({ actor, fields }) =>
    (await recordsWith(actor, "user_topic", "topic_name", fields.topic, "user_topics")).map(({ visibility_policy }) => visibility_policy),
};

const matching: Call = {
  route: "GET /messages/matches_narrow",
  stem: "messages.matches_narrow.get",
  since: 0,
  required: ["msg_ids", "narrow"],
  returns: { messages: "object" },
  prepare: async (session) => {
    const narrow = [{ operator: "has", operand: "link" }];
    return { actor: session.as.alice!, route: "GET /messages/matches_narrow", fields: { msg_ids: [await sentToSelf(session)], narrow } };
  },
};

const fetchingOne: Call = {
  route: "GET /messages/{message_id}",
  stem: "messages-id.get",
  since: 0,
  required: [],
  returns: { message: "object", raw_content: "string" },
  beside: { apply_markdown: boolean(true), allow_empty_topic_name: boolean(true, 334) },
  prepare: async (session) => ({ actor: session.as.alice!, route: `GET /messages/${await sentToSelf(session)}`, fields: {} }),
};

const fetching: Call = {
  route: "GET /messages",
  stem: "messages.get",
  since: 0,
  required: [],
  returns: {
    anchor: "integer",
    found_newest: "boolean",
    found_oldest: "boolean",
    found_anchor: "boolean",
    history_limited: "boolean",
    messages: "array",
  },
  beside: {
    include_anchor: boolean(true),
    narrow: { value: [], since: 0 },
    client_gravatar: boolean(true),
    apply_markdown: boolean(true),
    allow_empty_topic_name: boolean(true, 334),
    use_first_unread_anchor: boolean(false),
    anchor_date: { value: "2026-01-01", since: 445 },
  },
  prepare: async ({ as }) => ({
    actor: as.alice!,
    route: "GET /messages",
    fields: { anchor: "newest", num_before: 1, num_after: 0 },
  }),
};

const deleting: Call = {
  route: "DELETE /messages/{message_id}",
  stem: "messages-id.delete",
  since: 0,
  required: [],
  returns: {},
  mayRefuse: "the organization decides who may delete",
  prepare: async (session) => {
    const actor = session.target.level < 281 ? session.as.dana! : session.as.alice!;
    return { actor, route: `DELETE /messages/${await sentToSelf(session, actor)}`, fields: {} };
  },
  trace: async ({ actor, route }) => (await actor.send(route.replace("DELETE", "GET"))).body.result,
};

/** Messages, typing and topics. */
export const chatCalls: readonly Call[] = [sending, typing, policy, matching, fetchingOne, fetching, deleting];
