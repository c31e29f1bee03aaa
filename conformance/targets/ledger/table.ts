import { at, type Body, isEqual, isObject, parsed } from "../../client/json.ts";
import { levels } from "../../client/levels.ts";
import { anyOf, type Book, type Deed, type DeedEffect, itemsOf, objectsIn, type Rule, selfOf, undoBy } from "./deed.ts";

const idOf = ({ cast }: Book, name: string | undefined): number | undefined => (name === undefined ? undefined : cast[name]?.user_id);

/** Returns the record of an account among those that a registration told. */
const rowOf = (told: Body | undefined, id: unknown): Body | undefined =>
  [...objectsIn(told?.realm_users), ...objectsIn(told?.realm_non_active_users)].find(({ user_id }) => String(user_id) === String(id));

/** The type of custom profile fields that name people: told as text, sent as a list. */
const peopleType = 6;

/** @param values the values that the deed sets, by field; undefined for one that it takes away */
function* profileChanged(values: ReadonlyMap<unknown, unknown>, deed: Deed, book: Book): Iterable<DeedEffect> {
  const told = book.own(deed.by);
  const row = rowOf(told, idOf(book, deed.by));
  for (const [id, value] of values) {
    if (book.isOwn(`profile field ${id}`)) continue;
    const [key, what] = [`profile ${deed.by} ${id}`, `set the profile value ${id} of ${deed.by} back`];
    const field = objectsIn(told?.custom_profile_fields).find((one) => one.id === id);
    const text = at(row, "profile_data", String(id), "value");
    const before = field?.type === peopleType && typeof text === "string" ? parsed(text) : text;
    if (!row) yield { lost: what };
    else if (isEqual(before, value)) yield { gone: key };
    else if (before === undefined) yield { key, what, undo: undoBy(selfOf(deed), "DELETE /users/me/profile_data", { data: [id] }) };
    else yield { key, what, undo: undoBy(selfOf(deed), "PATCH /users/me/profile_data", { data: [{ id, value: before }] }) };
  }
}

function* settingsChanged(deed: Deed, book: Book): Iterable<DeedEffect> {
  const told = book.own(deed.by);
  const names = Object.entries(deed.fields).filter(([name]) => !/password/.test(name));
  for (const [name, value] of names) {
    const [key, what] = [`setting ${deed.by} ${name}`, `set ${name} of ${deed.by} back`];
    const before = at(told, "user_settings", name) ?? rowOf(told, idOf(book, deed.by))?.[name];
    if (before === undefined) yield { lost: what };
    else if (isEqual(before, value)) yield { gone: key };
    else yield { key, what, undo: undoBy(selfOf(deed), "PATCH /settings", { [name]: before }) };
  }
}

function* accountChanged(deed: Deed, book: Book): Iterable<DeedEffect> {
  const [id = ""] = deed.ids;
  const row = rowOf(book.organization, id);
  for (const [name, value] of Object.entries(deed.fields)) {
    const [key, what] = [`account ${id} ${name}`, `set ${name} of account ${id} back`];
    const before = row?.[name];
    if (before === undefined) yield { lost: what };
    else if (isEqual(before, value)) yield { gone: key };
    else yield { key, what, undo: undoBy(anyOf(deed, book), `PATCH /users/${id}`, { [name]: before }) };
  }
}

/** Returns the rule of deactivating an account, or of bringing it back: each undoes the other. */
const activation = (isActive: boolean): Rule => ({
  *changes(deed, book) {
    const [id = ""] = deed.ids;
    const key = (value: boolean) => `${value ? "reactivated" : "deactivated"} ${id}`;
    if (book.has(key(!isActive))) return yield { gone: key(!isActive) };
    const [route, what] = isActive ? [`DELETE /users/${id}`, "deactivate"] : [`POST /users/${id}/reactivate`, "reactivate"];
    yield { key: key(isActive), what: `${what} account ${id}`, undo: undoBy(anyOf(deed, book), route) };
  },
});

/** The account that an answer names by its id or its address. */
function accountOf({ cast }: Book, told: string | number | undefined): { readonly name: string | undefined; readonly principal: unknown } {
  const [name, member] = Object.entries(cast).find(([, one]) => String(one.user_id) === String(told) || one.email === told) ?? [];
  return { name, principal: member?.user_id ?? (/^\d+$/.test(String(told)) ? Number(told) : told) };
}

