import type {
  ChannelId,
  DomainId,
  EmojiId,
  ExportId,
  FieldId,
  FolderId,
  GroupId,
  InviteId,
  LinkifierId,
  PlaygroundId,
  UserId,
} from "./ids.ts";
import type { Realm } from "./realm.ts";
import type { Role } from "./users.ts";

/** Records of the organization that are nothing but data. They are stored with `turn.world.<table>.set`. */

export interface Folder {
  readonly id: FolderId;
  readonly name: string;
  readonly description: string;
  readonly rendered_description: string;
  readonly creator_id: UserId | null;
  /** UNIX seconds. */
  readonly date_created: number;
  readonly is_archived: boolean;
  readonly order: number;
}

export interface Linkifier {
  readonly id: LinkifierId;
  readonly order: number;
  readonly pattern: string;
  readonly url_template: string;
  readonly example_input: string | null;
  readonly reverse_template: string | null;
  readonly alternative_url_templates: readonly string[];
}

/** The place where code blocks of a language can be tried. */
export interface Playground {
  readonly id: PlaygroundId;
  readonly name: string;
  readonly pygments_language: string;
  readonly url_template: string;
}

/** 1 short text, 2 long text, 3 select, 4 date, 5 URL, 6 users, 7 external account, 8 pronouns. */
export type FieldType = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export interface ProfileField {
  readonly id: FieldId;
  readonly type: FieldType;
  readonly name: string;
  readonly hint: string;
  /** JSON text, as on the wire: the choices of a select field, the kind of an external account. */
  readonly field_data: string;
  readonly order: number;
  readonly required: boolean;
  readonly editable_by_user: boolean;
  readonly display_in_profile_summary: boolean;
  /** Whether clients find people by it. */
  readonly use_for_user_matching: boolean;
}

/** The kinds of external account that servers know by themselves. */
export const defaultAccounts: Readonly<Record<string, { readonly [K in "name" | "text" | "hint" | "url_pattern"]: string }>> = {
  twitter: { text: "Twitter", name: "Twitter username", hint: "", url_pattern: "https://twitter.com/%(username)s" },
  github: { text: "GitHub", name: "GitHub username", hint: "", url_pattern: "https://github.com/%(username)s" },
};

/** One user's value of one profile field: text as stored (a list of users is JSON text), rendered where the type has it. */
export interface ProfileValue {
  readonly user_id: UserId;
  readonly field_id: FieldId;
  readonly value: string;
  readonly rendered_value: string | undefined;
}

export interface Emoji {
  readonly id: EmojiId;
  readonly name: string;
  readonly author_id: UserId | null;
  readonly deactivated: boolean;
  readonly source_url: string;
}

/** The custom emoji of a name, if it is in use. */
export const emojiInUse = ({ emoji }: Pick<Realm, "emoji">, name: string): Emoji | undefined =>
  [...emoji.values()].find((one) => one.name === name && !one.deactivated);

export interface NavigationView {
  readonly user_id: UserId;
  readonly fragment: string;
  readonly is_pinned: boolean;
  readonly name: string | null;
}

export interface Domain {
  readonly id: DomainId;
  readonly domain: string;
  readonly allow_subdomains: boolean;
}

/** Sorts by user, so that one user's values are a range of the table. */
export const profileKey = (user: UserId, field: FieldId): string => `${user}:${field}`;
export const viewKey = (user: UserId, fragment: string): string => `${user}:${fragment}`;
/** The half-open range of keys that start with one user's id, for Table.range. */
export const keysOf = (user: UserId): readonly [low: string, high: string] => [`${user}:`, `${user};`];

/** 1 what is public, 2 all that people agree to. */
export type ExportType = 1 | 2;

/** A copy of the organization's data. */
export interface RealmExport {
  readonly id: ExportId;
  /** The account that asked for it. */
  readonly user_id: UserId;
  readonly type: ExportType;
  /** When it was asked for, in milliseconds. */
  readonly asked: number;
  /** When it was ready, in UNIX seconds; undefined before. */
  readonly ready: number | undefined;
  /** When it was thrown away, in UNIX seconds. */
  readonly deleted: number | undefined;
}

/** An invitation: sent to an address, or a link for everybody who has it. */
export interface Invite {
  readonly id: InviteId;
  /** The account that invites. */
  readonly user_id: UserId;
  /** Undefined for a link. */
  readonly email: string | undefined;
  /** The part of a link that nobody guesses. */
  readonly key: string;
  /** UNIX seconds. */
  readonly invited: number;
  /** The time that it holds, in minutes; null for ever. */
  readonly minutes: number | null;
  readonly role: Role;
  readonly channels: readonly ChannelId[];
  readonly groups: readonly GroupId[];
  readonly default_channels: boolean;
  readonly notify_referrer: boolean;
  readonly welcome_text: string | null;
}

/** Returns when an invitation ends, in UNIX seconds; null for never. */
export const endOf = ({ invited, minutes }: Invite): number | null => (minutes === null ? null : invited + minutes * 60);

/** Invitations that still hold, by id. */
export const openInvites = ({ invites, now }: Pick<Realm, "invites" | "now">): Invite[] =>
  [...invites.values()].filter((invite) => (endOf(invite) ?? Number.POSITIVE_INFINITY) * 1000 > now);
