/** The clause about each kind of records of a realm file. A kind that no clause is about stands in none. */
const kinds: Readonly<Record<string, string>> = {
  groups: "user-group/settings",
  linkifiers: "linkifier/pattern",
  emoji: "message-resource/reaction-realm",
  folders: "folder/name",
  channels: "message-resource/stream-id",
  profile_fields: "records/profile-value",
  domains: "records/allowed-domain",
  messages: "message-resource/id",
  topic_policies: "topic-policy/personal",
  users: "message-resource/sender-id",
};

/** The kinds whose fields have clauses of their own, by the names of these. */
const fields: Readonly<Record<string, string>> = { groups: "user-group", linkifiers: "linkifier", folders: "folder" };

/**
 * Returns the id of the clause about the place in a realm file that a path such as `linkifiers[0].url_template` leads to; undefined where
 * none is.
 * @param ids those of all clauses
 */
export function clauseOfRecord(path: string, ids: ReadonlySet<string>): string | undefined {
  const [, kind = ""] = /^(\w+)/.exec(path) ?? [];
  const [, field = ""] = /\.(\w+)$/.exec(path) ?? [];
  const own = Object.hasOwn(fields, kind) ? `${fields[kind]}/${field}` : "";
  return ids.has(own) ? own : Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
}
