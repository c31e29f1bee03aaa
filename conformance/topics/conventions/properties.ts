import type { Actor } from "../../client/actor.ts";
import { fetchAround, fetchMessage, sendToChannel, sendToSelf } from "../../client/messages.ts";
import { emptyTopicName, policiesOf, recordsWith, register } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { Untestable } from "../../expect.ts";

/** A path that does not exist is no success; whether in the envelope of errors is noted. A path that exists is one. */
export const unknownRoute = property({
  clause: "conventions/error-unknown-route",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    for (const route of ["GET /no_such_path", "POST /messages/no_such_path", "GET /messages/1/no_such_path"]) {
      const { status, body } = await alice.send(route);
      expect.holds(status >= 400 && status <= 499 && body.result !== "success", `${route} answers ${status}, not a refusal`);
      const isEnveloped = body.result === "error" && typeof body.msg === "string" && typeof body.code === "string";
      session.chooses("unknownRoute", isEnveloped ? "enveloped" : "observed");
    }
    expect.list(expect.succeeded(await alice.send("GET /realm/linkifiers")).linkifiers, "linkifiers");
  },
});

/** A parameter in the query of a GET has its effect, and so has the other boolean. */
export const queryIsRead = property({
  clause: ["conventions/get-query", "conventions/booleans"],
  async holds({ as: { alice }, expect }) {
    const id = await sendToSelf(alice, "**loud**");
    const typeWith = async (apply_markdown: boolean) => (await expect.accepted(fetchMessage(alice, id, { apply_markdown }))).content_type;
    expect.same(await typeWith(false), "text/x-markdown", "content_type with apply_markdown=false in the query");
    expect.same(await typeWith(true), "text/html", "content_type with apply_markdown=true in the query");
  },
});

/** The display name of the empty topic is told at registration. */
export const displayName = property({
  clause: "conventions/empty-topic-told",
  async holds({ as, expect }) {
    expect.text((await register(as.alice, ["realm"])).realm_empty_topic_display_name, "realm_empty_topic_display_name");
  },
});

/** Returns the topic of a message as it is fetched. @throws Differs: it cannot be fetched */
async function topicOf(actor: Actor, id: number, allow_empty_topic_name?: boolean): Promise<string> {
  const { expect } = actor;
  const form = allow_empty_topic_name === undefined ? {} : { allow_empty_topic_name };
  return expect.text((await expect.accepted(fetchMessage(actor, id, form))).subject, "the subject of a message");
}

/** Returns whether a channel takes messages without a topic, as far as a registration tells. */
async function takesEmptyTopics(actor: Actor, channel: number): Promise<boolean> {
  const { realm_topics_policy, realm_mandatory_topics } = await register(actor, ["realm"]);
  const [own] = await recordsWith(actor, "stream", "stream_id", channel, "streams");
  const policy = own?.topics_policy ?? "inherit";
  if (policy !== "inherit") return policy !== "disable_empty_topic";
  return realm_topics_policy === undefined ? realm_mandatory_topics !== true : realm_topics_policy !== "disable_empty_topic";
}

/** A message of alice's without a topic, and the display name that stands for it. */
interface WithoutTopic {
  readonly id: number;
  readonly name: string;
}

/** Sends a message without a topic to the channel `general`. @param topic what is sent as its topic: the empty string or what is read so */
async function sendWithoutTopic(session: Session, topic = ""): Promise<WithoutTopic> {
  const { expect } = session;
  const { alice } = session.as;
  const { general } = session.channels;
  if (!(await takesEmptyTopics(alice, general))) throw new Untestable("the channel general does not take the empty topic");
  const name = await expect.accepted(emptyTopicName(alice));
  return { id: await expect.accepted(sendToChannel(alice, general, topic, session.fresh("no topic"))), name };
}

/** A message without a topic is shown under the display name, and to clients that declare support under the empty string. */
export const emptyTopicBothWays = property({
  clause: ["conventions/empty-topic", "conventions/empty-topic-displayed", "conventions/empty-topic-declared", "versioning/empty-topic"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const { id, name } = await sendWithoutTopic(session);
    expect.same(await topicOf(alice, id), name, "the empty topic for a client that says nothing");
    expect.same(await topicOf(alice, id, false), name, "the empty topic for a client that declares no support");
    expect.same(await topicOf(alice, id, true), "", "the empty topic for a client that declares support");
  },
});

/** Fetching many messages shows the empty topic as fetching one does. */
export const emptyTopicInLists = property({
  clause: ["conventions/empty-topic-displayed", "conventions/empty-topic-declared"],
  async holds(session) {
    const { expect } = session;
    const { id, name } = await sendWithoutTopic(session);
    for (const [allow_empty_topic_name, topic] of [
      [true, ""],
      [false, name],
    ] as const) {
      const [message] = await expect.accepted(fetchAround(session.as.alice, id, { allow_empty_topic_name }));
      expect.same(message?.subject, topic, `the empty topic with allow_empty_topic_name=${allow_empty_topic_name}`);
    }
  },
});

/** The display name, sent as a topic, is the empty topic. */
export const displayNameIsEmptyTopic = property({
  clause: ["conventions/display-name-read", "conventions/empty-topic-declared"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    if (session.level < 370) throw new Untestable(`the target is of level ${session.level}, before 370`);
    const { id } = await sendWithoutTopic(session, await expect.accepted(emptyTopicName(alice)));
    expect.same(await topicOf(alice, id, true), "", "the topic of a message that was sent to the display name");
  },
});

/** A queue shows the empty topic by what its client declared, and a policy set on the display name is one on the empty topic. */
export const displayNameInPolicies = property({
  clause: ["conventions/display-name-read", "conventions/empty-topic-displayed", "conventions/empty-topic-declared"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const { general: stream_id } = session.channels;
    const name = await expect.accepted(emptyTopicName(alice));
    const mutedTopics = async (empty_topic_name: boolean): Promise<string[]> => {
      const policies = await policiesOf(alice, stream_id, { client_capabilities: { notification_settings_null: true, empty_topic_name } });
      return policies.filter(({ visibility_policy }) => visibility_policy === 1).map(({ topic_name }) => topic_name);
    };
    const set = async (topic: string, visibility_policy: number, what: string): Promise<void> =>
      void expect.succeeded(await alice.send("POST /user_topics", { stream_id, topic, visibility_policy }), what);
    await set(name, 1, "a policy on the display name");
    const [declared, undeclared] = [await mutedTopics(true), await mutedTopics(false)];
    await set("", 0, "a policy on the empty topic");
    expect.holds(
      declared.includes("") && !declared.includes(name),
      `a policy on the display name is told as one of ${JSON.stringify(declared)}`,
    );
    expect.holds(undeclared.includes(name) && !undeclared.includes(""), `the empty topic is told as one of ${JSON.stringify(undeclared)}`);
    expect.holds(!(await mutedTopics(true)).includes(""), "a policy on the empty topic is not the one on the display name");
  },
});
