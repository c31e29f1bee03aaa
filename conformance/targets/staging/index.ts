import { present } from "../../client/json.ts";
import { levels } from "../../client/levels.ts";
import type { Steering, Upload } from "../../client/target.ts";
import { Unprepared, Untestable } from "../../expect.ts";
import { sleep } from "../platform.ts";
import { type Channel, impossible, type Perform, realmActions, Stage, type StagingFields, type StagingServer, settingOf } from "./stage.ts";

const done = {};

const rowsOf = (state: StagingFields): readonly StagingFields[] =>
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
const quietly = ({ ground: { level } }: Stage): StagingFields =>
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
const channelActions: Readonly<Record<string, Perform>> = {
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

/** Fields without those that only say which action it is, by whom and about what. */
const rest = ({ action: _, as: __, message_id: ___, ...fields }: Readonly<Record<string, unknown>>) => fields;

/** Actions on a message: by whoever does it, over the endpoints for it. Messages are the run's own, so that nothing is undone. */
const messageActions: Readonly<Record<string, Perform>> = {
  async edit_message(stage, fields) {
    const change = { ...rest(fields), send_notification_to_new_thread: false };
    await stage.ask(String(fields.as), `PATCH /messages/${fields.message_id}`, change);
    return done;
  },
  async react(stage, fields) {
    await stage.ask(String(fields.as), `POST /messages/${fields.message_id}/reactions`, rest(fields));
    return done;
  },
  async unreact(stage, fields) {
    await stage.ask(String(fields.as), `DELETE /messages/${fields.message_id}/reactions`, rest(fields));
    return done;
  },
  async set_flag(stage, { as, message_id, flag, op }) {
    await stage.ask(String(as), "POST /messages/flags", { messages: [message_id], flag, op });
    return done;
  },
  async add_submessage(stage, { as, message_id, msg_type, content }) {
    await stage.ask(String(as), "POST /submessage", { message_id, msg_type, content });
    return done;
  },
};

/** The smallest picture that is made of ASCII characters only. */
const picture: Upload = {
  name: "emoji.gif",
  type: "image/gif",
  content:
    "GIF87a\u0001\u0000\u0001\u0000\u0000\u0000\u0000,\u0000\u0000\u0000\u0000\u0001\u0000\u0001\u0000\u0000\u0002\u0002D\u0001\u0000;",
};

/** From which level on linkifiers have a field, where not from the first. */
const linkifierSince: Readonly<Record<string, number>> = {
  example_input: levels.linkifierExamples,
  reverse_template: levels.linkifierExamples,
  alternative_url_templates: levels.alternativeTemplates,
};

/** Fields of a linkifier that a server of a level knows: endpoints take none that is null. */
const given = ({ action: _, ...fields }: StagingFields, level: number): StagingFields =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => value !== null && value !== undefined && level >= (linkifierSince[name] ?? 0)),
  );

/** Actions that add to the organization; what they add is taken away at the end. */
const organizationActions: Readonly<Record<string, Perform>> = {
  async add_linkifier(stage, fields) {
    const by = stage.administrator;
    const { id } = await stage.ask(by, "POST /realm/filters", given(fields, stage.ground.level));
    stage.undo(`remove the linkifier ${String(fields.pattern)}`, () => stage.ask(by, `DELETE /realm/filters/${id}`));
    return { id };
  },
  async add_profile_field(stage, { name, type, field_data, editable_by_user }) {
    const by = stage.administrator;
    const optional = { ...(field_data !== undefined && { field_data }), ...(editable_by_user !== undefined && { editable_by_user }) };
    const { id } = await stage.ask(by, "POST /realm/profile_fields", { name, field_type: type, ...optional });
    stage.undo(`remove the profile field ${String(name)}`, () => stage.ask(by, `DELETE /realm/profile_fields/${id}`));
    return { id };
  },
  async add_emoji(stage, { name }) {
    const by = stage.administrator;
    await stage.upload(by, `/realm/emoji/${String(name)}`, picture);
    stage.undo(`remove the emoji ${String(name)}`, () => stage.ask(by, `DELETE /realm/emoji/${String(name)}`));
    const { emoji } = await stage.ask(by, "GET /realm/emoji");
    const found = Object.values((emoji ?? {}) as Record<string, StagingFields>).find(
      (one) => one.name === name && one.deactivated !== true,
    );
    if (!found) throw new Unprepared(`GET /realm/emoji does not list ${String(name)}`);
    return { id: found.id };
  },
  async deactivate_group(stage, { group_id }) {
    await stage.ask(stage.administrator, `POST /user_groups/${group_id}/deactivate`);
    return done;
  },
} satisfies Readonly<Record<string, Perform>>;

const roles: Readonly<Record<string, number>> = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 };

const isActive = (stage: Stage, id: number, value: boolean): Promise<unknown> =>
  value ? stage.ask(stage.administrator, `POST /users/${id}/reactivate`) : stage.ask(stage.administrator, `DELETE /users/${id}`);

/** Deactivates an account or brings it back, and leaves it at the end as it was. */
const activate =
  (value: boolean): Perform =>
  async (stage, { as }) => {
    const { user_id } = stage.member(as);
    const set = (to: boolean) => isActive(stage, user_id, to);
    await stage.change(
      () => set(value),
      `${value ? "deactivate" : "reactivate"} ${as}`,
      () => set(!value),
    );
    return done;
  };

