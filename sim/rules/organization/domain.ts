import { limits } from "../../core/limits.ts";
import type { Domain } from "../../core/organization.ts";
import type { Realm } from "../../core/realm.ts";
import { refuse } from "../../core/refusal.ts";

/** Returns what is wrong with one label of a domain. */
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
  const domain = given.trim().toLowerCase();
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
