import type { Domain } from "../core/organization.ts";
import type { Realm } from "../core/realm.ts";

/** A domain as clients read it, without its id. */
export const domainRecord = ({ domain, allow_subdomains }: Domain) => ({ domain, allow_subdomains });

export const domainRecords = (realm: Realm) => [...realm.domains.values()].map(domainRecord);
