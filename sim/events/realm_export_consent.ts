import type { UserId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import type { Turn } from "../core/turn.ts";
import type { User } from "../core/users.ts";
import { administratorsAnd } from "./audience.ts";
import { deliver } from "./deliver.ts";

interface RealmExportConsentEvent {
  readonly user_id: UserId;
  readonly consented: boolean;
}

/** Sends `realm_export_consent` to administrators: whether an account lets them have a copy of what is private. */
export function announceConsent(turn: Turn, { id, settings }: User): void {
  if (!has(turn.world, "exportConsentEvents")) return;
  const event = { user_id: id, consented: settings.allow_private_data_export };
  deliver<RealmExportConsentEvent>(turn, administratorsAnd(turn.world, undefined), "realm_export_consent", () => event);
}
