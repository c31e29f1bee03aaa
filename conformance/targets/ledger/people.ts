import { at, type Body, isEqual, isObject, parsed } from "../../client/json.ts";
import { levels } from "../../client/levels.ts";
import { anyOf, type Book, type Change, type Deed, itemsOf, objectsIn, type Rule, selfOf, undoBy } from "./deed.ts";

const idOf = ({ cast }: Book, name: string | undefined): number | undefined => (name === undefined ? undefined : cast[name]?.user_id);

/** Returns the record of an account among those that a registration told. */
const rowOf = (told: Body | undefined, id: unknown): Body | undefined =>
  [...objectsIn(told?.realm_users), ...objectsIn(told?.realm_non_active_users)].find(({ user_id }) => String(user_id) === String(id));

/** The type of custom profile fields that name people: told as text, sent as a list. */
const peopleType = 6;

/** @param values the values that the deed sets, by field; undefined for one that it takes away */
function* profileChanged(values: ReadonlyMap<unknown, unknown>, deed: Deed, book: Book): Iterable<Change> {
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

function* settingsChanged(deed: Deed, book: Book): Iterable<Change> {
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

function* accountChanged(deed: Deed, book: Book): Iterable<Change> {
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
function subscriptionChange(deed: Deed, book: Book, who: string | number | undefined, name: string, comes: boolean): Change[] {
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

function* subscribed(deed: Deed, book: Book): Iterable<Change> {
  // An answer does not say which channels are new: those with a name of the run are.
  for (const name of namesIn(deed.fields.subscriptions).filter((one) => one.includes(book.namespace))) {
    if (book.isOwn(`channel ${name}`)) continue;
    const find = { path: "/get_stream_id", fields: { stream: name }, name, id: "stream_id" };
    yield { key: `channel ${name}`, what: `archive the channel ${name}`, undo: { ...archiving(deed, book, "{id}"), find } };
  }
  for (const [who, names] of Object.entries(isObject(deed.body.subscribed) ? deed.body.subscribed : {}))
    for (const name of namesIn(names)) if (!name.includes(book.namespace)) yield* subscriptionChange(deed, book, who, name, true);
}

function* unsubscribed(deed: Deed, book: Book): Iterable<Change> {
  for (const who of principalsOf(deed, book))
    for (const name of namesIn(deed.body.removed)) yield* subscriptionChange(deed, book, who, name, false);
}

/** The id of a channel that the run has made: by it the channel is found whatever it is called. */
function* channelFound(deed: Deed, book: Book): Iterable<Change> {
  const name = String(deed.fields.stream);
  const { stream_id: id } = deed.body;
  if (id === undefined || !book.has(`channel ${name}`)) return;
  yield { key: `channel id ${id}`, what: `archive the channel ${name}`, undo: archiving(deed, book, String(id)) };
  yield { gone: `channel ${name}` };
}

function* propertiesChanged(deed: Deed, book: Book): Iterable<Change> {
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

function* deviceAdded(deed: Deed): Iterable<Change> {
  const { device_id } = deed.body;
  const what = `remove the device ${device_id} of ${deed.by}`;
  const undo = undoBy(selfOf(deed), "POST /remove_client_device", { device_id });
  yield device_id === undefined ? { lost: what } : { key: deviceKey(deed, device_id), what, undo };
}

const givenValues = ({ fields }: Deed) => new Map(objectsIn(fields.data).map(({ id, value }) => [id, value] as const));
const takenValues = ({ fields }: Deed) => new Map(itemsOf(fields.data).map((id) => [id, undefined] as const));

/** The rules of what concerns accounts: their settings, profiles, devices and subscriptions. */
export const peopleRules: Readonly<Record<string, Rule>> = {
  "PATCH /users/me/profile_data": { reads: "own", changes: (deed, book) => profileChanged(givenValues(deed), deed, book) },
  "DELETE /users/me/profile_data": { reads: "own", changes: (deed, book) => profileChanged(takenValues(deed), deed, book) },
  "PATCH /settings": { reads: "own", changes: settingsChanged },
  "PATCH /users/{id}": { reads: "organization", changes: accountChanged },
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
