import type { DomainId, EmojiId, FieldId, FolderId, LinkifierId, PlaygroundId, UserId } from "./ids.ts";

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

/** The position after all others of a list in order. */
export const lastPlace = (records: Iterable<{ readonly order: number }>): number =>
  Math.max(-1, ...[...records].map(({ order }) => order)) + 1;

/** Sorts by user, so that one user's values are a range of the table. */
export const profileKey = (user: UserId, field: FieldId): string => `${user}:${field}`;
export const viewKey = (user: UserId, fragment: string): string => `${user}:${fragment}`;
/** The half-open range of keys that start with one user's id, for Table.range. */
export const keysOf = (user: UserId): readonly [low: string, high: string] => [`${user}:`, `${user};`];
