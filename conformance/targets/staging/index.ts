import { at, isEqual, isObject, present } from "../../client/json.ts";
import { levels } from "../../client/levels.ts";
import { type Member, roleNumbers, type Steering, type Upload } from "../../client/target.ts";
import { Unprepared, Untestable } from "../../expect.ts";
import { sleep } from "../platform.ts";
import { type Channel, type Perform, Stage, type StagingFields, type StagingServer } from "./stage.ts";

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

/** Coming to a channel that there is, and leaving it. */
function ways(stage: Stage, { name, creator }: Channel, who: string): readonly [come: () => Promise<unknown>, go: () => Promise<unknown>] {
  const { user_id, role } = stage.member(who);
  // A guest never subscribes to anything, and to a private channel nobody does who is not in it.
  const by = () => creator ?? (role === "guest" ? stage.administrator : who);
  const coming = { subscriptions: [{ name }], principals: [user_id], ...quietly(stage) };
  return [
    async () => stage.ask(by(), "POST /users/me/subscriptions", coming),
    () => stage.ask(who, "DELETE /users/me/subscriptions", { subscriptions: [name] }),
  ];
}

const isMine = (stage: Stage, { name }: Channel): boolean => stage.made.has(name);

/** Returns what a registration tells of a new channel; where none tells it, its id alone, by a request of its own. */
async function rowOf(stage: Stage, name: string, seenBy: string): Promise<StagingFields> {
  const told = await stage.state(seenBy, ["subscription"]).catch((thrown: unknown) => {
    if (thrown instanceof Unprepared) return {};
    throw thrown;
  });
  const row = rowsOf(told).find((one) => one.name === name);
  return row?.stream_id === undefined ? stage.ask(seenBy, "GET /get_stream_id", { stream: name }) : row;
}

const create: Perform = async (stage, { action: _, name, as, description = "", subscribers, ...kind }) => {
  const creator = as === undefined ? stage.administrator : String(as);
  const names = Array.isArray(subscribers) ? subscribers.map(String) : [];
  const principals = names.map((one) => stage.member(one).user_id);
  const made = { subscriptions: [{ name, description }], ...quietly(stage), announce: false };
  await stage.ask(creator, "POST /users/me/subscriptions", { ...made, ...(principals.length > 0 && { principals }), ...kind });
  const seenBy = names.includes(creator) ? creator : (names[0] ?? creator);
  const row = await rowOf(stage, String(name), seenBy);
  const channel = { id: Number(row.stream_id), name: String(name), creator, seenBy };
  stage.made.set(channel.name, channel);
  stage.undo(`archive the channel ${channel.name}`, () => archive(stage, channel));
  for (const [property, wanted] of Object.entries(kind).filter(([, value]) => typeof value === "boolean"))
    await stage.requireDone("POST /users/me/subscriptions", property, wanted, undefined, () => row[property]);
  return { stream_id: row.stream_id };
};

/** Does something to a channel of this run, by its creator where administrators may not. */
async function byAny(stage: Stage, { creator }: Channel, route: string, fields?: StagingFields): Promise<unknown> {
  try {
    return await stage.ask(stage.administrator, route, fields);
  } catch {
    return stage.ask(present(creator, "creator of a channel of this run"), route, fields);
  }
}

/** Archives a channel of this run, once: some servers refuse what is done already. */
async function archive(stage: Stage, channel: Channel): Promise<void> {
  if (stage.archived.has(channel.id)) return;
  await byAny(stage, channel, `DELETE /streams/${channel.id}`);
  stage.archived.add(channel.id);
}

const isGroups = (name: string): boolean => /^can_.*_group$/.test(name) || /^direct_message_.*_group$/.test(name);

/** A setting that names people as endpoints take it: a group by its id, in an object that says that it is new. */
async function peopleOf(stage: Stage, value: unknown): Promise<unknown> {
  if (typeof value !== "string") return { new: value };
  const groups = (await stage.state(stage.administrator, ["realm_user_groups"])).realm_user_groups;
  const found = Array.isArray(groups) ? groups.find(({ name }: StagingFields) => name === value) : undefined;
  if (!found) throw new Unprepared(`a registration shows no group ${value}`);
  return { new: found.id };
}

/** A value of a setting of the organization or of a channel as endpoints take it. */
const settingOf = async (stage: Stage, name: string, value: unknown): Promise<unknown> =>
  isGroups(name) ? peopleOf(stage, value) : /_limit_seconds$/.test(name) && value === null ? JSON.stringify("unlimited") : value;

