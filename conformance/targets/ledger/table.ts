import { at, isEqual, isObject } from "../../client/json.ts";
import { levels } from "../../client/levels.ts";
import { anyOf, type Book, type Change, type Deed, itemsOf, objectsIn, type Rule, selfOf, undoBy } from "./deed.ts";
import { peopleRules } from "./people.ts";

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

function* domainAdded(deed: Deed, book: Book): Iterable<Change> {
  const domain = String(at(deed.body, "new_domain", 1) ?? deed.fields.domain)
    .trim()
    .toLowerCase();
  const undo = undoBy(anyOf(deed, book), `DELETE /realm/domains/${segment(domain)}`);
  yield { key: `domain ${domain}`, what: `remove the domain ${domain}`, undo };
}

function* groupMade(deed: Deed, book: Book): Iterable<Change> {
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

function* membersChanged(deed: Deed, book: Book): Iterable<Change> {
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

function* folderMade(deed: Deed, book: Book): Iterable<Change> {
  const { channel_folder_id: id } = deed.body;
  const what = `archive the channel folder ${String(deed.fields.name)}`;
  yield id === undefined ? { lost: what } : folderEntry(deed, book, String(id), what);
}

const folderEntry = (deed: Deed, book: Book, id: string, what: string): Change => ({
  key: `folder ${id}`,
  what,
  undo: undoBy(anyOf(deed, book), `PATCH /channel_folders/${id}`, { is_archived: true }),
});

function* folderChanged(deed: Deed, book: Book): Iterable<Change> {
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

function* viewAdded(deed: Deed): Iterable<Change> {
  const fragment = String(deed.fields.fragment).trim();
  const undo = undoBy(selfOf(deed), `DELETE /navigation_views/${asPath(fragment)}`);
  yield { key: `view ${deed.by} ${fragment}`, what: `remove the navigation view ${fragment} of ${deed.by}`, undo };
}

/** @param policy what it is from now on; undefined where nobody knows */
function policyChange(as: string | undefined, stream: unknown, topic: string, policy: unknown, book: Book): Change {
  const isThis = (one: object): boolean =>
    String(at(one, "stream_id")) === String(stream) && String(at(one, "topic_name")).toLowerCase() === topic.toLowerCase();
  const before = Number(objectsIn(book.own(as)?.user_topics).find(isThis)?.visibility_policy ?? 0);
  const key = `policy ${as} ${stream} ${topic.toLowerCase()}`;
  if (policy !== undefined && Number(policy) === before) return { gone: key };
  const undo = undoBy(as === undefined ? [] : [as], "POST /user_topics", { stream_id: stream, topic, visibility_policy: before });
  return { key, what: `set the visibility policy of ${as} for the topic ${topic} to ${before}`, undo };
}

function* policySet(deed: Deed, book: Book): Iterable<Change> {
  const { stream_id, topic, visibility_policy } = deed.fields;
  yield policyChange(deed.by, stream_id, String(topic), visibility_policy, book);
}

/** Policies move along with the messages of a topic. */
function* messageMoved(deed: Deed, book: Book): Iterable<Change> {
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
function* flagged(deed: Deed, book: Book): Iterable<Change> {
  const { flag, op } = deed.fields;
  if (flag === "read") return;
  for (const id of itemsOf(deed.fields.messages).filter((one) => book.topicOf(String(one)) !== undefined)) {
    const key = `flag of ${id} ${flag} ${deed.by}`;
    const undo = undoBy(selfOf(deed), "POST /messages/flags", { messages: [id], flag, op: "remove" });
    yield op === "add" ? { key, what: `remove the flag ${String(flag)} of ${deed.by} from message ${id}`, undo } : { gone: key };
  }
}

function* realmChanged(deed: Deed, book: Book): Iterable<Change> {
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