/** The accounts that a change of subscriptions is about, where the answer does not name them. */
const principalsOf = (deed: Deed, book: Book): readonly (string | number | undefined)[] => {
  const given = itemsOf(deed.fields.principals) as readonly (string | number)[];
  return given.length > 0 ? given : [idOf(book, deed.by)];
};

const namesIn = (value: unknown): readonly string[] => itemsOf(value).map((one) => String(isObject(one) ? one.name : one));

/** @param comes whether the deed subscribes */
function subscriptionChange(deed: Deed, book: Book, who: string | number | undefined, name: string, comes: boolean): DeedEffect[] {
  if (book.isOwn(`channel ${name}`)) return [];
  const { name: member, principal } = accountOf(book, who);
  const key = (value: boolean) => `${value ? "subscribed" : "unsubscribed"} ${principal} ${name}`;
  if (book.has(key(!comes))) return [{ gone: key(!comes) }];
  const by = [...new Set([...(member === undefined ? [] : [member]), ...anyOf(deed, book)])];
  const quiet = book.level < levels.subscriptionNotices ? {} : { send_new_subscription_messages: false };
  const undo = comes
    ? undoBy(by, "DELETE /users/me/subscriptions", { subscriptions: [name], principals: [principal] })
    : undoBy(by, "POST /users/me/subscriptions", { subscriptions: [{ name }], principals: [principal], ...quiet });
  return [{ key: key(comes), what: `${comes ? "unsubscribe" : "subscribe"} ${member ?? principal}: ${name}`, undo }];
}

const archiving = (deed: Deed, book: Book, id: string) => undoBy(anyOf(deed, book), `DELETE /streams/${id}`);

function* subscribed(deed: Deed, book: Book): Iterable<DeedEffect> {
  // An answer does not say which channels are new: those with a name of the run are.
  for (const name of namesIn(deed.fields.subscriptions).filter((one) => one.includes(book.namespace))) {
    if (book.isOwn(`channel ${name}`)) continue;
    const find = { path: "/get_stream_id", fields: { stream: name }, name, id: "stream_id" };
    yield { key: `channel ${name}`, what: `archive the channel ${name}`, undo: { ...archiving(deed, book, "{id}"), find } };
  }
  for (const [who, names] of Object.entries(isObject(deed.body.subscribed) ? deed.body.subscribed : {}))
    for (const name of namesIn(names)) if (!name.includes(book.namespace)) yield* subscriptionChange(deed, book, who, name, true);
}

function* unsubscribed(deed: Deed, book: Book): Iterable<DeedEffect> {
  for (const who of principalsOf(deed, book))
    for (const name of namesIn(deed.body.removed)) yield* subscriptionChange(deed, book, who, name, false);
}

/** The id of a channel that the run has made: by it the channel is found whatever it is called. */
function* channelFound(deed: Deed, book: Book): Iterable<DeedEffect> {
  const name = String(deed.fields.stream);
  const { stream_id: id } = deed.body;
  if (id === undefined || !book.has(`channel ${name}`)) return;
  yield { key: `channel id ${id}`, what: `archive the channel ${name}`, undo: archiving(deed, book, String(id)) };
  yield { gone: `channel ${name}` };
}

function* propertiesChanged(deed: Deed, book: Book): Iterable<DeedEffect> {
  const told = book.own(deed.by);
  const rows = ["subscriptions", "unsubscribed", "never_subscribed"].flatMap((list) => objectsIn(told?.[list]));
  for (const { stream_id, property, value } of objectsIn(deed.fields.subscription_data)) {
    if (book.isOwn(`channel id ${stream_id}`)) continue;
    const [key, what] = [`subscription ${deed.by} ${stream_id} ${property}`, `set ${property} of ${deed.by} for channel ${stream_id} back`];
    const before = rows.find((row) => row.stream_id === stream_id)?.[String(property)];
    const data = { subscription_data: [{ stream_id, property, value: before }] };
    if (before === undefined) yield { lost: what };
    else if (isEqual(before, value)) yield { gone: key };
    else yield { key, what, undo: undoBy(selfOf(deed), "POST /users/me/subscriptions/properties", data) };
  }
}

const deviceKey = ({ by }: Deed, id: unknown): string => `device ${by} ${id}`;

