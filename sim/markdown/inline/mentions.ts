import { escapeText } from "../escape.ts";
import type { MentionedGroup, MentionedUser, Scope } from "../scope.ts";
import { put } from "../stash.ts";
import { finished } from "../tree.ts";
import { matchesIn, replaceEach } from "./replace-each.ts";
import type { Construct, Scan } from "./scan.ts";

// What stands before is asked behind the sign: where a pattern begins with a fixed sign, places without it cost nothing.
const userMention = /@(?<![^\s'"({[/<]@)(_?)\*\*([^*]+)\*\*/g;
const groupMention = /@(?<![^\s'"({[/<]@)(_?)\*([^*]+)\*/g;
const withId = /^(.*)\|([0-9]{1,15})$/s;

const channelWildcards = new Set(["all", "everyone", "channel", "stream"]);
const topicWildcard = "topic";

/** `@**name**`, `@**name|id**`, `@**|id**`, the wildcards, and the silent forms of all. */
export const userMentions: Construct = (text, scan) => {
  return replaceEach(text, userMention, (match) => {
    const name = match[2] as string;
    const silent = match[1] === "_";
    if (isChannelWildcard(scan.scope, name)) return wildcard(scan, name, silent);
    if (name === topicWildcard && scan.scope.has("topicWildcard")) return wholeTopic(scan, silent);
    const user = findUser(scan.scope, name);
    return user && scan.names(peopleIn, user.user_id) ? personal(scan, user, silent || !user.active) : match[0];
  });
};

/** `@*name*` and `@_*name*`. */
export const groupMentions: Construct = (text, scan) => {
  return replaceEach(text, groupMention, (match) => {
    const group = findGroup(scan.scope, match[2] as string);
    if (!group || !scan.names(groupsIn, group.id)) return match[0];
    const silent = match[1] === "_" || !group.active;
    if (!silent) (scan.mentions.groups ??= new Set()).add(group.id);
    return span(scan, "user-group-mention", ` data-user-group-id="${group.id}"`, group.displayName, silent);
  });
};

const peopleIn = (source: string, scope: Scope): ReadonlySet<number> =>
  new Set(matchesIn(source, userMention).map((match) => findUser(scope, match[2] as string)?.user_id ?? 0));

const groupsIn = (source: string, scope: Scope): ReadonlySet<number> =>
  new Set(matchesIn(source, groupMention).map((match) => findGroup(scope, match[2] as string)?.id ?? 0));

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
  const match = name.includes("|") ? withId.exec(name) : null;
  if (!match) return scope.userByName(name);
  const user = scope.userById(Number(match[2]));
  return match[1] === "" || user?.full_name === match[1] ? user : undefined;
}

function personal(scan: Scan, user: MentionedUser, silent: boolean): string {
  if (!silent) (scan.mentions.users ??= new Set()).add(user.user_id);
  return span(scan, "user-mention", ` data-user-id="${user.user_id}"`, user.full_name, silent);
}

function wildcard(scan: Scan, word: string, silent: boolean): string {
  if (!silent) scan.mentions.channelWildcard = true;
  const kind = scan.scope.has("wildcardClass") ? "user-mention channel-wildcard-mention" : "user-mention";
  return span(scan, kind, ' data-user-id="*"', word, silent);
}

function wholeTopic(scan: Scan, silent: boolean): string {
  if (!silent) scan.mentions.topicWildcard = true;
  return span(scan, "topic-mention", "", topicWildcard, silent);
}

function span({ stash }: Scan, kind: string, target: string, name: string, silent: boolean): string {
  const text = silent ? name : `@${name}`;
  return put(stash, finished(`<span class="${silent ? `${kind} silent` : kind}"${target}>${escapeText(text)}</span>`, text));
}
