import type { Realm } from "../../core/realm.ts";

/** Clients in which people see what they send, those of the brand without its word. */
const ofBrand = new Set(["android", "ios", "desktop", "mobile", "electron", "terminal"]);
const others = new Set(["snipe", "website", "ios", "android"]);

/** Whether a message from a client starts read for its sender where the request does not say. */
export function startsRead(realm: Realm, client: string): boolean {
  const name = client.toLowerCase();
  const { brand } = realm.server;
  return others.has(name) || (name.startsWith(brand) && ofBrand.has(name.slice(brand.length)));
}
