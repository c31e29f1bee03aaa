import fc from "fast-check";
import { register } from "../../client/registration.ts";
import { ownRealm } from "../../client/serial.ts";
import { fetchServerSettings } from "../../client/server-settings.ts";
import type { Session } from "../../client/session.ts";
import { anybody, type PersonName } from "../../draw/people.ts";
import { type Body, prepared, Untestable } from "../../expect.ts";

/** Who asks for the settings: they are the same for nobody and for everybody. */
export interface Asking {
  readonly who: PersonName | null;
}

export const asking = { given: { who: anybody }, examples: [{ who: null }] } as const;

/** Settings of the organization that a control API sets, one after the other. */
export interface Changes {
  readonly changes: readonly (readonly [name: string, value: boolean])[];
}

/** Up to four changes of some settings of the organization. */
export const changesOf = (...names: readonly string[]) => ({
  changes: fc.array(fc.tuple(fc.constantFrom(...names), fc.boolean()), { maxLength: 4 }),
});

/** Makes changes of the organization. @throws Untestable: there are some, and others share the realm */
export async function change(session: Session, { changes }: Changes): Promise<void> {
  for (const [name, value] of changes) await ownRealm(session).act({ action: "set_realm", property: name, value });
}

/** Returns the settings, which have some fields. @throws Untestable: not all are there, which is allowed; Differs: the request is refused */
export async function settingsWith(session: Session, { who }: Asking, ...names: readonly string[]): Promise<Body> {
  const all = await session.expect.accepted(fetchServerSettings(session, who));
  const absent = names.find((name) => !(name in all));
  if (absent !== undefined) throw new Untestable(`the server settings have no ${absent}`);
  return all;
}

export const nobody: Asking = { who: null };

export const access = "realm_web_public_access_enabled";

/** The web-public channels that are not archived, as a registration tells them, and whether there may be any. */
interface WebPublic {
  readonly isEnabled: boolean;
  readonly channels: readonly Body[];
}

/** @throws Untestable: a registration does not tell whether web-public channels are enabled */
export async function webPublicOf({ as }: Session): Promise<WebPublic> {
  const {
    streams,
    realm_enable_spectator_access: realm,
    server_web_public_streams_enabled: server,
  } = await register(as.alice, ["realm", "stream"]);
  if (typeof realm !== "boolean" || typeof server !== "boolean")
    throw new Untestable("a registration does not tell whether web-public channels are enabled");
  const all = prepared.objects(streams, "streams in a registration");
  const channels = all.filter(({ is_web_public, is_archived }) => is_web_public === true && is_archived !== true);
  return { isEnabled: realm && server, channels };
}
