import fc from "fast-check";
import { fetchAround, fetchMessage, sendToSelf } from "../../client/messages.ts";
import { setPolicy } from "../../client/policies.ts";
import { emptyTopicName, policiesOf, register } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";
import { anActor, type PersonName, people } from "../../draw/people.ts";
import { aPhrase, textOf } from "../../draw/texts.ts";
import { jsonText } from "../../expect.ts";
import {
  type Declaration,
  declarations,
  plainest,
  sayDeclaration,
  sendWithoutTopic,
  topicOf,
  type WithoutTopic,
  withoutTopic,
} from "./empty-topic.ts";

/** A path that does not exist: behind one that does, and a method that this one has. */
interface UnknownPath {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly behind: "" | "/messages" | "/messages/1" | "/user_groups/1" | "/realm" | "/users/me";
  readonly tail: string;
}

const unknownPaths: readonly UnknownPath[] = [
  { method: "GET", behind: "", tail: "" },
  { method: "POST", behind: "/messages", tail: "" },
  { method: "GET", behind: "/messages/1", tail: "" },
];

/** A path that does not exist is no success; whether in the envelope of errors is noted. A path that exists is one. */
export const unknownRoute = property<{ readonly who: PersonName; readonly path: UnknownPath }>({
  clause: "conventions/error-unknown-route",
  given: {
    who: anActor(...people),
    path: fc.record({
      method: fc.constantFrom("GET", "POST", "PATCH", "DELETE"),
      behind: fc.constantFrom("", "/messages", "/messages/1", "/user_groups/1", "/realm", "/users/me"),
      tail: fc.oneof({ withCrossShrink: true }, fc.constant(""), textOf({ max: 8 })),
    }),
  },
  examples: unknownPaths.map((path) => ({ who: "alice", path })),
  async holds(session, { who, path: { method, behind, tail } }) {
    const { expect } = session;
    const actor = session.actor(who);
    const route = `${method} ${behind}/no_such_path${encodeURIComponent(tail)}`;
    const { status, body } = await actor.send(route);
    const isOfStatus = (status >= 400 && status <= 499) || status === 501 || (!session.isHeldToObserved && body.result === "error");
    const isRefusal = isOfStatus && body.result !== "success";
    expect.holds(isRefusal, `${route} answers ${status}, not a refusal`);
    const isEnveloped = body.result === "error" && typeof body.msg === "string" && typeof body.code === "string";
    if (session.isHeldToObserved) session.chooses("unknownRoute", isEnveloped ? "enveloped" : "observed");
    if (!session.target.missing?.has("GET /realm/linkifiers"))
      expect.list(expect.succeeded(await actor.send("GET /realm/linkifiers")).linkifiers, "linkifiers");
  },
});

/** A parameter in the query of a GET has its effect, whichever boolean it is. */
export const queryIsRead = property({
  clause: ["conventions/get-query", "conventions/booleans"],
  given: { who: anActor(), phrase: aPhrase, values: fc.array(fc.boolean(), { minLength: 1, maxLength: 4 }) },
  examples: [{ who: "alice", phrase: "loud", values: [false, true] }],
  async holds(session, { who, phrase, values }) {
    const { expect } = session;
    const [actor, source] = [session.actor(who), `**${phrase}**`];
    const id = await sendToSelf(actor, source);
    for (const apply_markdown of values) {
      const { content_type, content } = await expect.accepted(fetchMessage(actor, id, { apply_markdown }));
      const expected = apply_markdown ? "text/html" : "text/x-markdown";
      expect.same(content_type, expected, `content_type with apply_markdown=${apply_markdown} in the query`);
      expect.same(content === source, !apply_markdown, `whether the content is Markdown with apply_markdown=${apply_markdown}`);
    }
  },
});

/** The display name of the empty topic is told at registration, whatever else is asked for. */
export const displayName = property<{ readonly who: PersonName; readonly parts: readonly string[] }>({
  clause: "conventions/empty-topic-told",
  given: { who: anActor(), parts: fc.subarray(["message", "stream", "realm_user"]) },
  examples: [{ who: "alice", parts: [] }],
  async holds(session, { who, parts }) {
    const { expect } = session;
    const actor = session.actor(who);
    const nameBeside = async (...more: readonly string[]): Promise<string> =>
      expect.text(
        session.told(await register(actor, ["realm", ...more]), "realm_empty_topic_display_name"),
        "realm_empty_topic_display_name",
      );
    expect.same(await nameBeside(...parts), await nameBeside(), `realm_empty_topic_display_name beside ${parts.join(", ")}`);
  },
});

