import { isEqual, isObject } from "./client/json.ts";

/**
 * What properties hold that no sentence of the specification states, and that is only seen on running servers: by the address of the property, `*` for
 * any text. Servers are held to it that say they are such, by the brand `zulip`, `like` in a target file or `--like zulip`.
 */
export const observedOnly: Readonly<Record<string, string>> = {
  "*.text/*-told": "events that section Events does not name",
  "conventions.wrongBooleans/*": "a text that is no boolean is refused where one is asked for",
  "conventions/refusedAcknowledgement": "an acknowledgement of an event that was never sent is refused",
  "events/idsAscend": "the ids of events ascend",
  "fetch_api_key.post/deactivated": "a deactivated account does not log in",
  "fetch_api_key.post/hiddenAddress": "people log in with the address that they hide, and not with the one that stands for it",
  "message.edits/resolvedLongest": "a topic is cut where its mark as resolved makes it too long",
  "messages-id.delete/toldOf": "an event tells of deletions",
  "messages-id.delete/untold": "an event tells of deletions",
  "messages.get.anchors/rareDate": "rare forms of ISO 8601",
  "messages.get.text/anchor-date-wrong": "a day that no calendar has is refused",
  "messages.post.to/mixedList": "a list of ids and addresses is refused",
  "monitor/acknowledged-events": "the ids of events ascend",
  "monitor/event-ids": "the ids of events ascend",
  "narrow/cased": "capitals of topics, channels and addresses do not count in narrows",
  "narrow/partition": "narrows can negate a term",
  "narrow/publicOnly": "narrows can negate a term",
  "narrow/wrong": "what of a narrow is malformed",
  "*/notices": "notices of a server's own bots",
  "remove_client_device.post.text/unknown-device": "a device that is not there is refused",
  "server_settings.get/methods":
    "authentication_methods.email is email_auth_enabled, and authentication_methods.password is true where a directory opens accounts, too",
  "visibility/left": "who leaves a private channel loses access to what they received in it",
  "user-group.permissions/mentionsGroup": "how a group is mentioned",
  "user_topics.post.text/stream-unknown": "a policy in a channel that does not exist is refused",
  "versioning.ahead.*": "what a later level brought is not there before it",
};

/** Properties about lengths, by their addresses: in which unit a server counts, no sentence says, so that others are tried with characters that are one of each. */
const lengths = /^limits[./]|(AtBound|BeyondBound|Bound|-(bound|beyond)|longest\w*|tooLong\w*)$/;

/** Whether a property is about a bound of a name such as `max_topic_length`, or may be. */
export function isAboutLength(address: string, bound: string): boolean {
  if (!lengths.test(address)) return false;
  if (!bound.startsWith("max_channel_folder_")) return true;
  const [name, description] = [/name/i.test(address), /description/i.test(address)];
  return name === description || bound.includes(name ? "_name_" : "_description_");
}

/** Properties about the failures that section Errors counts among those with the generic code, and one about a code that another had before. */
const ofCodes: ReadonlySet<string> = new Set([
  "channel_folders-id.patch.text/unknown-id",
  "messages-id.delete.text/missing",
  "messages-id.delete/notLetIn",
  "messages-id.delete/notOurs",
  "messages-id.delete/notPermitted",
  "messages-id.get.text/missing",
  "messages-id.get/invisible",
  "messages.post.errors/wildcardBefore",
  "messages.post.text/unknown-recipient",
  "navigation_views.post.text/fragment-blank",
  "typing.post.text/stream-id-required",
  "user_groups.create.post.text/members-unknown",
  "users.me.profile_data.patch/restrictedField",
  "users.me.profile_data.patch/unknownAlone",
]);

/** Whether a property is about which code a refusal has, by its address. Of the others a refusal is enough: the text says of some failures only which code they have. */
export const isAboutCodes = (address: string): boolean => ofCodes.has(address);

/** Returns a value whose names are not as long as they may be. */
const withoutFill = <T>(given: T): T =>
  JSON.stringify(given)?.includes('"fill":"limit"')
    ? JSON.parse(JSON.stringify(given), (name, value) => (name === "fill" && value === "limit" ? undefined : value))
    : given;

/** Returns a text as a server may keep it: its characters composed (NFC), and white space within it one space. Blank texts are another matter. */
const asKept = (text: string): string => (text.trim() === "" ? text : text.normalize("NFC").replace(/\s+/g, " ").trim());

/** Returns a value with texts that any server keeps as they are: that one is kept to the letter is stated of the local id alone, and of content nearly so. */
function keepable(value: unknown): unknown {
  if (typeof value === "string") return asKept(value);
  if (Array.isArray(value)) return value.map(keepable);
  if (!isObject(value)) return value;
  const kept = (name: string, inner: unknown): unknown =>
    name === "local_id" || inner === undefined
      ? inner
      : name === "content"
        ? JSON.parse(JSON.stringify(inner).normalize("NFC"))
        : keepable(inner);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, kept(name, inner)]));
}

/** Returns what a property is tried with on a server that is not held to what is only seen on running ones. */
export function plainest(address: string, given: object): object {
  // What is about something else does not try how long a name may be: no sentence says the numbers.
  if (!lengths.test(address)) {
    const kept = keepable(withoutFill(given));
    return isEqual(kept, given) ? given : (kept as object);
  }
  return JSON.parse(JSON.stringify(given).replace(/[^\u0000-\u007f]/gu, "x"));
}

const patterns = Object.entries(observedOnly).map(
  ([pattern, what]) => [new RegExp(`^${pattern.replace(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*")}$`), what] as const,
);

/** Returns what a property holds that is only seen on running servers; undefined where a sentence states it. */
export const observedBy = (address: string): string | undefined => patterns.find(([pattern]) => pattern.test(address))?.[1];