function* deviceAdded(deed: Deed): Iterable<DeedEffect> {
  const { device_id } = deed.body;
  const what = `remove the device ${device_id} of ${deed.by}`;
  const undo = undoBy(selfOf(deed), "POST /remove_client_device", { device_id });
  yield device_id === undefined ? { lost: what } : { key: deviceKey(deed, device_id), what, undo };
}

const givenValues = ({ fields }: Deed) => new Map(objectsIn(fields.data).map(({ id, value }) => [id, value] as const));
const takenValues = ({ fields }: Deed) => new Map(itemsOf(fields.data).map((id) => [id, undefined] as const));

function* botMade(deed: Deed, book: Book): Iterable<DeedEffect> {
  const { user_id: id } = deed.body;
  const what = `deactivate the bot ${String(deed.fields.full_name)}`;
  yield id === undefined ? { lost: what } : { key: `bot ${id}`, what, undo: undoBy(anyOf(deed, book), `DELETE /bots/${id}`) };
}

/** The rules of what concerns accounts: their settings, profiles, devices and subscriptions. */
const peopleRules: Readonly<Record<string, Rule>> = {
  "PATCH /users/me/profile_data": { reads: "own", changes: (deed, book) => profileChanged(givenValues(deed), deed, book) },
  "DELETE /users/me/profile_data": { reads: "own", changes: (deed, book) => profileChanged(takenValues(deed), deed, book) },
  "PATCH /settings": { reads: "own", changes: settingsChanged },
  "PATCH /users/{id}": { reads: "organization", changes: accountChanged },
  "POST /bots": { changes: botMade },
  "DELETE /bots/{id}": { changes: ({ ids: [id = ""] }) => [{ gone: `bot ${id}` }] },
  "DELETE /users/{id}": activation(false),
  "POST /users/{id}/reactivate": activation(true),
  "POST /users/me/subscriptions": { changes: subscribed },
  "DELETE /users/me/subscriptions": { changes: unsubscribed },
  "POST /users/me/subscriptions/properties": { reads: "own", changes: propertiesChanged },
  "GET /get_stream_id": { changes: channelFound },
  "DELETE /streams/{id}": { changes: ({ ids: [id = ""] }) => [{ gone: `channel id ${id}` }] },
  "POST /register_client_device": { changes: deviceAdded },
  "POST /remove_client_device": { changes: (deed) => [{ gone: deviceKey(deed, deed.fields.device_id) }] },
};

/** Returns a text as a part of a path. Half of a pair of surrogates, which has no form there, becomes what servers make of it. */
const segment = (text: string): string => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, "\uFFFD"));

/** Returns the rule of a deed that removes what one with this key added. */
const removal = (key: (deed: Deed) => string): Rule => ({ changes: (deed) => [{ gone: key(deed) }] });

/** Returns the rule of a deed that adds what is deleted by the id that the answer tells. */
const addition = (what: string, path: string, name: string): Rule => ({
  *changes(deed, book) {
    const { id } = deed.body;
    if (id === undefined) return yield { lost: `remove the ${what} ${String(deed.fields[name])}` };
    const undo = undoBy(anyOf(deed, book), `DELETE ${path}/${id}`);
    yield { key: `${what} ${id}`, what: `remove the ${what} ${String(deed.fields[name])}`, undo };
  },
});

const firstId = ({ ids: [id = ""] }: Deed): string => id;

function* domainAdded(deed: Deed, book: Book): Iterable<DeedEffect> {
  const domain = String(at(deed.body, "new_domain", 1) ?? deed.fields.domain)
    .trim()
    .toLowerCase();
  const undo = undoBy(anyOf(deed, book), `DELETE /realm/domains/${segment(domain)}`);
  yield { key: `domain ${domain}`, what: `remove the domain ${domain}`, undo };
}

function* groupMade(deed: Deed, book: Book): Iterable<DeedEffect> {
  const name = String(deed.fields.name).trim();
  const { group_id: id } = deed.body;
  const [method, end] = book.level < levels.groupDeactivation ? ["DELETE", ""] : ["POST", "/deactivate"];
  const undo = undoBy(anyOf(deed, book), `${method} /user_groups/${id ?? "{id}"}${end}`);
  const find = { path: "/user_groups", fields: {}, list: "user_groups", name, id: "id" };
  const what = `${end === "" ? "delete" : "deactivate"} the group ${name}`;
  yield { key: `group ${id ?? name}`, what, undo: id === undefined ? { ...undo, find } : undo };
}

