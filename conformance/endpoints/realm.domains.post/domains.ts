import fc from "fast-check";
import { freshDomain } from "../../client/domains.ts";
import type { Session } from "../../client/session.ts";
import type { Body } from "../../expect.ts";

/** A domain to allow as a property draws it. */
export interface DomainShape {
  /** Labels before the fresh domain, in small letters. */
  readonly labels: readonly string[];
  readonly allow_subdomains: boolean;
}

const letter = fc.constantFrom(...Array.from("abcdefghijklmnopqrstuvwxyz0123456789"));

/** Letters and digits, at times with a hyphen between them. */
const label: fc.Arbitrary<string> = fc
  .array(fc.string({ unit: letter, minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 2 })
  .map((parts) => parts.join("-"));

export const aDomain: fc.Arbitrary<DomainShape> = fc.record({
  labels: fc.array(label, { maxLength: 3 }),
  allow_subdomains: fc.boolean(),
});

/** A domain for examples. */
export const plainDomain = (allow_subdomains = true): DomainShape => ({ labels: [], allow_subdomains });

/** Returns the fields of a domain that nothing on the server has yet. */
export const domainFrom = (session: Session, { labels, allow_subdomains }: DomainShape): Body & { readonly domain: string } => ({
  domain: [...labels, freshDomain(session)].join("."),
  allow_subdomains,
});
