import { has } from "../core/levels.ts";
import type { GroupSetting, PlainRealmSettings, RealmGroupSetting } from "../core/settings.ts";
import type { Turn } from "../core/turn.ts";
import { settingValue } from "../resources/group.ts";
import { activeUsers } from "../rules/groups/membership.ts";
import { deliver } from "./deliver.ts";

type PlainRealmSetting = keyof PlainRealmSettings;

type RealmEvent =
  | { readonly op: "update"; readonly property: string; readonly value: unknown }
  | { readonly op: "update_dict"; readonly property: "default" | "icon"; readonly data: Readonly<Record<string, unknown>> }
  | { readonly op: "deactivated" };

/** What belongs to the server rather than to the organization: clients are not told of it. */
const untold: ReadonlySet<PlainRealmSetting> = new Set([
  "string_id",
  "bot_domain",
  "password_min_length",
  "password_max_length",
  "password_min_guesses",
  "email_auth_enabled",
  "require_email_format_usernames",
  "video_provider_configured",
  "limits_presence_to_accessible_users",
  "root_domain",
  "external_authentication_methods",
]);

const defaults = (data: Readonly<Record<string, unknown>>): RealmEvent => ({ op: "update_dict", property: "default", data });

/** The name of a setting in events: that of the server's own announcements has the brand word, that of GIFs went with its levels. */
function spelled({ world }: Turn, name: PlainRealmSetting): string {
  if (name === "giphy_rating" && has(world, "gifRatingPolicy")) return "gif_rating_policy";
  return name.replace(/^service_/, `${world.server.brand}_`);
}

function eventOf(turn: Turn, name: PlainRealmSetting, value: unknown): RealmEvent | undefined {
  switch (name) {
    case "deactivated":
      return value ? { op: "deactivated" } : undefined;
    case "icon_url":
      return { op: "update_dict", property: "icon", data: { icon_url: value, icon_source: "U" } };
    case "allow_message_editing":
    case "message_content_edit_limit_seconds":
      return defaults({ [name]: value });
    case "topics_policy": {
      const mandatory_topics = value === "disable_empty_topic";
      if (!has(turn.world, "topicsPolicy")) return { op: "update", property: "mandatory_topics", value: mandatory_topics };
      return defaults({ topics_policy: value, mandatory_topics });
    }
    case "web_public_streams_enabled":
      return { op: "update", property: "enable_spectator_access", value };
    default:
      return untold.has(name) ? undefined : { op: "update", property: spelled(turn, name), value };
  }
}

const send = (turn: Turn, event: RealmEvent): void => deliver(turn, activeUsers(turn.world), "realm", () => event);

/** Sends `realm` of a setting to everyone, unless it belongs to the server alone. */
export function announceRealmSetting(turn: Turn, name: PlainRealmSetting, value: unknown): void {
  const event = eventOf(turn, name, value);
  if (event) send(turn, event);
}

/** Sends `realm` of a setting that names people to everyone. */
export const announceRealmPeople = (turn: Turn, name: RealmGroupSetting, value: GroupSetting): void =>
  send(turn, defaults({ [name]: settingValue(turn.world, value) }));
