import type { Domain } from "../core/organization.ts";
import type { Turn } from "../core/turn.ts";
import { domainRecord } from "../resources/domain.ts";
import { activeUsers } from "../rules/groups/membership.ts";
import { deliver } from "./deliver.ts";

type RealmDomainsEvent =
  | { readonly op: "add" | "change"; readonly realm_domain: ReturnType<typeof domainRecord> }
  | { readonly op: "remove"; readonly domain: string };

const send = (turn: Turn, event: RealmDomainsEvent): void => deliver(turn, activeUsers(turn.world), "realm_domains", () => event);

/** Sends `realm_domains` of a new or changed domain to everyone. */
export const announceDomain = (turn: Turn, op: "add" | "change", domain: Domain): void =>
  send(turn, { op, realm_domain: domainRecord(domain) });

/** Sends `realm_domains` of a domain that is no longer allowed to everyone. */
export const announceDomainGone = (turn: Turn, { domain }: Domain): void => send(turn, { op: "remove", domain });
