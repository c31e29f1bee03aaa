import { escapeText } from "../escape.ts";
import type { MentionedGroup, MentionedUser, Scope } from "../scope.ts";
import { plainText, put } from "../stash.ts";
import { finished, noAttributes } from "../tree.ts";
import type { Construct, Scan } from "./construct.ts";
import { matchesIn, replaceEach } from "./replace-each.ts";

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

const link = /#(?<![^\s'"({/<]#)\*\*([^*]+)\*\*/g;
const linkAlsoBehindBracket = /(?<![^\s'"({[/<])#\*\*([^*]+)\*\*/g;
const withMessage = /^([^>]+)>(.*)@([0-9]+)$/s;
const withTopic = /^([^>]+)>(.*)$/s;

/** `#**channel**`, `#**channel>topic**` and `#**channel>topic@message**`. */
export const channelLinks: Construct = (text, scan) => {
  if (!text.includes("#**")) return text;
  return replaceEach(text, patternOf(scan.scope), (match) => {
    const target = match[1] as string;
    return messageLink(scan, target) ?? topicLink(scan, target) ?? channelLink(scan, target) ?? match[0];
  });
};

const patternOf = (scope: Scope): RegExp => (scope.has("noChannelLinkBehindBracket") ? link : linkAlsoBehindBracket);

/** The names of channels in a source, that of a topic's channel alone and with the topic: a name may hold the sign between them. */
const channelsIn = (source: string, scope: Scope): ReadonlySet<string> =>
  new Set(matchesIn(source, patternOf(scope)).flatMap(([, target = ""]) => [target, target.replace(/>.*$/s, "")]));

function messageLink(scan: Scan, target: string): string | undefined {
  const [, name = "", topic = "", message = ""] = withMessage.exec(target) ?? [];
  const channel = scan.scope.has("messageLinks") ? channelOf(scan, name, topic) : undefined;
  if (!channel) return undefined;
  const href = `${topicUrl(scan, channel, plainText(scan.stash, topic))}/near/${message}`;
  return topicAnchor(scan, { class: "message-link", href }, channel.name, topic, " @ 💬");
}

function topicLink(scan: Scan, target: string): string | undefined {
  const [, name = "", topic = ""] = withTopic.exec(target) ?? [];
  const channel = channelOf(scan, name, topic);
  if (!channel) return undefined;
  const plainTopic = plainText(scan.stash, topic);
  const anchor = anchorMessage(scan.scope, channel, plainTopic);
  const href = topicUrl(scan, channel, plainTopic) + (anchor === undefined ? "" : `/with/${anchor}`);
  const attributes = { class: "stream-topic", "data-stream-id": String(channel.stream_id), href };
  return topicAnchor(scan, attributes, channel.name, topic, "");
}

function channelLink(scan: Scan, name: string): string | undefined {
  const channel = channelNamed(scan, name);
  if (!channel) return undefined;
  const attributes = { class: "stream", "data-stream-id": String(channel.stream_id), href: channelUrl(scan, channel) };
  return scan.keep("a", attributes, `#${channel.name}`);
}

function topicAnchor(scan: Scan, attributes: Readonly<Record<string, string>>, channelName: string, topic: string, end: string): string {
  const topicName = topic === "" ? scan.keep("em", noAttributes, scan.scope.emptyTopicName) : topic;
  return scan.keep("a", attributes, `#${channelName} > ${topicName}${end}`);
}

interface Channel {
  readonly stream_id: number;
  readonly name: string;
}

/** The channel of a link to a topic, which old servers want named. */
function channelOf(scan: Scan, name: string, topic: string): Channel | undefined {
  return name === "" || (topic === "" && !scan.scope.has("emptyTopicLinks")) ? undefined : channelNamed(scan, name);
}

function channelNamed(scan: Scan, name: string): Channel | undefined {
  return scan.names(channelsIn, name) ? scan.scope.channel(name) : undefined;
}

/** The message by which a topic is found again after it has moved. */
function anchorMessage(scope: Scope, { stream_id }: Channel, topic: string): number | undefined {
  if (!scope.has("topicPermalinks")) return undefined;
  return scope.messageInTopic(scope.has("newestInPermalinks") ? "newest" : "oldest", stream_id, topic);
}

/** The level's facts that addresses depend on. */
interface Levelled {
  readonly scope: Pick<Scan["scope"], "has">;
}

function channelUrl({ scope }: Levelled, { stream_id, name }: Channel): string {
  return `/#narrow/${scope.has("channelLinks") ? "channel" : "stream"}/${stream_id}-${encodeOperand(name.replaceAll(" ", "-"))}`;
}

/** Returns where a topic is in a client, without the server. */
export function topicUrl(levelled: Levelled, channel: Channel, topic: string): string {
  return `${channelUrl(levelled, channel)}/topic/${encodeOperand(topic)}`;
}

/** Percent encoding with the percent sign written as a dot, and so a dot as `.2E`. */
function encodeOperand(operand: string): string {
  const sound = /[\ud800-\udfff]/.test(operand) ? operand.replace(/\p{Surrogate}/gu, "\uFFFD") : operand;
  return encodeURIComponent(sound)
    .replace(/[.!'()]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%", ".");
}
