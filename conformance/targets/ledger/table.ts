import { at, isEqual, isObject, parsed } from "../../client/json.ts";
import { levels } from "../../client/levels.ts";
import {
  accountThing,
  changed,
  type Deed,
  type DeedEffect,
  idOf,
  itemsSent,
  type LedgerFacts,
  objectsIn,
  type Rule,
  removal,
  rowOf,
  thingOf,
  turned,
  undoable,
  undoBy,
  worded,
} from "./deed.ts";
import type { LedgerThing } from "./entry.ts";

/** The type of custom profile fields that name people: told as text, sent as a list. */
const peopleType = 6;

/** @param values the values that the deed sets, by field; undefined for one that it takes away */
function* profileChanged(values: ReadonlyMap<unknown, unknown>, { by, self }: Deed, ledger: LedgerFacts): Iterable<DeedEffect> {
  const told = ledger.own(by);
  const row = rowOf(told, idOf(ledger, by));
  for (const [id, value] of values) {
    if (ledger.isOwn(`profile field ${id}`)) continue;
    const [key, what] = [`profile ${by} ${id}`, `set the profile value ${id} of ${by} back`];
    const field = objectsIn(told?.custom_profile_fields).find((one) => one.id === id);
    const text = at(row, "profile_data", String(id), "value");
    const before = field?.type === peopleType && typeof text === "string" ? parsed(text) : text;
    // Null removes what is stored, but on running servers.
    const isTaken = before === undefined && ledger.isHeldToObserved;
    const [method, data] = isTaken ? ["DELETE", id] : ["PATCH", { id, value: before ?? null }];
    if (!row) yield { lost: what };
    else if (isEqual(before, value)) yield { gone: key };
    else {
      const undo = undoBy(self, `${method} /users/me/profile_data`, { data: [data] });
      yield { key, what, undo, thing: thingOf("field", id, field?.name) };
    }
  }
}

function* settingsChanged({ by, self, fields }: Deed, ledger: LedgerFacts): Iterable<DeedEffect> {
  const told = ledger.own(by);
  for (const [name, value] of Object.entries(fields)) {
    if (/password/.test(name)) continue;
    const before = at(told, "user_settings", name) ?? rowOf(told, idOf(ledger, by))?.[name];
    const undo = undoBy(self, "PATCH /settings", { [name]: before });
    yield changed(`setting ${by} ${name}`, `set ${name} of ${by} back`, before, value, undo);
  }
}

function* accountChanged({ id, anyone, fields }: Deed, ledger: LedgerFacts): Iterable<DeedEffect> {
  const row = rowOf(ledger.organization, id);
  const thing = thingOf("account", id, ...accountThing(ledger, id).names, fields.full_name);
  for (const [name, value] of Object.entries(fields)) {
    const undo = undoBy(anyone, `PATCH /users/${id}`, { [name]: row?.[name] });
    yield changed(`account ${id} ${name}`, `set ${name} of account ${id} back`, row?.[name], value, undo, thing);
  }
}

/** Returns the rule of deactivating an account, or of bringing it back: each undoes the other. */
const activation = (did: "deactivated" | "reactivated"): Rule => ({
  changes({ id, anyone }, ledger) {
    const [undoes, route] = did === "deactivated" ? ["reactivate", `POST /users/${id}/reactivate`] : ["deactivate", `DELETE /users/${id}`];
    const undo = undoBy(anyone, route);
    const entry = { key: `${did} ${id}`, what: `${undoes} account ${id}`, undo, thing: accountThing(ledger, id) };
    return [turned(ledger, `${undoes}d ${id}`, entry)];
  },
});

/** The account that an answer names by its id or its address. */
function accountOf(
  { cast }: LedgerFacts,
  told: string | number | undefined,
): { readonly name: string | undefined; readonly principal: unknown } {
  const [name, member] = Object.entries(cast).find(([, one]) => String(one.user_id) === String(told) || one.email === told) ?? [];
  return { name, principal: member?.user_id ?? (/^\d+$/.test(String(told)) ? Number(told) : told) };
}

const namesIn = (value: unknown): readonly string[] => itemsSent(value).map((one) => String(isObject(one) ? one.name : one));