/** Ways to log in as endpoints take them: that by password, and the others as they are. */
function methodsOf(state: StagingFields, value: unknown): StagingFields {
  const methods = state.realm_authentication_methods;
  if (typeof methods !== "object" || methods === null) throw new Untestable("a registration does not say realm_authentication_methods");
  const isOn = (method: unknown): unknown => (isObject(method) ? method.enabled : method);
  const others = Object.entries(methods).flatMap(([name, method]) => (name === "Email" ? [] : [[name, isOn(method)] as const]));
  // Servers want one that is on. One that they are not set up for opens nothing meanwhile.
  const [standIn] = others.some(([, on]) => on === true) ? [] : (others.at(-1) ?? []);
  return { ...Object.fromEntries(others), ...(value === false && standIn !== undefined && { [standIn]: true }), Email: value };
}

/** A setting as PATCH /realm takes it, and the name under which a registration says its value. */
async function changeOf(stage: Stage, state: StagingFields, property: string, value: unknown) {
  if (property === "email_auth_enabled")
    return { shown: "realm_email_auth_enabled", sent: { authentication_methods: methodsOf(state, value) } };
  const name = property === "web_public_streams_enabled" ? "enable_spectator_access" : property;
  return { shown: `realm_${name}`, sent: { [name]: await settingOf(stage, name, value) } };
}

/** Returns a value as a registration tells it, of one as endpoints take it. */
const toldOf = (sent: unknown): unknown =>
  isObject(sent) && "new" in sent ? sent.new : sent === JSON.stringify("unlimited") ? null : sent;

const setRealm: Perform = async (stage, { property, value }) => {
  const name = String(property);
  const by = stage.administrator;
  const state = await stage.first(by, "realm");
  const { shown, sent } = await changeOf(stage, state, name, value);
  const [before, key] = [state[shown], `realm ${name}`];
  if (before === undefined) throw new Untestable(`the target has no control API, and a registration does not say ${shown}`);
  if (!stage.isNoted(key) && isEqual(before, value)) return;
  const set = () => stage.ask(by, "PATCH /realm", sent);
  const back = async () => stage.ask(by, "PATCH /realm", (await changeOf(stage, state, name, before)).sent);
  await stage.change(set, `set ${name} of the organization to ${JSON.stringify(before)}`, back, key);
  const told = async () => (await stage.state(by, ["realm"]))[shown];
  await stage.requireDone("PATCH /realm", name, toldOf(at(sent, name) ?? value), before, told);
  if (isEqual(before, value)) stage.isBack(key);
};

/** Names of a channel's properties in the requests that change them. */
const parameters: Readonly<Record<string, string>> = { name: "new_name", invite_only: "is_private" };

const channelActions: Readonly<Record<string, Perform>> = {
  create_channel: create,
  async subscribe(stage, { channel: name }, as) {
    const channel = await channelOf(stage, name);
    const [come, go] = ways(stage, channel, as);
    await (isMine(stage, channel) ? come() : stage.change(come, `unsubscribe ${as} from ${channel.name}`, go));
  },
  async unsubscribe(stage, { channel: name }, as) {
    const channel = await channelOf(stage, name, as);
    const [come, go] = ways(stage, channel, as);
    await (isMine(stage, channel) ? go() : stage.change(go, `subscribe ${as} to ${channel.name}`, come));
  },
  async mute_channel(stage, { channel: name, value }, as) {
    const channel = await channelOf(stage, name, as);
    const rows = rowsOf(isMine(stage, channel) ? {} : await stage.state(as, ["subscription"]));
    const before = rows.find(({ stream_id }) => stream_id === channel.id)?.is_muted;
    const data = (to: unknown) => ({ subscription_data: [{ stream_id: channel.id, property: "is_muted", value: to }] });
    const set = (to: unknown) => () => stage.ask(as, "POST /users/me/subscriptions/properties", data(to));
    const what = `mute ${channel.name} for ${as}: ${before}`;
    await (before === undefined ? set(value)() : stage.change(set(value), what, set(before), `mute ${channel.id} ${as}`));
  },
  async set_channel(stage, { channel: name, property, value }) {
    const channel = await channelOf(stage, name);
    if (!isMine(stage, channel)) throw new Untestable(`the channel ${channel.name} is not of this run: it is left as it is`);
    if (property === "is_archived" && value === true) await archive(stage, channel);
    else {
      const name = String(property);
      const seenBy = channel.seenBy ?? stage.administrator;
      const told = async () =>
        rowsOf(await stage.state(seenBy, ["subscription"])).find(({ stream_id }) => stream_id === channel.id)?.[name];
      const sent = await settingOf(stage, name, value);
      const [route, wanted] = ["PATCH /streams/…", toldOf(sent)];
      const before = isObject(wanted) && !stage.isSeenDone(route, name, wanted) ? await told() : undefined;
      await byAny(stage, channel, `PATCH /streams/${channel.id}`, { [parameters[name] ?? name]: sent });
      if (name === "is_archived") stage.archived.delete(channel.id);
      await stage.requireDone(route, name, wanted, before, told);
    }
  },
};

/** Fields without those that only say which action it is, by whom and about what. */
const rest = ({ action: _, as: __, message_id: ___, ...fields }: StagingFields) => fields;

