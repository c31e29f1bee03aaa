import type { Actor } from "../../client/actor.ts";
import { directFields } from "../../client/messages.ts";
import type { Session } from "../../client/session.ts";
import { editMessage } from "../../client/staging.ts";
import type { Reply } from "../../client/target.ts";
import { type Property, property } from "../../declare/property.ts";
import { Differs, Untestable } from "../../expect.ts";
import { calls, callTo, isEndpoint, sendWith } from "../each-call.ts";

type Shown = Readonly<Record<string, unknown>>;

/** The level that the server tells of itself; the one that it is held to may be another. @throws Untestable: it is */
async function ownLevel({ nobody, target }: Session): Promise<number> {
  const own = (await nobody.send("GET /server_settings")).body[`${target.brand}_feature_level`] ?? 0;
  if (own !== target.level)
    throw new Untestable(`the target is held to level ${target.level}, and calls itself one of level ${String(own)}`);
  return target.level;
}

/** Something that a level brought: a server that calls itself older does not show it. `shows` gives what the server shows of it, if anything. */
const brought = (level: number, what: string, shows: (session: Session) => Promise<string | undefined>): Property =>
  property({
    clause: "versioning/ahead",
    until: level,
    async holds(session) {
      const own = await ownLevel(session);
      const shown = await shows(session);
      if (shown === undefined) return;
      throw new Differs(`${shown}: level ${level} brought ${what}, and the server calls itself one of level ${own}`);
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
      brought(since, route, async ({ as, target }) => {
        const own = route.replaceAll(/\{\w+\}/g, "1").replace("/vc/", target.brand === "zulip" ? "/webex/" : "/vc/");
        const reply = await as.alice.send(own);
        return isEndpoint(reply) ? `${own} ${answers(reply)}` : undefined;
      }),
    ]),
);

const junk = { touchstone_has_no_such_parameter: 1 };

/** Parameters are listed as ignored before the level that brought them. */
export const parameters: Readonly<Record<string, Property>> = Object.fromEntries(
  calls.flatMap((call) =>
    Object.entries(call.beside ?? {})
      .filter(([, { since }]) => since > 0)
      .map(([name, { value, since }]) => [
        `${call.stem}.${name}`,
        brought(since, `the parameter ${name}`, async (session) => {
          if (session.target.level < 167) throw new Untestable("a server before level 167 does not list what it ignores");
          const { ignored_parameters_unsupported: ignored } = (await sendWith(session, call, { [name]: value, ...junk })).body;
          if (!Array.isArray(ignored)) throw new Untestable(`${call.route} lists nothing as ignored`);
          return ignored.includes(name) ? undefined : `${call.route} does not list ${name} as ignored`;
        }),
      ]),
  ),
);

/** A field of an answer, as a sentence where it is there. */
const fieldOf = (body: Shown, name: string, whose: string): string | undefined =>
  name in body ? `${whose} has ${name} ${JSON.stringify(body[name])}` : undefined;

const fetchedOne = async (actor: Actor, id: unknown, fields: Shown = {}): Promise<Shown> =>
  ((await actor.send(`GET /messages/${String(id)}`, fields)).body.message ?? {}) as Shown;

const range = { anchor: "newest", num_before: 1, num_after: 0 };

/** Fields are absent before the level that brought them. */
export const fields: Readonly<Record<string, Property>> = {
  ignored_parameters_unsupported: brought(167, "the list of ignored parameters", async ({ as }) =>
    fieldOf((await as.alice.send("GET /messages", { ...range, ...junk })).body, "ignored_parameters_unsupported", "a success"),
  ),
  user_id: brought(171, "user_id in the answer of POST /fetch_api_key", async (session) =>
    fieldOf((await sendWith(session, callTo("POST /fetch_api_key"))).body, "user_id", "the answer of POST /fetch_api_key"),
  ),
  url_template: brought(176, "url_template", async ({ as }) => {
    const { linkifiers } = (await as.alice.send("GET /realm/linkifiers")).body;
    const [first] = (linkifiers ?? []) as Shown[];
    if (!first) throw new Untestable("the organization has no linkifiers");
    return fieldOf(first, "url_template", "a linkifier");
  }),
  last_moved_timestamp: brought(365, "last_moved_timestamp", async (session) => {
    const alice = session.as.alice;
    const message = { type: "stream", to: session.channels.general, topic: session.fresh(), content: "moves" };
    const { id } = (await alice.send("POST /messages", message)).body;
    await editMessage(alice, Number(id), { topic: session.fresh("moved") });
    return fieldOf(await fetchedOne(alice, id), "last_moved_timestamp", "a message that was moved");
  }),
};

