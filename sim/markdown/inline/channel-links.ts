import { plainText } from "../stash.ts";
import type { Construct, Scan } from "./scan.ts";

const link = /(?<![^\s'"({/<])#\*\*([^*]+)\*\*/g;
const withMessage = /^([^>]+)>(.*)@([0-9]+)$/s;
const withTopic = /^([^>]+)>(.*)$/s;

/** `#**channel**`, `#**channel>topic**` and `#**channel>topic@message**`. */
export const channelLinks: Construct = (text, scan) => {
  if (!text.includes("#**")) return text;
  return text.replace(link, (whole, target: string) => {
    return messageLink(scan, target) ?? topicLink(scan, target) ?? channelLink(scan, target) ?? whole;
  });
};

function messageLink(scan: Scan, target: string): string | undefined {
  const [, name = "", topic = "", message = ""] = withMessage.exec(target) ?? [];
  const channel = name === "" ? undefined : scan.scope.channel(name);
  if (!channel) return undefined;
  const href = `${topicUrl(channel, plainText(scan.stash, topic))}/near/${message}`;
  return topicAnchor(scan, { class: "message-link", href }, channel.name, topic, " @ 💬");
}

function topicLink(scan: Scan, target: string): string | undefined {
  const [, name = "", topic = ""] = withTopic.exec(target) ?? [];
  const channel = name === "" ? undefined : scan.scope.channel(name);
  if (!channel) return undefined;
  const plainTopic = plainText(scan.stash, topic);
  const newest = scan.scope.newestMessageInTopic(channel.stream_id, plainTopic);
  const href = topicUrl(channel, plainTopic) + (newest === undefined ? "" : `/with/${newest}`);
  const attributes = { class: "stream-topic", "data-stream-id": String(channel.stream_id), href };
  return topicAnchor(scan, attributes, channel.name, topic, "");
}

function channelLink(scan: Scan, name: string): string | undefined {
  const channel = scan.scope.channel(name);
  if (!channel) return undefined;
  const attributes = { class: "stream", "data-stream-id": String(channel.stream_id), href: channelUrl(channel) };
  return scan.keep("a", attributes, `#${channel.name}`);
}

function topicAnchor(scan: Scan, attributes: Readonly<Record<string, string>>, channelName: string, topic: string, end: string): string {
  const shown = topic === "" ? scan.keep("em", {}, scan.scope.emptyTopicName) : topic;
  return scan.keep("a", attributes, `#${channelName} > ${shown}${end}`);
}

interface Channel {
  readonly stream_id: number;
  readonly name: string;
}

function channelUrl({ stream_id, name }: Channel): string {
  return `/#narrow/channel/${stream_id}-${encodeOperand(name.replaceAll(" ", "-"))}`;
}

function topicUrl(channel: Channel, topic: string): string {
  return `${channelUrl(channel)}/topic/${encodeOperand(topic)}`;
}

/** Percent encoding with the percent sign written as a dot, and so a dot as `.2E`. */
function encodeOperand(operand: string): string {
  return encodeURIComponent(operand.replace(/\p{Surrogate}/gu, "\uFFFD"))
    .replace(/[.!'()]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%", ".");
}