/** @param comes whether the deed subscribes */
function* subscriptionChange(
  { anyone }: Deed,
  ledger: LedgerFacts,
  who: string | number | undefined,
  name: string,
  comes: boolean,
): Iterable<DeedEffect> {
  if (ledger.isOwn(`channel ${name}`)) return;
  const { name: member, principal } = accountOf(ledger, who);
  const key = (value: boolean) => `${value ? "subscribed" : "unsubscribed"} ${principal} ${name}`;
  const by = [...new Set([...(member === undefined ? [] : [member]), ...anyone])];
  const quiet = ledger.level < levels.subscriptionNotices ? {} : { send_new_subscription_messages: false };
  const undo = comes
    ? undoBy(by, "DELETE /users/me/subscriptions", { subscriptions: [name], principals: [principal] })
    : undoBy(by, "POST /users/me/subscriptions", { subscriptions: [{ name }], principals: [principal], ...quiet });
  const what = `${comes ? "unsubscribe" : "subscribe"} ${member ?? principal}: ${name}`;
  yield turned(ledger, key(!comes), { key: key(comes), what, undo });
}

function* subscribed(deed: Deed, ledger: LedgerFacts): Iterable<DeedEffect> {
  // An answer does not say which channels are new: those with a name of the run are.
  for (const name of namesIn(deed.fields.subscriptions).filter((one) => one.includes(ledger.namespace))) {
    if (ledger.isOwn(`channel ${name}`)) continue;
    const find = { path: "/get_stream_id", fields: { stream: name }, name, id: "stream_id" };
    yield { key: `channel ${name}`, what: `archive the channel ${name}`, undo: { ...undoBy(deed.anyone, "DELETE /streams/{id}"), find } };
  }
  for (const [who, names] of Object.entries(isObject(deed.body.subscribed) ? deed.body.subscribed : {}))
    for (const name of namesIn(names)) if (!name.includes(ledger.namespace)) yield* subscriptionChange(deed, ledger, who, name, true);
}

function* unsubscribed(deed: Deed, ledger: LedgerFacts): Iterable<DeedEffect> {
  // Where the request names nobody, it is about who sent it.
  const given = itemsSent(deed.fields.principals) as readonly (string | number)[];
  for (const who of given.length > 0 ? given : [idOf(ledger, deed.by)])
    for (const name of namesIn(deed.body.removed)) yield* subscriptionChange(deed, ledger, who, name, false);
}

/** Enters the id of a channel that the run has made: by it the channel is found whatever it is called. */
function* channelFound(anyone: readonly string[], name: string, id: unknown, ledger: LedgerFacts): Iterable<DeedEffect> {
  if (id === undefined || !ledger.has(`channel ${name}`)) return;
  const undo = undoBy(anyone, `DELETE /streams/${id}`);
  yield { key: `channel id ${id}`, what: `archive the channel ${name}`, undo, thing: thingOf("channel", id, name) };
  yield { gone: `channel ${name}` };
}

function* channelsTold({ anyone, body }: Deed, ledger: LedgerFacts): Iterable<DeedEffect> {
  for (const list of [body.subscriptions, body.unsubscribed, body.never_subscribed])
    for (const { name, stream_id } of objectsIn(list)) yield* channelFound(anyone, String(name), stream_id, ledger);
}

function* propertiesChanged({ by, self, fields }: Deed, ledger: LedgerFacts): Iterable<DeedEffect> {
  const told = ledger.own(by);
  const rows = ["subscriptions", "unsubscribed", "never_subscribed"].flatMap((list) => objectsIn(told?.[list]));
  for (const { stream_id, property, value } of objectsIn(fields.subscription_data)) {
    if (ledger.isOwn(`channel id ${stream_id}`)) continue;
    const row = rows.find((one) => one.stream_id === stream_id);
    const before = row?.[String(property)];
    const thing = thingOf("channel", stream_id, row?.name);
    const data = { subscription_data: [{ stream_id, property, value: before }] };
    const undo = undoBy(self, "POST /users/me/subscriptions/properties", data);
    const what = `set ${property} of ${by} for channel ${stream_id} back`;
    yield changed(`subscription ${by} ${stream_id} ${property}`, what, before, value, undo, thing);
  }
}

