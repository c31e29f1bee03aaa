import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { createGroup, mayMentionMany, userIds } from "../../client/groups.ts";
import { levels } from "../../client/levels.ts";
import { directFields, editMessage, fetchMessage, fetchMessages, sendMessage, sendToChannel } from "../../client/messages.ts";
import { ifTold } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import type { Reply } from "../../client/target.ts";
import { type Property, property } from "../../declare/property.ts";
import { isEndpoint, sendWith } from "../../derive/clauses.ts";
import { anActor, members } from "../../draw/people.ts";
import { fetchApiKeyPost } from "../../endpoints/index.ts";
import { type Body, prepared, Untestable } from "../../expect.ts";
import { levelOf } from "../../text/index.ts";
import { codes as statedCodes } from "../../text/limits.ts";
import { calls } from "../each-call.ts";

/** The level that the server tells of itself; the one that it is held to may be another. @throws Untestable: it is */
async function ownLevel({ nobody, target }: Session): Promise<number> {
  const own = (await nobody.prepare("GET /server_settings"))[`${target.brand}_feature_level`] ?? 0;
  if (own !== target.level)
    throw new Untestable(`the target is held to level ${target.level}, and calls itself one of level ${String(own)}`);
  return target.level;
}

const anUnsupported: fc.Arbitrary<string> = fc
  .string({ unit: fc.constantFrom(..."abcxyz_09"), minLength: 1, maxLength: 8 })
  .map((tail) => `touchstone_${tail}`);

/**
 * Something that a level brought: a server that calls itself older does not show it.
 * @param shows sends for somebody what every server accepts, then what shows it; some requests with a parameter that no endpoint has. Returns what the server shows of it, if anything
 */
const brought = (level: number, what: string, shows: (session: Session, who: Actor, junk: Body) => Promise<string | undefined>): Property =>
  property({
    clause: "ahead",
    until: level,
    given: { who: anActor(...members), unsupported: anUnsupported },
    examples: [{ who: "alice", unsupported: "touchstone_has_no_such_parameter" }],
    async holds(session, { who, unsupported }) {
      const own = await ownLevel(session);
      const evidence = await shows(session, session.actor(who), { [unsupported]: 1 });
      session.expect.holds(
        evidence === undefined,
        `${evidence}: level ${level} brought ${what}, and the server calls itself one of level ${own}`,
      );
    },
  });

const succeeds = ({ body }: Reply): boolean => body.result === "success";
const answers = ({ status, body }: Reply): string => `answers ${status} ${String(body.code ?? body.result ?? "")}`;

/** Endpoints are unknown routes before the level that brought them. */
export const endpoints: Readonly<Record<string, Property>> = Object.fromEntries(
  calls
    .filter(({ since }) => since > 0)
    .map(({ route, stem, since }) => [
      stem,
      brought(since, route, async ({ target }, who) => {
        await who.prepare("GET /realm/linkifiers");
        const own = route.replaceAll(/\{\w+\}/g, "1").replace("/vc/", target.brand === "zulip" ? "/webex/" : "/vc/");
        const reply = await who.send(own);
        return isEndpoint(reply) ? `${own} ${answers(reply)}` : undefined;
      }),
    ]),
);

/** Parameters are listed as ignored before the level that brought them. */
export const parameters: Readonly<Record<string, Property>> = Object.fromEntries(
  calls.flatMap((call) =>
    Object.entries(call.beside ?? {})
      .filter(([, { since }]) => since > Math.max(call.since, levels.ignoredParameters))
      .map(([name, { value, since }]) => [
        `${call.stem}.${name}`,
        brought(since, `the parameter ${name}`, async (session, _, junk) => {
          if (session.level < levels.ignoredParameters)
            throw new Untestable(`a server before level ${levels.ignoredParameters} does not list what it ignores`);
          const body = prepared.succeeded(await sendWith(session, call, { [name]: value, ...junk }), call.route);
          const ignored = prepared.list(body.ignored_parameters_unsupported, `what ${call.route} ignored`);
          for (const unknown of Object.keys(junk))
            prepared.holds(ignored.includes(unknown), `${call.route} does not list ${unknown} as ignored`);
          return ignored.includes(name) ? undefined : `${call.route} does not list ${name} as ignored`;
        }),
      ]),
  ),
);

/** A field of an answer, as a sentence where it is there. */
const fieldOf = (body: Body, name: string, whose: string): string | undefined =>
  name in body ? `${whose} has ${name} ${JSON.stringify(body[name])}` : undefined;

const range = { anchor: "newest", num_before: 1, num_after: 0 };