/** Actions on a message: by whoever does it, over the endpoints for it. Messages are the run's own, so that nothing is undone. */
const messageActions: Readonly<Record<string, Perform>> = {
  async edit_message(stage, fields, as) {
    await stage.ask(as, `PATCH /messages/${fields.message_id}`, { ...rest(fields), send_notification_to_new_thread: false });
  },
  async react(stage, fields, as) {
    await stage.ask(as, `POST /messages/${fields.message_id}/reactions`, rest(fields));
  },
  async unreact(stage, fields, as) {
    await stage.ask(as, `DELETE /messages/${fields.message_id}/reactions`, rest(fields));
  },
  async set_flag(stage, { message_id, flag, op }, as) {
    await stage.ask(as, "POST /messages/flags", { messages: [message_id], flag, op });
  },
  async add_submessage(stage, { message_id, msg_type, content }, as) {
    await stage.ask(as, "POST /submessage", { message_id, msg_type, content });
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
  },
};

/** Deactivates an account or brings it back, and leaves it at the end as it was. */
const activation =
  (value: boolean): Perform =>
  async (stage, _, as) => {
    const { user_id } = stage.member(as);
    const set = (to: boolean) => () =>
      stage.ask(stage.administrator, to ? `POST /users/${user_id}/reactivate` : `DELETE /users/${user_id}`);
    await stage.change(set(value), `${value ? "deactivate" : "reactivate"} ${as}`, set(!value));
  };

/** The role and the name of an account, which administrators change. */
async function setByAdministrator(stage: Stage, as: string, property: string, value: unknown): Promise<void> {
  const { user_id } = stage.member(as);
  const { user } = await stage.look(stage.administrator, `GET /users/${user_id}`);
  const before = (user as StagingFields | undefined)?.[property];
  const set = (to: unknown) => () => {
    const sent = property === "role" && typeof to === "string" ? roleNumbers[to as Member["role"]] : to;
    return stage.ask(stage.administrator, `PATCH /users/${user_id}`, { [property]: sent });
  };
  await stage.change(set(value), `set ${property} of ${as} to ${JSON.stringify(before)}`, set(before), `${as} ${property}`);
  const wanted = property === "role" ? (roleNumbers[value as Member["role"]] ?? value) : value;
  const told = async () => at(await stage.look(stage.administrator, `GET /users/${user_id}`), "user", property);
  await stage.requireDone("PATCH /users/…", property, wanted, before, told);
}

async function setAvatar(stage: Stage, as: string, value: unknown): Promise<void> {
  const { avatar_source } = await stage.state(as, ["realm_user"]);
  // A picture that is taken away cannot be brought back, and one that is put there leaves the file behind.
  if (avatar_source !== value) throw new Untestable(`the target has no control API, and the avatar of ${as} is left as it is`);
}

/** Personal settings, which people change by themselves. */
async function setByOneself(stage: Stage, as: string, property: string, value: unknown): Promise<void> {
  const before = at(await stage.first(as, "user_settings"), "user_settings", property);
  if (before === undefined) throw new Untestable(`the target has no control API, and a registration does not say ${property} of ${as}`);
  const key = `${as} ${property}`;
  if (!stage.isNoted(key) && isEqual(before, value)) return;
  const set = (to: unknown) => stage.ask(as, "PATCH /settings", { [property]: to });
  // One who hides the address gets another one, on some servers also for logging in.
  const entered = async (): Promise<void> => {
    if (property === "email_address_visibility") await stage.logInAgain(as);
  };
  await stage.change(
    () => set(value),
    `set ${property} of ${as} to ${JSON.stringify(before)}`,
    () => set(before).then(entered),
    key,
  );
  await entered();
  const told = async () => at(await stage.state(as, ["user_settings"]), "user_settings", property);
  await stage.requireDone("PATCH /settings", property, value, before, told);
  if (isEqual(before, value)) stage.isBack(key);
}

const peopleActions: Readonly<Record<string, Perform>> = {
  async set_user(stage, { property, value }, as) {
    const what = String(property);
    if (what === "role" || what === "full_name") await setByAdministrator(stage, as, what, value);
    else if (what === "avatar_source") await setAvatar(stage, as, value);
    else await setByOneself(stage, as, what, value);
  },
  deactivate_user: activation(false),
  reactivate_user: activation(true),
  async set_presence(stage, { status, timestamp }, as) {
    if (timestamp !== undefined) throw new Untestable("the target has no control API, and nobody was present at another time");
    await stage.ask(as, "POST /users/me/presence", { status, ping_only: true, new_user_input: true });
  },
  register_device: (stage, _, as) => stage.ask(as, "POST /register_client_device"),
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
  set_realm: setRealm,
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
        const ids = await perform(noting, action, String(action.as));
        return isObject(ids) ? ids : {};
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