function* deviceAdded({ by, self, body: { device_id } }: Deed): Iterable<DeedEffect> {
  const undo = undoBy(self, "POST /remove_client_device", { device_id });
  yield undoable(device_id, { key: `device ${by} ${device_id}`, what: `remove the device ${worded(device_id)} of ${by}`, undo });
}

const givenValues = ({ fields }: Deed) => new Map(objectsIn(fields.data).map(({ id, value }) => [id, value] as const));
const takenValues = ({ fields }: Deed) => new Map(itemsSent(fields.data).map((id) => [id, undefined] as const));

/** Returns a text as a part of a path. Half of a pair of surrogates, which has no form there, becomes what servers make of it. */
const segment = (text: string): string => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, "\uFFFD"));

/** Returns the rule of a deed that adds what is deleted by the id that the answer tells. @param name the field that names it */
const addition = (kind: string, of: LedgerThing["kind"], path: string, name: string, idField = "id", undoes = "remove"): Rule => ({
  changes({ anyone, fields, body: { [idField]: id } }) {
    const undo = undoBy(anyone, `DELETE ${path}/${id}`);
    const thing = thingOf(of, id, fields[name]);
    return [undoable(id, { key: `${kind} ${id}`, what: `${undoes} the ${kind} ${worded(fields[name])}`, undo, thing })];
  },
});

function* domainAdded({ anyone, fields, body }: Deed): Iterable<DeedEffect> {
  const told = at(body, "new_domain", 1);
  // A server that keeps capitals removes a domain by the name that it tells.
  const domain = typeof told === "string" ? told : String(fields.domain).trim().toLowerCase();
  const undo = undoBy(anyone, `DELETE /realm/domains/${segment(domain)}`);
  yield undoable(told ?? fields.domain, { key: `domain ${domain}`, what: `remove the domain ${worded(fields.domain && domain)}`, undo });
}

function* emojiAdded({ by, id, anyone }: Deed, ledger: LedgerFacts): Iterable<DeedEffect> {
  const undo = undoBy(anyone, `DELETE /realm/emoji/${id}`);
  yield { key: `emoji ${id}`, what: `remove the emoji ${id}`, undo, thing: thingOf("emoji", id, idOf(ledger, by)) };
}

function* groupMade({ anyone, fields, body: { group_id: id } }: Deed, { level }: LedgerFacts): Iterable<DeedEffect> {
  const name = String(fields.name).trim();
  const [method, end, verb] = level < levels.groupDeactivation ? ["DELETE", "", "delete"] : ["POST", "/deactivate", "deactivate"];
  const undo = undoBy(anyone, `${method} /user_groups/${id ?? "{id}"}${end}`);
  const find = { path: "/user_groups", fields: {}, list: "user_groups", name, id: "id" };
  const what = `${verb} the group ${worded(fields.name && name)}`;
  if (id === undefined) yield { key: `group ${name}`, what, undo: { ...undo, find } };
  else yield { key: `group ${id}`, what, undo, thing: thingOf("group", id, name) };
}

/** The words that add to a group and take away from it, each with its opposite. */
const opposites = { add: "delete", delete: "add", add_subgroups: "delete_subgroups", delete_subgroups: "add_subgroups" } as const;

function* membersChanged({ id, anyone, fields }: Deed, ledger: LedgerFacts): Iterable<DeedEffect> {
  if (ledger.isOwn(`group ${id}`)) return;
  for (const [name, opposite] of Object.entries(opposites))
    for (const item of itemsSent(fields[name])) {
      const subject = `${name.includes("subgroups") ? "subgroup" : "member"} ${item}`;
      const key = (change: string) => `${change} ${subject} of group ${id}`;
      const undo = undoBy(anyone, `POST /user_groups/${id}/members`, { [opposite]: [item] });
      const what = `${opposite.startsWith("add") ? "add" : "remove"} ${subject} of the group ${id}`;
      yield turned(ledger, key(opposite), { key: key(name), what, undo, thing: thingOf("group", id) });
    }
}

