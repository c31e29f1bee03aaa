import type { Scope } from "../scope.ts";
import { plainText } from "../stash.ts";
import { noAttributes } from "../tree.ts";
import { matchesIn, replaceEach } from "./replace-each.ts";
import type { Construct, Scan } from "./scan.ts";

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
  return scope.has("newestInPermalinks") ? scope.newestMessageInTopic(stream_id, topic) : scope.oldestMessageInTopic(stream_id, topic);
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
