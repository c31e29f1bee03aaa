import type { LinkifierId } from "../../core/ids.ts";
import type { Linkifier } from "../../core/organization.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse } from "../../core/refusal.ts";
import { compileLinkifier, isUrlTemplate, LinkifierError } from "../../markdown/index.ts";
import { badTemplate, blank, type Faults, refuseFaults, whole } from "./faults.ts";

/** A linkifier as sent. */
interface SentLinkifier {
  readonly pattern: string;
  readonly url_template: string;
  readonly alternative_url_templates?: readonly string[] | undefined;
}

/** Returns what is wrong with a pattern and a template. */
function faultOf(pattern: string, url_template: string): string | undefined {
  try {
    compileLinkifier(pattern, url_template);
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof LinkifierError)) throw thrown;
    return thrown.message;
  }
}

/** The faults by the field they lie in, in the order in which servers find them. */
function faultsOf(realm: Realm, { pattern, url_template, alternative_url_templates = [] }: SentLinkifier, own: LinkifierId | undefined) {
  const faults: Faults = {};
  if (pattern === "") faults.pattern = [blank];
  if (url_template === "") faults.url_template = [blank];
  else if (!isUrlTemplate(url_template)) faults.url_template = [badTemplate];
  if (!alternative_url_templates.every(isUrlTemplate)) faults.alternative_url_templates = [badTemplate];
  const fault = faultOf(pattern, url_template);
  if (fault !== undefined && fault !== badTemplate) faults[whole] = [fault];
  const taken = [...realm.linkifiers.values()].some((other) => other.id !== own && other.pattern === pattern);
  if (taken) faults[whole] = [...(faults[whole] ?? []), "Realm filter with this Realm and Pattern already exists."];
  return faults;
}

/** @refuses BAD_REQUEST, with `errors` by field: blank, no pattern or no template, the two do not go together, or another linkifier has the pattern */
export function checkLinkifier(realm: Realm, sent: SentLinkifier, own?: LinkifierId): void {
  refuseFaults(faultsOf(realm, sent, own));
}

export const knownLinkifier = (realm: Realm, id: number): Linkifier =>
  realm.linkifiers.get(id as LinkifierId) ?? refuse("Linkifier not found.");

/** @refuses BAD_REQUEST: an id stands there twice, or the ids are not those of all linkifiers */
export function inOrder(realm: Realm, ids: readonly number[]): Linkifier[] {
  if (new Set(ids).size < ids.length) refuse("The ordered list must not contain duplicated linkifiers");
  const all = ids.length === realm.linkifiers.size && ids.every((id) => realm.linkifiers.has(id as LinkifierId));
  if (!all) refuse("The ordered list must enumerate all existing linkifiers exactly once");
  return ids.map((id, order) => ({ ...realm.linkifiers.require(id as LinkifierId), order }));
}