/** Fields are absent before the level that brought them. */
export const fields: Readonly<Record<string, Property>> = {
  ignored_parameters_unsupported: brought(levels.ignoredParameters, "the list of ignored parameters", async (_, who, junk) => {
    const body = await who.prepare("GET /messages", { ...range, ...junk });
    prepared.objects(body.messages, "the messages of GET /messages");
    return fieldOf(body, "ignored_parameters_unsupported", "a success");
  }),
  user_id: brought(levels.apiKeyUserId, "user_id in the answer of POST /fetch_api_key", async (session, _, junk) => {
    const body = prepared.succeeded(await sendWith(session, fetchApiKeyPost.call, junk), "POST /fetch_api_key");
    prepared.text(body.api_key, "the api_key of POST /fetch_api_key");
    return fieldOf(body, "user_id", "the answer of POST /fetch_api_key");
  }),
  url_template: brought(levels.urlTemplates, "url_template", async (_, who) => {
    const { linkifiers } = await who.prepare("GET /realm/linkifiers");
    const first = prepared.first(prepared.objects(linkifiers, "the linkifiers"), "a linkifier");
    prepared.text(first.pattern, "the pattern of a linkifier");
    return fieldOf(first, "url_template", "a linkifier");
  }),
  last_moved_timestamp: brought(levels.lastMoved, "last_moved_timestamp", async (session, who) => {
    const id = await sendToChannel(who, session.channels.general, session.fresh(), "moves");
    const topic = session.fresh("moved");
    await editMessage(who, id, { topic });
    const message = await fetchMessage(who, id);
    prepared.same(message.subject, topic, "the topic of a message that was moved");
    return fieldOf(message, "last_moved_timestamp", "a message that was moved");
  }),
};

const accepted = (reply: Reply, what: string): string | undefined => (succeeds(reply) ? `${what} is accepted` : undefined);

const toGeneral = ({ channels }: Session, topic: string): Body => ({ type: "stream", to: channels.general, topic, content: "x" });

/** Values are not known before the level that brought them. */
export const values: Readonly<Record<string, Property>> = {
  direct: brought(levels.directType, "the type direct", async (_, who) => {
    const note = directFields(who, [who], "x");
    await sendMessage(who, { ...note, type: "private" });
    return accepted(await who.send("POST /messages", { ...note, type: "direct" }), "a message of type direct");
  }),
  followed: brought(levels.followedPolicy, "the policy followed", async (session, who) => {
    if (session.level < levels.userTopics) throw new Untestable(`a server before level ${levels.userTopics} has no endpoint for policies`);
    const policy = { stream_id: session.channels.general, topic: session.fresh() };
    await who.prepare("POST /user_topics", { ...policy, visibility_policy: 1 });
    return accepted(await who.send("POST /user_topics", { ...policy, visibility_policy: 3 }), "the policy 3");
  }),
  channel: brought(levels.channelType, "the type channel", async (session, who) => {
    const message = toGeneral(session, session.fresh());
    await sendMessage(who, message);
    return accepted(await who.send("POST /messages", { ...message, type: "channel" }), "a message of type channel");
  }),
  messageIds: brought(levels.messageIds, "message_ids", async (_, who) => {
    await fetchMessages(who, []);
    const reply = await who.send("GET /messages", { ...range, message_ids: [1] });
    return succeeds(reply) ? undefined : `message_ids beside an anchor ${answers(reply)}`;
  }),
  emptyTopic: brought(levels.emptyTopic, "the empty topic", async (session, who) => {
    await sendMessage(who, toGeneral(session, session.fresh()));
    return accepted(await who.send("POST /messages", toGeneral(session, "")), "a message with the empty topic");
  }),
  noTopic: brought(levels.noTopicMeansEmpty, "the reading of `(no topic)` as the empty topic", async (session, who) => {
    const { subject } = await fetchMessage(who, await sendMessage(who, toGeneral(session, "(no topic)")));
    prepared.text(subject, "the topic of a message");
    return subject === "(no topic)" ? undefined : `the topic (no topic) became ${JSON.stringify(subject)}`;
  }),
  botsManageGroups: brought(levelOf("user_groups.create.post", "bots"), "bots that manage groups", async (session, who) => {
    await createGroup(who);
    const { robo } = session.as;
    const made = { name: session.fresh("group"), description: "", members: [] };
    const told = accepted(await robo.send("POST /user_groups/create", made), "a group made by a bot");
    if (told !== undefined) return told;
    const own = await ifTold(createGroup(who, { members: userIds(who, ["robo"]) }));
    const change = { add: [who.user_id] };
    return own && accepted(await robo.send(`POST /user_groups/${own.id}/members`, change), "a change of its own group by a bot");
  }),
};

/** Wildcard mentions that are not allowed have the generic code before they got their own. */
export const codes: Readonly<Record<string, Property>> = {
  wildcards: brought(levels.wildcardCodes, "codes for wildcard mentions", async (session, who) => {
    if (await mayMentionMany(who)) throw new Untestable(`${who.name} may mention everyone in the channel crowd`);
    const message = { ...toGeneral(session, session.fresh()), to: session.channels.crowd };
    await sendMessage(who, message);
    const reply = await who.send("POST /messages", { ...message, content: "@**all**" });
    const { code } = prepared.declined(reply, "a mention of all");
    return code === statedCodes.badRequest ? undefined : `a mention of all is refused with the code ${String(code)}`;
  }),
};