const accepted = (reply: Reply, what: string): string | undefined => (succeeds(reply) ? `${what} is accepted` : undefined);

const toGeneral = (session: Session, more: Shown) => ({
  type: "stream",
  to: session.channels.general,
  content: session.fresh("x"),
  ...more,
});

/** Values and meanings are not known before the level that brought them. */
export const values: Readonly<Record<string, Property>> = {
  direct: brought(174, "the type direct", async (session) => {
    const note = { ...directFields(session.as.alice, [session.as.alice], "x"), type: "direct" };
    return accepted(await session.as.alice.send("POST /messages", note), "a message of type direct");
  }),
  followed: brought(219, "the policy followed", async (session) => {
    const policy = { stream_id: session.channels.general, topic: session.fresh(), visibility_policy: 3 };
    return accepted(await session.as.alice.send("POST /user_topics", policy), "the policy 3");
  }),
  readBySender: brought(236, "read_by_sender", async (session) => {
    const alice = session.as.alice;
    const flags = [];
    for (const read_by_sender of [true, false]) {
      const sent = await alice.send("POST /messages", { ...directFields(alice, [alice], session.fresh("read")), read_by_sender });
      flags.push(JSON.stringify((await fetchedOne(alice, sent.body.id)).flags));
    }
    return flags[0] === flags[1] ? undefined : `read_by_sender decides about the flags, ${flags.join(" and ")}`;
  }),
  channel: brought(248, "the type channel", async (session) => {
    const message = toGeneral(session, { topic: session.fresh(), type: "channel" });
    return accepted(await session.as.alice.send("POST /messages", message), "a message of type channel");
  }),
  messageIds: brought(300, "message_ids", async ({ as }) => {
    const reply = await as.alice.send("GET /messages", { ...range, message_ids: [1] });
    return succeeds(reply) ? undefined : `message_ids beside an anchor ${answers(reply)}`;
  }),
  emptyTopic: brought(334, "the empty topic", async (session) =>
    accepted(await session.as.alice.send("POST /messages", toGeneral(session, { topic: "" })), "a message with the empty topic"),
  ),
  noTopic: brought(370, "the reading of `(no topic)` as the empty topic", async (session) => {
    const { id } = (await session.as.alice.send("POST /messages", toGeneral(session, { topic: "(no topic)" }))).body;
    const { subject = "(no topic)" } = await fetchedOne(session.as.alice, id);
    return subject === "(no topic)" ? undefined : `the topic (no topic) became ${JSON.stringify(subject)}`;
  }),
  anchorDate: brought(445, "the anchor date", async ({ as }) =>
    accepted(await as.alice.send("GET /messages", { ...range, anchor: "date", anchor_date: "2020-01-01" }), "the anchor date"),
  ),
  botsManageGroups: brought(496, "bots that manage groups", async (session) => {
    const group = { name: session.fresh("group"), description: "", members: [] };
    return accepted(await session.as.robo.send("POST /user_groups/create", group), "a group made by a bot");
  }),
};

/** Wildcard mentions that are not allowed have the generic code before they got their own. */
export const codes: Readonly<Record<string, Property>> = {
  wildcards: brought(229, "codes for wildcard mentions", async (session) => {
    const to = session.channels.crowd;
    const { code } = (
      await session.as.alice.send("POST /messages", toGeneral(session, { to, topic: session.fresh(), content: "@**all**" }))
    ).body;
    return code === undefined || code === "BAD_REQUEST" ? undefined : `a mention of all is refused with the code ${String(code)}`;
  }),
};