function* folderMade({ anyone, fields: { name }, body: { channel_folder_id: id } }: Deed): Iterable<DeedEffect> {
  const undo = undoBy(anyone, `PATCH /channel_folders/${id}`, { is_archived: true });
  const thing = thingOf("folder", id, name);
  yield undoable(id, { key: `folder ${id}`, what: `archive the channel folder ${worded(name)}`, undo, thing });
}

function* folderChanged({ id, anyone, fields }: Deed, ledger: LedgerFacts): Iterable<DeedEffect> {
  const { is_archived: archives } = fields;
  const made = ledger.former(`folder ${id}`);
  if (made) {
    if (archives !== undefined) yield String(archives) === "true" ? { gone: made.key } : made;
    return;
  }
  const before = objectsIn(ledger.organization?.channel_folders).find((one) => String(one.id) === id);
  for (const name of ["name", "description", "is_archived"].filter((one) => fields[one] !== undefined)) {
    const what = `set ${name} of the channel folder ${id} back`;
    const undo = undoBy(anyone, `PATCH /channel_folders/${id}`, { [name]: before?.[name] });
    yield undoable(before, { key: `folder ${id} ${name}`, what, undo, thing: thingOf("folder", id, before?.name, fields.name) });
  }
}

function* viewAdded({ by, self, fields }: Deed): Iterable<DeedEffect> {
  const fragment = String(fields.fragment);
  const trimmed = fragment.trim();
  // Slashes of a fragment stand in the path as they are, or as one segment where a server routes by these; blanks at its ends some take away.
  const pathsOf = (one: string): string[] =>
    [one.split("/").map(segment).join("/"), segment(one)].map((path) => `/navigation_views/${path}`);
  const [first, ...otherPaths] = new Set([...pathsOf(fragment), ...pathsOf(trimmed)]);
  const undo = { ...undoBy(self, `DELETE ${first}`), ...(otherPaths.length > 0 && { otherPaths }) };
  const thing = thingOf("view", trimmed, fields.name ?? "");
  const what = `remove the navigation view ${worded(fields.fragment)} of ${by}`;
  yield undoable(fields.fragment, { key: `view ${by} ${fragment}`, what, undo, thing });
}

/** @param policy what it is from now on; undefined where nobody knows */
function policyChange(as: string | undefined, stream: unknown, topic: string, policy: unknown, ledger: LedgerFacts): DeedEffect {
  const isThis = (one: object): boolean =>
    String(at(one, "stream_id")) === String(stream) && String(at(one, "topic_name")).toLowerCase() === topic.toLowerCase();
  const before = Number(objectsIn(ledger.own(as)?.user_topics).find(isThis)?.visibility_policy ?? 0);
  const what = `set the visibility policy of ${as} for the topic ${topic} to ${before}`;
  const undo = undoBy(as === undefined ? [] : [as], "POST /user_topics", { stream_id: stream, topic, visibility_policy: before });
  return changed(`policy ${as} ${stream} ${topic.toLowerCase()}`, what, before, policy === undefined ? undefined : Number(policy), undo);
}

function* policySet({ by, fields: { stream_id, topic, visibility_policy }, body }: Deed, ledger: LedgerFacts): Iterable<DeedEffect> {
  if (stream_id !== undefined && topic !== undefined) yield policyChange(by, stream_id, String(topic), visibility_policy, ledger);
  // What lacks one of them, and got no answer, did nothing.
  else if (body.result === "success")
    yield { lost: `set the visibility policy of ${by} for the topic ${worded(topic)} of channel ${worded(stream_id)} back` };
}

function* messageSent({ body, fields }: Deed): Iterable<DeedEffect> {
  const id = String(body.id);
  yield { message: id, topic: String(fields.topic ?? "") };
  yield { renamed: "message", id, name: String(fields.content) };
}

/** Policies move along with the messages of a topic. */
function* messageChanged({ id, fields }: Deed, ledger: LedgerFacts): Iterable<DeedEffect> {
  const from = ledger.topicOf(id);
  const { topic = from, stream_id } = fields;
  if (from === undefined || (topic === from && stream_id === undefined)) return;
  const to = String(topic);
  for (const { key, undo } of ledger.entries) {
    if (!key.startsWith("policy ") || String(undo.fields.topic).toLowerCase() !== from.toLowerCase()) continue;
    yield policyChange(undo.by[0], stream_id ?? undo.fields.stream_id, to, undefined, ledger);
  }
  yield fields.propagate_mode === "change_one" || fields.propagate_mode === undefined
    ? { message: id, topic: to }
    : { topicMoved: from, to };
}