/** The words that add to a group and take away from it, each with its opposite. */
const opposites = { add: "delete", delete: "add", add_subgroups: "delete_subgroups", delete_subgroups: "add_subgroups" } as const;

function* membersChanged(deed: Deed, book: Book): Iterable<DeedEffect> {
  const id = firstId(deed);
  if (book.isOwn(`group ${id}`)) return;
  for (const [name, opposite] of Object.entries(opposites))
    for (const item of itemsOf(deed.fields[name])) {
      const subject = `${name.includes("subgroups") ? "subgroup" : "member"} ${item}`;
      const key = (change: string) => `${change} ${subject} of group ${id}`;
      const undo = undoBy(anyOf(deed, book), `POST /user_groups/${id}/members`, { [opposite]: [item] });
      const what = `${opposite.startsWith("add") ? "add" : "remove"} ${subject} of the group ${id}`;
      yield book.has(key(opposite)) ? { gone: key(opposite) } : { key: key(name), what, undo };
    }
}

function* folderMade(deed: Deed, book: Book): Iterable<DeedEffect> {
  const { channel_folder_id: id } = deed.body;
  const what = `archive the channel folder ${String(deed.fields.name)}`;
  yield id === undefined ? { lost: what } : folderEntry(deed, book, String(id), what);
}

const folderEntry = (deed: Deed, book: Book, id: string, what: string): DeedEffect => ({
  key: `folder ${id}`,
  what,
  undo: undoBy(anyOf(deed, book), `PATCH /channel_folders/${id}`, { is_archived: true }),
});

function* folderChanged(deed: Deed, book: Book): Iterable<DeedEffect> {
  const id = firstId(deed);
  const { is_archived: archives } = deed.fields;
  if (book.isOwn(`folder ${id}`)) {
    if (archives === undefined) return;
    yield String(archives) === "true" ? { gone: `folder ${id}` } : folderEntry(deed, book, id, `archive the channel folder ${id}`);
    return;
  }
  const before = objectsIn(book.organization?.channel_folders).find((one) => String(one.id) === id);
  for (const name of ["name", "description", "is_archived"].filter((one) => deed.fields[one] !== undefined)) {
    const what = `set ${name} of the channel folder ${id} back`;
    const undo = undoBy(anyOf(deed, book), `PATCH /channel_folders/${id}`, { [name]: before?.[name] });
    yield before === undefined ? { lost: what } : { key: `folder ${id} ${name}`, what, undo };
  }
}

/** Slashes of a fragment stand in the path as they are. */
const asPath = (fragment: string): string => fragment.split("/").map(segment).join("/");

function* viewAdded(deed: Deed): Iterable<DeedEffect> {
  const fragment = String(deed.fields.fragment).trim();
  const undo = undoBy(selfOf(deed), `DELETE /navigation_views/${asPath(fragment)}`);
  yield { key: `view ${deed.by} ${fragment}`, what: `remove the navigation view ${fragment} of ${deed.by}`, undo };
}

/** @param policy what it is from now on; undefined where nobody knows */
function policyChange(as: string | undefined, stream: unknown, topic: string, policy: unknown, book: Book): DeedEffect {
  const isThis = (one: object): boolean =>
    String(at(one, "stream_id")) === String(stream) && String(at(one, "topic_name")).toLowerCase() === topic.toLowerCase();
  const before = Number(objectsIn(book.own(as)?.user_topics).find(isThis)?.visibility_policy ?? 0);
  const key = `policy ${as} ${stream} ${topic.toLowerCase()}`;
  if (policy !== undefined && Number(policy) === before) return { gone: key };
  const undo = undoBy(as === undefined ? [] : [as], "POST /user_topics", { stream_id: stream, topic, visibility_policy: before });
  return { key, what: `set the visibility policy of ${as} for the topic ${topic} to ${before}`, undo };
}

function* policySet(deed: Deed, book: Book): Iterable<DeedEffect> {
  const { stream_id, topic, visibility_policy } = deed.fields;
  yield policyChange(deed.by, stream_id, String(topic), visibility_policy, book);
}

