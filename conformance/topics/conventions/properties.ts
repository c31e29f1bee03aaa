import type { Actor } from "../../client/actor.ts";
import { register } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { Differs, prepared, Untestable } from "../../expect.ts";

/** A path that does not exist is no success; whether in the envelope of errors is noted. */
export const unknownRoute = property({
  clause: "conventions/error-unknown-route",
  async holds(session) {
    for (const route of ["GET /no_such_path", "POST /messages/no_such_path", "GET /messages/1/no_such_path"]) {
      const { status, body } = await session.as.alice.send(route);
      if (status < 400 || status > 499 || body.result === "success") throw new Differs(`${route} answers ${status}, not a refusal`);
      const isEnveloped = body.result === "error" && typeof body.msg === "string" && typeof body.code === "string";
      session.chooses("unknownRoute", isEnveloped ? "enveloped" : "observed");
    }
  },
});

/** A parameter in the query of a GET has its effect, and so has the other boolean. */
export const queryIsRead = property({
  clause: ["conventions/get-query", "conventions/booleans"],
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const type = session.target.level >= 174 ? "direct" : "private";
    const { id } = prepared.succeeded(
      await alice.send("POST /messages", { type, to: [alice.user_id], content: "**loud**" }),
      "a note to oneself",
    );
    const shown = async (apply_markdown: boolean): Promise<unknown> => {
      const { message } = expect.succeeded(await alice.send(`GET /messages/${String(id)}`, { apply_markdown }));
      return (message as { content_type?: string }).content_type;
    };
    expect.same(await shown(false), "text/x-markdown", "content_type with apply_markdown=false in the query");
    expect.same(await shown(true), "text/html", "content_type with apply_markdown=true in the query");
  },
});

/** The display name of the empty topic is told at registration. */
export const displayName = property({
  clause: "conventions/empty-topic-told",
  async holds({ as, expect }) {
    expect.typed((await register(as.alice, ["realm"])).realm_empty_topic_display_name, "string", "realm_empty_topic_display_name");
  },
});

interface Shown {
  readonly subject: string;
  readonly stream_id: number;
}

async function subjectOf(actor: Actor, id: unknown, allow_empty_topic_name?: boolean): Promise<string> {
  const { expect } = actor;
  const fields = allow_empty_topic_name === undefined ? {} : { allow_empty_topic_name };
  return (expect.succeeded(await actor.send(`GET /messages/${String(id)}`, fields)).message as Shown).subject;
}

/** Whether the channel general takes messages without a topic, as far as the registration tells. */
async function takesEmptyTopics(actor: Actor, channel: number): Promise<boolean> {
  const { realm_topics_policy, realm_mandatory_topics, streams } = await register(actor, ["realm", "stream"]);
  const own = (streams as { stream_id: number; topics_policy?: string }[] | undefined)?.find(({ stream_id }) => stream_id === channel);
  const policy = own?.topics_policy ?? "inherit";
  if (policy !== "inherit") return policy !== "disable_empty_topic";
  return realm_topics_policy === undefined ? realm_mandatory_topics !== true : realm_topics_policy !== "disable_empty_topic";
}

/** A message without a topic, and the display name that stands for it. */
async function withoutTopic(session: Session, topic?: string): Promise<{ id: unknown; name: string }> {
  const { expect } = session;
  const alice = session.as.alice;
  const { general } = session.channels;
  if (!(await takesEmptyTopics(alice, general))) throw new Untestable("the channel general does not take the empty topic");
  const name = (await register(alice, ["realm"])).realm_empty_topic_display_name;
  expect.typed(name, "string", "realm_empty_topic_display_name");
  const fields = { type: "stream", to: general, topic: topic ?? "", content: session.fresh("no topic") };
  return { id: expect.succeeded(await alice.send("POST /messages", fields), "a message with the empty topic").id, name: name as string };
}

/** A message without a topic is shown under the display name, and to clients that declare support under the empty string. */
export const emptyTopicBothWays = property({
  clause: ["conventions/empty-topic", "conventions/empty-topic-displayed", "conventions/empty-topic-declared", "versioning/empty-topic"],
  async holds(session) {
    const { expect } = session;
    const { id, name } = await withoutTopic(session);
    const alice = session.as.alice;
    expect.same(await subjectOf(alice, id), name, "the empty topic for a client that says nothing");
    expect.same(await subjectOf(alice, id, false), name, "the empty topic for a client that declares no support");
    expect.same(await subjectOf(alice, id, true), "", "the empty topic for a client that declares support");
  },
});

/** Fetching many messages shows the empty topic as fetching one does. */
export const emptyTopicInLists = property({
  clause: ["conventions/empty-topic-displayed", "conventions/empty-topic-declared"],
  async holds(session) {
    const { expect } = session;
    const { id, name } = await withoutTopic(session);
    for (const [allow_empty_topic_name, topic] of [
      [true, ""],
      [false, name],
    ] as const) {
      const range = { anchor: String(id), num_before: 0, num_after: 0, allow_empty_topic_name };
      const { messages } = expect.succeeded(await session.as.alice.send("GET /messages", range));
      expect.same((messages as Shown[])[0]?.subject, topic, `the empty topic with allow_empty_topic_name=${allow_empty_topic_name}`);
    }
  },
});

/** The display name, sent as a topic, is the empty topic. */
export const displayNameIsEmptyTopic = property({
  clause: ["conventions/display-name-read", "conventions/empty-topic-declared"],
  async holds(session) {
    const { expect } = session;
    if (session.target.level < 370) throw new Untestable(`the target is of level ${session.target.level}, before 370`);
    const name = (await register(session.as.alice, ["realm"])).realm_empty_topic_display_name as string;
    const { id } = await withoutTopic(session, name);
    expect.same(await subjectOf(session.as.alice, id, true), "", "the topic of a message that was sent to the display name");
  },
});

/** A queue shows the empty topic by what its client declared, and a policy set on the display name is one on the empty topic. */
export const displayNameInPolicies = property({
  clause: ["conventions/display-name-read", "conventions/empty-topic-displayed", "conventions/empty-topic-declared"],
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const name = (await register(alice, ["realm"])).realm_empty_topic_display_name as string;
    const { general } = session.channels;
    const told = async (topics: boolean): Promise<unknown[]> => {
      const client_capabilities = { notification_settings_null: true, empty_topic_name: topics };
      const { user_topics } = await register(alice, ["user_topic"], { client_capabilities });
      const all = user_topics as { stream_id: number; topic_name: string; visibility_policy: number }[];
      return all.filter((one) => one.stream_id === general && one.visibility_policy === 1).map(({ topic_name }) => topic_name);
    };
    expect.succeeded(await alice.send("POST /user_topics", { stream_id: general, topic: name, visibility_policy: 1 }));
    const [declared, undeclared] = [await told(true), await told(false)];
    expect.succeeded(await alice.send("POST /user_topics", { stream_id: general, topic: "", visibility_policy: 0 }));
    expect.holds(
      declared.includes("") && !declared.includes(name),
      `a policy on the display name is told as one of ${JSON.stringify(declared)}`,
    );
    expect.holds(undeclared.includes(name) && !undeclared.includes(""), `the empty topic is told as one of ${JSON.stringify(undeclared)}`);
    expect.holds(!(await told(true)).includes(""), "a policy on the empty topic is not the one on the display name");
  },
});