/** Flags of messages of others may have been set before: the suite sets none. */
function* flagged({ by, self, fields: { flag, op, messages } }: Deed, ledger: LedgerFacts): Iterable<DeedEffect> {
  if (flag === "read") return;
  for (const id of itemsSent(messages).filter((one) => ledger.topicOf(String(one)) !== undefined)) {
    const key = `flag of ${id} ${flag} ${by}`;
    const undo = undoBy(self, "POST /messages/flags", { messages: [id], flag, op: "remove" });
    const thing = thingOf("message", id, ...ledger.textsOf(String(id)));
    yield op === "add" ? { key, what: `remove the flag ${flag} of ${by} from message ${id}`, undo, thing } : { gone: key };
  }
}

function* realmChanged({ anyone, fields }: Deed, { organization }: LedgerFacts): Iterable<DeedEffect> {
  for (const [name, value] of Object.entries(fields)) {
    const before = formerSetting(name, organization?.[`realm_${name}`]);
    const undo = undoBy(anyone, "PATCH /realm", { [name]: before });
    yield changed(`realm ${name}`, `set ${name} of the organization back`, before, value, undo);
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
  "POST /user_groups/{id}/deactivate": removal("group"),
  "POST /user_groups/{id}/members": { changes: membersChanged },
  "POST /channel_folders/create": { changes: folderMade },
  "PATCH /channel_folders/{id}": { reads: "organization", renames: ["folder", "name"], changes: folderChanged },
  "POST /navigation_views": { changes: viewAdded },
  "POST /user_topics": { reads: "own", changes: policySet },
  "POST /messages": { changes: messageSent },
  "PATCH /messages/{id}": { renames: ["message", "content"], changes: messageChanged },
  "POST /messages/flags": { changes: flagged },
  "DELETE /messages/{id}": { changes: ({ id }) => [{ goneBelow: `flag of ${id} ` }] },
  "PATCH /realm": { reads: "organization", changes: realmChanged },
  "POST /realm/filters": addition("linkifier", "linkifier", "/realm/filters", "pattern"),
  "DELETE /realm/filters/{id}": removal("linkifier"),
  "POST /realm/profile_fields": addition("profile field", "field", "/realm/profile_fields", "name"),
  "DELETE /realm/profile_fields/{id}": removal("profile field"),
  "POST /realm/emoji/{name}": { changes: emojiAdded },
  "DELETE /realm/emoji/{name}": removal("emoji"),
  "PATCH /users/me/profile_data": { reads: "own", changes: (deed, ledger) => profileChanged(givenValues(deed), deed, ledger) },
  "DELETE /users/me/profile_data": { reads: "own", changes: (deed, ledger) => profileChanged(takenValues(deed), deed, ledger) },
  "PATCH /settings": { reads: "own", changes: settingsChanged },
  "PATCH /users/{id}": { reads: "organization", renames: ["account", "full_name"], changes: accountChanged },
  "POST /bots": addition("bot", "account", "/bots", "full_name", "user_id", "deactivate"),
  "DELETE /bots/{id}": removal("bot"),
  "DELETE /users/{id}": activation("deactivated"),
  "POST /users/{id}/reactivate": activation("reactivated"),
  "POST /users/me/subscriptions": { changes: subscribed },
  "DELETE /users/me/subscriptions": { changes: unsubscribed },
  "POST /users/me/subscriptions/properties": { reads: "own", changes: propertiesChanged },
  "GET /get_stream_id": {
    changes: ({ anyone, fields, body }, ledger) => channelFound(anyone, String(fields.stream), body.stream_id, ledger),
  },
  "POST /register": { changes: channelsTold },
  "PATCH /streams/{id}": { renames: ["channel", "new_name"], changes: () => [] },
  "DELETE /streams/{id}": removal("channel id"),
  "POST /register_client_device": { changes: deviceAdded },
  "POST /remove_client_device": { changes: ({ by, fields }) => [{ gone: `device ${by} ${fields.device_id}` }] },
};