/** Policies move along with the messages of a topic. */
function* messageMoved(deed: Deed, book: Book): Iterable<DeedEffect> {
  const id = firstId(deed);
  const from = book.topicOf(id);
  const { topic = from, stream_id } = deed.fields;
  if (from === undefined || (topic === from && stream_id === undefined)) return;
  const to = String(topic);
  for (const { key, undo } of book.entries) {
    if (!key.startsWith("policy ") || String(undo.fields.topic).toLowerCase() !== from.toLowerCase()) continue;
    yield policyChange(undo.by[0], stream_id ?? undo.fields.stream_id, to, undefined, book);
  }
  yield deed.fields.propagate_mode === "change_one" || deed.fields.propagate_mode === undefined
    ? { message: id, topic: to }
    : { topicMoved: from, to };
}

/** Flags of messages of others may have been set before: the suite sets none. */
function* flagged(deed: Deed, book: Book): Iterable<DeedEffect> {
  const { flag, op } = deed.fields;
  if (flag === "read") return;
  for (const id of itemsOf(deed.fields.messages).filter((one) => book.topicOf(String(one)) !== undefined)) {
    const key = `flag of ${id} ${flag} ${deed.by}`;
    const undo = undoBy(selfOf(deed), "POST /messages/flags", { messages: [id], flag, op: "remove" });
    yield op === "add" ? { key, what: `remove the flag ${String(flag)} of ${deed.by} from message ${id}`, undo } : { gone: key };
  }
}

function* realmChanged(deed: Deed, book: Book): Iterable<DeedEffect> {
  for (const [name, value] of Object.entries(deed.fields)) {
    const key = `realm ${name}`;
    const before = formerSetting(name, book.organization?.[`realm_${name}`]);
    const what = `set ${name} of the organization back`;
    if (before === undefined) yield { lost: what };
    else if (isEqual(before, value)) yield { gone: key };
    else yield { key, what, undo: undoBy(anyOf(deed, book), "PATCH /realm", { [name]: before }) };
  }
}

/** Returns the value of a setting of the organization as it is sent, of the value that a registration tells. */
function formerSetting(name: string, told: unknown): unknown {
  if (told === undefined) return undefined;
  if (/_group$/.test(name)) return { new: told };
  if (/_limit_seconds$/.test(name) && told === null) return JSON.stringify("unlimited");
  if (name !== "authentication_methods" || !isObject(told)) return told;
  return Object.fromEntries(Object.entries(told).map(([method, one]) => [method, at(one, "enabled") ?? one]));
}

/** By the routes of deeds, with `{id}` for a number and `{name}` for any text: what the ledger enters of each. */
export const rules: Readonly<Record<string, Rule>> = {
  "POST /realm/domains": { changes: domainAdded },
  "POST /user_groups/create": { changes: groupMade },
  "POST /user_groups/{id}/deactivate": removal((deed) => `group ${firstId(deed)}`),
  "POST /user_groups/{id}/members": { changes: membersChanged },
  "POST /channel_folders/create": { changes: folderMade },
  "PATCH /channel_folders/{id}": { reads: "organization", changes: folderChanged },
  "POST /navigation_views": { changes: viewAdded },
  "POST /user_topics": { reads: "own", changes: policySet },
  "POST /messages": { changes: ({ body, fields }) => [{ message: String(body.id), topic: String(fields.topic ?? "") }] },
  "PATCH /messages/{id}": { changes: messageMoved },
  "POST /messages/flags": { changes: flagged },
  "DELETE /messages/{id}": { changes: (deed) => [{ goneBelow: `flag of ${firstId(deed)} ` }] },
  "PATCH /realm": { reads: "organization", changes: realmChanged },
  "POST /realm/filters": addition("linkifier", "/realm/filters", "pattern"),
  "DELETE /realm/filters/{id}": removal((deed) => `linkifier ${firstId(deed)}`),
  "POST /realm/profile_fields": addition("profile field", "/realm/profile_fields", "name"),
  "DELETE /realm/profile_fields/{id}": removal((deed) => `profile field ${firstId(deed)}`),
  "POST /realm/emoji/{name}": {
    changes: (deed, book) => [
      {
        key: `emoji ${firstId(deed)}`,
        what: `remove the emoji ${firstId(deed)}`,
        undo: undoBy(anyOf(deed, book), `DELETE /realm/emoji/${firstId(deed)}`),
      },
    ],
  },
  "DELETE /realm/emoji/{name}": removal((deed) => `emoji ${firstId(deed)}`),
  ...peopleRules,
};