/** A message without a topic is shown under the display name, and to clients that declare support under the empty string. */
export const emptyTopicBothWays = property<WithoutTopic & { readonly declared: Declaration }>({
  clause: ["conventions/empty-topic", "conventions/empty-topic-displayed", "conventions/empty-topic-declared", "versioning/empty-topic"],
  given: { ...withoutTopic, declared: fc.constantFrom(...declarations) },
  examples: declarations.map((declared) => ({ ...plainest, declared })),
  async holds(session, { declared, ...message }) {
    const { id, viewer, name } = await sendWithoutTopic(session, message);
    session.expect.same(await topicOf(viewer, id, declared), declared ? "" : name, sayDeclaration(declared));
  },
});

/** Fetching many messages shows the empty topic as fetching one does. */
export const emptyTopicInLists = property<WithoutTopic & { readonly declared: Declaration; readonly before: number }>({
  clause: ["conventions/empty-topic-displayed", "conventions/empty-topic-declared"],
  given: { ...withoutTopic, declared: fc.constantFrom(...declarations), before: fc.nat(5) },
  examples: declarations.map((declared) => ({ ...plainest, declared, before: 0 })),
  async holds(session, { declared, before, ...message }) {
    const { expect } = session;
    const { id, viewer, name } = await sendWithoutTopic(session, message);
    const form = declared === undefined ? {} : { allow_empty_topic_name: declared };
    const jsonText = await expect.accepted(fetchAround(viewer, id, { num_before: before, ...form }));
    expect.same(jsonText.find((each) => each.id === id)?.subject, declared ? "" : name, sayDeclaration(declared));
  },
});

/** The display name, sent as a topic, is the empty topic. */
export const displayNameIsEmptyTopic = property<WithoutTopic>({
  clause: ["conventions/display-name-read", "conventions/empty-topic-declared"],
  given: { ...withoutTopic, special: fc.constantFrom<WithoutTopic["special"][]>("display name", "(no topic)") },
  examples: [{ ...plainest, special: "display name" }],
  async holds(session, message) {
    const { id, viewer } = await sendWithoutTopic(session, message);
    session.expect.same(await topicOf(viewer, id, true), "", `the topic of a message that was sent to the ${message.special}`);
  },
});

/** A queue shows the empty topic by what its client declared, and a policy set on the display name is one on the empty topic. */
export const displayNameInPolicies = property({
  clause: ["conventions/display-name-read", "conventions/empty-topic-displayed", "conventions/empty-topic-declared"],
  given: { who: anActor(), policy: fc.constantFrom(1, 2, 3) },
  examples: [{ who: "alice", policy: 1 }],
  async holds(session, { who, policy }) {
    const { expect } = session;
    const actor = session.actor(who);
    const { general: stream_id } = session.channels;
    const name = await expect.accepted(emptyTopicName(actor));
    const topicsWithPolicy = async (empty_topic_name: boolean): Promise<string[]> => {
      const policies = await policiesOf(actor, stream_id, { client_capabilities: { notification_settings_null: true, empty_topic_name } });
      return policies.filter(({ visibility_policy }) => visibility_policy === policy).map(({ topic_name }) => topic_name);
    };
    const set = async (topic: string, visibility_policy: number, what: string): Promise<void> =>
      void expect.succeeded(await setPolicy(actor, stream_id, topic, visibility_policy), what);
    await set(name, policy, "a policy on the display name");
    const [declared, undeclared] = [await topicsWithPolicy(true), await topicsWithPolicy(false)];
    await set("", 0, "a policy on the empty topic");
    expect.holds(declared.includes("") && !declared.includes(name), `a policy on the display name is told as one of ${jsonText(declared)}`);
    expect.holds(undeclared.includes(name) && !undeclared.includes(""), `the empty topic is told as one of ${jsonText(undeclared)}`);
    expect.holds(!(await topicsWithPolicy(true)).includes(""), "a policy on the empty topic is not the one on the display name");
  },
});
