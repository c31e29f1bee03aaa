import type { MentionedGroup, MentionedUser, Scope } from "../scope.ts";
import type { Construct, Scan } from "./scan.ts";

// What stands before is asked behind the sign: where a pattern begins with a fixed sign, places without it cost nothing.
const userMention = /@(?<![^\s'"({[/<]@)(_?)\*\*([^*]+)\*\*/g;
const groupMention = /@(?<![^\s'"({[/<]@)(_?)\*([^*]+)\*/g;
const withId = /^(.*)\|([0-9]{1,15})$/s;

const channelWildcards = new Set(["all", "everyone", "channel", "stream"]);
const topicWildcard = "topic";

/** `@**name**`, `@**name|id**`, `@**|id**`, the wildcards, and the silent forms of all. */
export const userMentions: Construct = (text, scan) => {
  return text.replace(userMention, (whole, mark: string, name: string) => {
    const silent = mark === "_";
    if (isChannelWildcard(scan.scope, name)) return wildcard(scan, name, silent);
    if (name === topicWildcard && scan.scope.has("topicWildcard")) return wholeTopic(scan, silent);
    const user = findUser(scan.scope, name);
    return user ? personal(scan, user, silent || !user.active) : whole;
  });
};

/** `@*name*` and `@_*name*`. */
export const groupMentions: Construct = (text, scan) => {
  return text.replace(groupMention, (whole, mark: string, name: string) => {
    const group = findGroup(scan.scope, name);
    if (!group) return whole;
    const silent = mark === "_" || !group.active;
    if (!silent) scan.mentions.groups.add(group.id);
    const attributes = { class: classes("user-group-mention", silent), "data-user-group-id": String(group.id) };
    return scan.keep("span", attributes, spoken(group.displayName, silent));
  });
};

/** Makes every mention in a line of a quote silent. */
export function silenceMentions(line: string): string {
  if (!line.includes("@")) return line;
  return line.replace(userMention, "@_**$2**").replace(groupMention, "@_*$2*");
}

function isChannelWildcard(scope: Scope, name: string): boolean {
  return channelWildcards.has(name) && (name !== "channel" || scope.has("channelWildcard"));
}

function findGroup(scope: Scope, name: string): MentionedGroup | undefined {
  return name.startsWith("role:") && !scope.has("systemGroupMentions") ? undefined : scope.group(name);
}

function findUser(scope: Scope, name: string): MentionedUser | undefined {
  const [, fullName, id] = withId.exec(name) ?? [];
  if (id === undefined) return scope.userByName(name);
  const user = scope.userById(Number(id));
  return fullName === "" || user?.full_name === fullName ? user : undefined;
}

function personal(scan: Scan, user: MentionedUser, silent: boolean): string {
  if (!silent) scan.mentions.users.add(user.user_id);
  const attributes = { class: classes("user-mention", silent), "data-user-id": String(user.user_id) };
  return scan.keep("span", attributes, spoken(user.full_name, silent));
}

function wildcard(scan: Scan, word: string, silent: boolean): string {
  if (!silent) scan.mentions.channelWildcard = true;
  const kind = scan.scope.has("wildcardClass") ? "user-mention channel-wildcard-mention" : "user-mention";
  const attributes = { class: classes(kind, silent), "data-user-id": "*" };
  return scan.keep("span", attributes, spoken(word, silent));
}

function wholeTopic(scan: Scan, silent: boolean): string {
  if (!silent) scan.mentions.topicWildcard = true;
  return scan.keep("span", { class: classes("topic-mention", silent) }, spoken(topicWildcard, silent));
}

function classes(kind: string, silent: boolean): string {
  return silent ? `${kind} silent` : kind;
}

function spoken(name: string, silent: boolean): string {
  return silent ? name : `@${name}`;
}
