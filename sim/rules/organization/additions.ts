import type { LinkifierId, PlaygroundId } from "../../core/ids.ts";
import { limits, withoutSpaceAround } from "../../core/limits.ts";
import { type Domain, type Emoji, emojiInUse, type Linkifier, type Playground } from "../../core/organization.ts";
import type { Realm } from "../../core/realm.ts";
import { Refusal, refuse, refusePermission } from "../../core/refusal.ts";
import { isAdministrator, type User } from "../../core/users.ts";
import { checkReverse, compileLinkifier, emojiCode, isUrlTemplate, LinkifierError, templateVariables } from "../../markdown/index.ts";
import { included } from "../groups/membership.ts";

/** The mistakes in a record, by field, in the order in which servers find them. */
type Faults = Record<string, string[]>;

/** The key under which servers put mistakes in a record as a whole rather than in one of its fields. */
const whole = "__all__";
const blank = "This field cannot be blank.";
const badTemplate = "Invalid URL template.";

/** @refuses BAD_REQUEST with the first fault as the message and all in `errors` */
function refuseFaults(errors: Faults): void {
  const [first] = Object.values(errors).flat();
  if (first !== undefined) refuse(first, "BAD_REQUEST", { errors });
}

interface SentLinkifier {
  readonly pattern: string;
  readonly url_template: string;
  readonly example_input?: string | null | undefined;
  readonly reverse_template?: string | null | undefined;
  readonly alternative_url_templates?: readonly string[] | undefined;
}

function faultOf({ pattern, url_template, ...more }: SentLinkifier): string | undefined {
  try {
    compileLinkifier(pattern, url_template);
    checkReverse({ pattern, ...more });
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof LinkifierError)) throw thrown;
    return thrown.message;
  }
}

/** The faults by the field they lie in, in the order in which servers find them. */
function faultsOf(realm: Realm, sent: SentLinkifier, own: LinkifierId | undefined) {
  const { pattern, url_template, alternative_url_templates = [] } = sent;
  const faults: Faults = {};
  if (pattern === "") faults.pattern = [blank];
  if (url_template === "") faults.url_template = [blank];
  else if (!isUrlTemplate(url_template)) faults.url_template = [badTemplate];
  if (!alternative_url_templates.every(isUrlTemplate)) faults.alternative_url_templates = [badTemplate];
  const fault = faultOf(sent);
  if (fault !== undefined && fault !== badTemplate) faults[whole] = [fault];
  const taken = [...realm.linkifiers.values()].some((other) => other.id !== own && other.pattern === pattern);
  if (taken) faults[whole] = [...(faults[whole] ?? []), "Realm filter with this Realm and Pattern already exists."];
  return faults;
}

/** @refuses BAD_REQUEST, with `errors` by field: blank, no pattern or no template, the two do not go together, an example or reverse template does not go with them, or another linkifier has the pattern */
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

/** Returns what is wrong with the variables of a template: it has to have one, the code. */
function variablesFault(variables: readonly string[]): string | undefined {
  if (!variables.includes("code")) return 'Missing the required variable "code" in the URL template';
  return variables.length > 1 ? '"code" should be the only variable present in the URL template' : undefined;
}

/** @refuses BAD_REQUEST, with `errors` by field: something is blank, no template or not of the code alone, there is one of this name */
export function checkPlayground(realm: Realm, { name, pygments_language, url_template }: Omit<Playground, "id">): void {
  const faults: Faults = {};
  const variables = templateVariables(url_template);
  if (url_template === "") faults.url_template = [blank];
  else if (!variables) faults.url_template = [badTemplate];
  if (name === "") faults.name = [blank];
  if (pygments_language === "") faults.pygments_language = [blank];
  const fault = variables && variablesFault(variables);
  if (fault !== undefined) faults[whole] = [fault];
  const taken = [...realm.playgrounds.values()].some((other) => other.name === name && other.pygments_language === pygments_language);
  if (taken) faults[whole] = [...(faults[whole] ?? []), "Realm playground with this Realm, Pygments language and Name already exists."];
  refuseFaults(faults);
}

export const knownPlayground = (realm: Realm, id: number): Playground =>
  realm.playgrounds.get(id as PlaygroundId) ?? refuse("Invalid playground");

function labelFault(label: string): string | undefined {
  if (label === "") return "Consecutive '.' are not allowed.";
  if (label.startsWith("-") || label.endsWith("-")) return "Subdomains cannot start or end with a '-'.";
  return /^[a-z0-9-]*$/.test(label) ? undefined : "Domain can only have letters, numbers, '.' and '-'s.";
}

function domainFault(domain: string): string | undefined {
  if (domain === "") return "Domain can't be empty.";
  if (!domain.includes(".")) return "Domain must have at least one dot (.)";
  if (domain.length > limits.domainLength) return "Domain is too long";
  if (domain.startsWith(".") || domain.endsWith(".")) return "Domain cannot start or end with a dot (.)";
  return domain
    .split(".")
    .map(labelFault)
    .find((fault) => fault !== undefined);
}

/** A domain in small letters that is not allowed yet. @refuses BAD_REQUEST: no domain, or allowed already */
export function newDomain(realm: Realm, given: string): string {
  const domain = withoutSpaceAround(given).toLowerCase();
  const fault = domainFault(domain);
  if (fault) refuse(`Invalid domain: ${fault}`);
  if ([...realm.domains.values()].some((known) => known.domain === domain)) {
    refuse(`The domain ${domain} is already a part of your organization.`);
  }
  return domain;
}

/** The record of a domain, spelled as it is stored. @refuses BAD_REQUEST: it is not allowed */
export const knownDomain = (realm: Realm, domain: string): Domain =>
  [...realm.domains.values()].find((known) => known.domain === domain) ?? refuse(`No entry found for domain ${domain}.`);

/** The name that a new emoji gets. @refuses BAD_REQUEST: blank, with a character that names must not have, taken, or built in and the caller is no administrator */
export function newEmojiName(realm: Realm, caller: User, given: string): string {
  const name = withoutSpaceAround(given).replaceAll(" ", "_");
  if (name === "") refuse("Emoji name is missing");
  if (!/^[0-9a-z_-]+$/.test(name))
    refuse("Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.");
  if (/[_-]$/.test(name)) refuse("Emoji names must end with either a letter or digit.");
  if (!included(realm, caller, realm.settings.can_add_custom_emoji_group)) refusePermission();
  if (emojiInUse(realm, name)) refuse("A custom emoji with this name already exists.");
  if (emojiCode(name) !== undefined && !isAdministrator(caller)) refuse("Only administrators can override built-in emoji.");
  return name;
}

/** The custom emoji that the caller may take out of use. @refuses BAD_REQUEST: there is none (status 404), or neither theirs nor they an administrator */
export function removableEmoji(realm: Realm, caller: User, name: string): Emoji {
  const emoji = emojiInUse(realm, name);
  if (!emoji) throw new Refusal(`Emoji '${name}' does not exist`, { status: 404 });
  const permitted = isAdministrator(caller) || emoji.author_id === caller.id;
  return permitted ? emoji : refuse("Must be an organization administrator or emoji author");
}

/** Records in the places that a list of their ids gives them; of an id that stands there twice the last counts. @refuses BAD_REQUEST: one is not in the list */
export function ordered<R extends { readonly id: number }>(
  records: Iterable<R>,
  ids: readonly number[],
): (R & { readonly order: number })[] {
  const places = new Map(ids.map((id, place) => [id, place]));
  return [...records].map((record) => ({ ...record, order: places.get(record.id) ?? refuse("Invalid order mapping.") }));
}
