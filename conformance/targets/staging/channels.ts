import { levels } from "../../client/levels.ts";
import { present } from "../../client/present.ts";
import { Untestable } from "../../expect.ts";
import { settingOf } from "./settings.ts";
import type { Channel, Fields, Perform, Stage } from "./stage.ts";

const done = {};

const rowsOf = (state: Fields): readonly Fields[] =>
  ["subscriptions", "unsubscribed", "never_subscribed", "streams"].flatMap((name) => (Array.isArray(state[name]) ? state[name] : []));

/** The channel of a name: one that this run made, one that the suite has a name for, or one of that name on the server. */
async function channelOf(stage: Stage, name: unknown, seenBy = stage.administrator): Promise<Channel> {
  const made = stage.made.get(String(name));
  if (made) return made;
  const known = stage.ground.channels[String(name)];
  const rows = rowsOf(await stage.state(seenBy, ["subscription", "stream"]));
  const row = rows.find(({ stream_id, name: own }) => (known === undefined ? own === name : stream_id === known));
  if (!row) throw new Untestable(`${seenBy} is shown no channel ${String(name)}`);
  return { id: Number(row.stream_id), name: String(row.name) };
}

/** Tells nobody of a subscription, where a server tells at all. */
const quietly = ({ ground: { level } }: Stage): Fields =>
  level < levels.subscriptionNotices ? {} : { send_new_subscription_messages: false };

/** Subscribes people to a channel that there is. */
async function subscribe(stage: Stage, { name, creator }: Channel, who: string): Promise<void> {
  const { user_id, role } = stage.member(who);
  const subscriptions = [{ name }];
  // A guest never subscribes to anything, and to a private channel nobody does who is not in it.
  const by = creator ?? (role === "guest" ? stage.administrator : who);
  await stage.ask(by, "POST /users/me/subscriptions", { subscriptions, principals: [user_id], ...quietly(stage) });
}

const unsubscribe = ({ name }: Channel, who: string, stage: Stage): Promise<unknown> =>
  stage.ask(who, "DELETE /users/me/subscriptions", { subscriptions: [name] });

/** Coming to a channel, and leaving it. */
const ways = (stage: Stage, channel: Channel, who: string) =>
  [() => subscribe(stage, channel, who), () => unsubscribe(channel, who, stage)] as const;

const isMine = (stage: Stage, { name }: Channel): boolean => stage.made.has(name);

const create: Perform = async (stage, { name, as, description = "", subscribers, ...privacy }) => {
  const creator = as === undefined ? stage.administrator : String(as);
  const { action: _, ...kind } = privacy;
  const names = Array.isArray(subscribers) ? subscribers.map(String) : [];
  const principals = names.map((one) => stage.member(one).user_id);
  const made = { subscriptions: [{ name, description }], ...quietly(stage), announce: false };
  await stage.ask(creator, "POST /users/me/subscriptions", { ...made, ...(principals.length > 0 && { principals }), ...kind });
  const seenBy = names.includes(creator) ? creator : (names[0] ?? creator);
  const { stream_id } = await stage.ask(seenBy, "GET /get_stream_id", { stream: name });
  stage.made.set(String(name), { id: Number(stream_id), name: String(name), creator });
  stage.undo(`archive the channel ${String(name)}`, () => archive(stage, Number(stream_id), creator));
  return { stream_id };
};

/** Archives a channel, by its creator where administrators may not. */
async function archive(stage: Stage, id: number, creator: string): Promise<void> {
  try {
    await stage.ask(stage.administrator, `DELETE /streams/${id}`);
  } catch {
    await stage.ask(creator, `DELETE /streams/${id}`);
  }
}

const mute = (stage: Stage, { id }: Channel, as: string, value: unknown): Promise<unknown> =>
  stage.ask(as, "POST /users/me/subscriptions/properties", {
    subscription_data: [{ stream_id: id, property: "is_muted", value }],
  });

/** Names of a channel's properties in the requests that change them. */
const parameters: Readonly<Record<string, string>> = { name: "new_name", invite_only: "is_private" };

const set: Perform = async (stage, { channel: name, property, value }) => {
  const channel = await channelOf(stage, name);
  if (!isMine(stage, channel)) throw new Untestable(`the channel ${channel.name} is not of this run: it is left as it is`);
  if (property === "is_archived" && value === true) {
    await archive(stage, channel.id, present(channel.creator, "creator of a channel of this run"));
    return done;
  }
  const sent = { [parameters[String(property)] ?? String(property)]: await settingOf(stage, String(property), value) };
  try {
    await stage.ask(stage.administrator, `PATCH /streams/${channel.id}`, sent);
  } catch {
    await stage.ask(present(channel.creator, "creator of a channel of this run"), `PATCH /streams/${channel.id}`, sent);
  }
  return done;
};

/** Actions on channels and subscriptions. */
export const channelActions: Readonly<Record<string, Perform>> = {
  create_channel: create,
  async subscribe(stage, { as, channel: name }) {
    const channel = await channelOf(stage, name);
    const [come, go] = ways(stage, channel, String(as));
    await (isMine(stage, channel) ? come() : stage.change(come, `unsubscribe ${as} from ${channel.name}`, go));
    return done;
  },
  async unsubscribe(stage, { as, channel: name }) {
    const channel = await channelOf(stage, name, String(as));
    const [come, go] = ways(stage, channel, String(as));
    await (isMine(stage, channel) ? go() : stage.change(go, `subscribe ${as} to ${channel.name}`, come));
    return done;
  },
  async mute_channel(stage, { as, channel: name, value }) {
    const channel = await channelOf(stage, name, String(as));
    const rows = rowsOf(isMine(stage, channel) ? {} : await stage.state(String(as), ["subscription"]));
    const before = rows.find(({ stream_id }) => stream_id === channel.id)?.is_muted;
    const set = (to: unknown) => mute(stage, channel, String(as), to);
    const what = `mute ${channel.name} for ${as}: ${before}`;
    await (before === undefined
      ? set(value)
      : stage.change(
          () => set(value),
          what,
          () => set(before),
          `mute ${channel.id} ${as}`,
        ));
    return done;
  },
  set_channel: set,
};
