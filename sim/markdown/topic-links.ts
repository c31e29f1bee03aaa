import { findAddress } from "./inline/address.ts";
import { MatchWork, matchesOf } from "./linkifiers.ts";
import type { Scope } from "./scope.ts";
import { splitUrl } from "./urls.ts";

interface Candidate {
  readonly start: number;
  readonly text: string;
  readonly url: string;
}

/** `topic_links`: the linkifier matches and the addresses in a topic, in the order of the text. */
export function topicLinks(topic: string, scope: Pick<Scope, "linkifiers">): { text: string; url: string }[] {
  const work = new MatchWork();
  const matches = scope.linkifiers.map((linkifier): readonly Candidate[] => matchesOf(linkifier, topic, work));
  return [...matches, addresses(topic)].reduce(withFree, []).map(({ text, url }) => ({ text, url }));
}

/** Adds the candidates that overlap none of those that are kept already. Both are in the order of the text. */
function withFree(kept: readonly Candidate[], candidates: readonly Candidate[]): readonly Candidate[] {
  const merged: Candidate[] = [];
  let next = 0;
  for (const candidate of candidates) {
    while (next < kept.length && endOf(kept[next] as Candidate) <= candidate.start) merged.push(kept[next++] as Candidate);
    const other = kept[next];
    if (!other || endOf(candidate) <= other.start) merged.push(candidate);
  }
  return merged.concat(kept.slice(next));
}

function endOf({ start, text }: Candidate): number {
  return start + text.length;
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
