import { findAddress } from "./inline/address.ts";
import { matchesOf } from "./linkifiers.ts";
import type { Scope } from "./scope.ts";
import { splitUrl } from "./urls.ts";

interface Candidate {
  readonly start: number;
  readonly text: string;
  readonly url: string;
}

/** `topic_links`: the linkifier matches and the addresses in a topic, in the order of the text. */
export function topicLinks(topic: string, scope: Pick<Scope, "linkifiers">): { text: string; url: string }[] {
  const candidates = scope.linkifiers.flatMap((linkifier): Candidate[] => matchesOf(linkifier, topic));
  const kept: Candidate[] = [];
  for (const candidate of [...candidates, ...addresses(topic)]) {
    if (!kept.some((other) => overlap(other, candidate))) kept.push(candidate);
  }
  return kept.sort((a, b) => a.start - b.start).map(({ text, url }) => ({ text, url }));
}

function overlap(a: Candidate, b: Candidate): boolean {
  return a.start < b.start + b.text.length && b.start < a.start + a.text.length;
}

function addresses(topic: string): Candidate[] {
  const found: Candidate[] = [];
  for (const { 0: piece, index } of topic.matchAll(/[^ !;),'"]+/g)) {
    const address = findAddress(piece);
    if (!address) continue;
    const url = splitUrl(address.address)?.scheme ? address.address : `https://${address.address}`;
    found.push({ start: index + address.at, text: address.address, url });
  }
  return found;
}