/** The role and the name of an account, which administrators change. */
async function setByAdministrator(stage: Stage, as: string, property: string, value: unknown): Promise<void> {
  const { user_id } = stage.member(as);
  const { user } = await stage.look(stage.administrator, `GET /users/${user_id}`);
  const before = (user as StagingFields | undefined)?.[property];
  const set = (to: unknown) => {
    const sent = property === "role" && typeof to === "string" ? roles[to] : to;
    return stage.ask(stage.administrator, `PATCH /users/${user_id}`, { [property]: sent });
  };
  await stage.change(
    () => set(value),
    `set ${property} of ${as} to ${JSON.stringify(before)}`,
    () => set(before),
    `${as} ${property}`,
  );
}

async function setAvatar(stage: Stage, as: string, value: unknown): Promise<void> {
  const { avatar_source } = await stage.state(as, ["realm_user"]);
  if (avatar_source === value) return;
  // A picture that is taken away cannot be brought back, and one that is put there leaves the file behind.
  throw new Untestable(`the target has no control API, and the avatar of ${as} is left as it is`);
}

/** Personal settings, which people change by themselves. */
async function setByOneself(stage: Stage, as: string, property: string, value: unknown): Promise<void> {
  const state = await stage.state(as, ["user_settings"]);
  const before = (state.user_settings as StagingFields | undefined)?.[property];
  if (before === undefined) throw new Untestable(`the target has no control API, and a registration does not say ${property} of ${as}`);
  const set = (to: unknown) => stage.ask(as, "PATCH /settings", { [property]: to });
  // One who hides the address gets another one, on some servers also for logging in.
  const entered = async (): Promise<void> => {
    if (property === "email_address_visibility") await stage.logInAgain(as);
  };
  await stage.change(
    () => set(value),
    `set ${property} of ${as} to ${JSON.stringify(before)}`,
    () => set(before).then(entered),
    `${as} ${property}`,
  );
  await entered();
}

const setUser: Perform = async (stage, { as, property, value }) => {
  const [name, what] = [String(as), String(property)];
  if (what === "role" || what === "full_name") await setByAdministrator(stage, name, what, value);
  else if (what === "avatar_source") await setAvatar(stage, name, value);
  else await setByOneself(stage, name, what, value);
  return done;
};

/** Actions on accounts and by them. */
const peopleActions: Readonly<Record<string, Perform>> = {
  set_user: setUser,
  deactivate_user: activate(false),
  reactivate_user: activate(true),
  async set_presence(stage, { as, status, timestamp }) {
    if (timestamp !== undefined) throw new Untestable("the target has no control API, and nobody was present at another time");
    await stage.ask(String(as), "POST /users/me/presence", { status, ping_only: true, new_user_input: true });
    return done;
  },
  async register_device(stage, { as }) {
    return stage.ask(String(as), "POST /register_client_device");
  },
  set_video_token: impossible("set_video_token"),
  set_video_provider: impossible("set_video_provider"),
};

export type { StagingServer } from "./stage.ts";

/** The names of those people of a cast who can stage a server: owners, then administrators. */
export const administratorsOf = (cast: StagingServer["cast"], isActive: (name: string) => boolean): string[] =>
  (["owner", "administrator"] as const).flatMap((wanted) =>
    Object.entries(cast).flatMap(([name, { role, is_bot }]) => (role === wanted && !is_bot && isActive(name) ? [name] : [])),
  );

const performs: Readonly<Record<string, Perform>> = {
  ...messageActions,
  ...channelActions,
  ...realmActions,
  ...peopleActions,
  ...organizationActions,
};

/** Actions that nobody notices but who takes part in the run: about its own messages, channels and devices. */
export const unnoticed: ReadonlySet<unknown> = new Set([
  ...Object.keys(messageActions),
  "create_channel",
  "register_device",
  "deactivate_group",
  "set_presence",
]);

/** Stages a server over the endpoints that its own clients use, for one run, and undoes what it did. */
export interface Staging extends Steering {
  /** Undoes all. Returns what could not be undone, in words. */
  close(): Promise<readonly string[]>;
}

/**
 * Returns the staging of one run.
 * @param alone resolves when no other run is under way: asked before what other runs would notice
 * @param longestWait milliseconds that it waits at most in place of moving the clock
 */
export function stagingOn(ground: StagingServer, alone: () => Promise<void>, longestWait: number): Staging {
  const stage = new Stage(ground);
  const isOwn = ({ action, channel }: StagingFields): boolean => unnoticed.has(action) || stage.made.has(String(channel));
  return {
    async act(action, note) {
      const perform = performs[String(action.action)];
      if (!perform) throw new Untestable(`the target has no control API, and no endpoint does ${String(action.action)}`);
      if (!isOwn(action)) await alone();
      let isOver = false;
      // What undoes the deed later is no part of it.
      const noting = stage.noting((sent) => {
        if (!isOver) note?.(sent);
      });
      try {
        return await perform(noting, action);
      } finally {
        isOver = true;
      }
    },
    async advance(milliseconds) {
      if (milliseconds > longestWait) throw new Untestable("the target has no control API, which alone moves the clock");
      await sleep(milliseconds, new AbortController().signal);
    },
    alone,
    close: () => stage.close(),
  };
}
