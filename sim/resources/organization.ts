import { shownAt } from "../core/field-levels.ts";
import type { UserId } from "../core/ids.ts";
import { has } from "../core/levels.ts";
import { type Domain, keysOf, type Linkifier, type ProfileField, type RealmExport } from "../core/organization.ts";
import type { Realm } from "../core/realm.ts";

export const domainRecord = ({ domain, allow_subdomains }: Domain) => ({ domain, allow_subdomains });

export const domainRecords = (realm: Realm) => [...realm.domains.values()].map(domainRecord);

export const emojiRecords = (realm: Realm) =>
  Object.fromEntries(
    [...realm.emoji.values()].map(({ id, name, source_url, deactivated, author_id }) => [
      id,
      shownAt(realm, "emoji", { id: String(id), name, source_url, still_url: null, deactivated, author_id }),
    ]),
  );

const exportWords = { 1: "public", 2: "full_with_consent" } as const;

function exportRecord(realm: Realm, { id, user_id, type, asked, ready, deleted }: RealmExport) {
  const isThere = ready !== undefined && deleted === undefined;
  return {
    id,
    export_time: Math.floor(asked / 1000),
    acting_user_id: user_id,
    export_url: isThere ? `${realm.server.url}/user_avatars/exports/${id}.tar.gz` : null,
    deleted_timestamp: deleted ?? null,
    failed_timestamp: null,
    pending: ready === undefined,
    ...(has(realm, "exportTypes") && { export_type: has(realm, "exportTypeWords") ? exportWords[type] : type }),
  };
}

/** The copies that were made of the organization's data. */
export const exportRecords = (realm: Realm) => [...realm.exports.values()].map((copy) => exportRecord(realm, copy));

/** A linkifier (Resources > Linkifier). Before level 176 the template was a format string. */
function linkifierRecord(realm: Realm, linkifier: Linkifier) {
  const { id, pattern, url_template, example_input, reverse_template, alternative_url_templates } = linkifier;
  return {
    id,
    pattern,
    [has(realm, "urlTemplates") ? "url_template" : "url_format"]: url_template,
    ...(has(realm, "linkifierExamples") && { example_input, reverse_template }),
    ...(has(realm, "alternativeTemplates") && { alternative_url_templates }),
  };
}

const inOrder = (realm: Realm): Linkifier[] => [...realm.linkifiers.values()].sort((a, b) => a.order - b.order);

/** All linkifiers in the order in which they apply. */
export const linkifierList = (realm: Realm) => inOrder(realm).map((linkifier) => linkifierRecord(realm, linkifier));

/** All linkifiers as clients older than their records know them: pattern, format string, id. Servers with templates tell of none. */
export const linkifierTriples = (realm: Realm) =>
  has(realm, "urlTemplates") ? [] : inOrder(realm).map(({ id, pattern, url_template }) => [pattern, url_template, id]);

/** The playgrounds of the organization, by id. Before there were templates a prefix stood in their place. */
export const playgroundList = (realm: Realm) =>
  [...realm.playgrounds.values()].map((playground) =>
    shownAt(realm, "playground", { ...playground, url_prefix: playground.url_template.replace(/\{[^}]*\}.*/, "") }),
  );

const fieldRecord = (realm: Realm, field: ProfileField) =>
  shownAt(realm, "profileField", {
    id: field.id,
    type: field.type,
    name: field.name,
    hint: field.hint,
    field_data: field.field_data,
    order: field.order,
    required: field.required,
    editable_by_user: field.editable_by_user,
    ...(field.display_in_profile_summary && { display_in_profile_summary: true }),
    ...(field.use_for_user_matching && { use_for_user_matching: true }),
  });

/** The custom profile fields of the organization, in their order. */
export const fieldRecords = (realm: Realm) =>
  [...realm.fields.values()].sort((a, b) => a.order - b.order || a.id - b.id).map((field) => fieldRecord(realm, field));

/** One user's values by field id, as in a user record. */
export const profileData = (realm: Realm, user: UserId) =>
  Object.fromEntries(
    realm.profileValues.range(...keysOf(user)).map(({ field_id, value, rendered_value }) => [field_id, { value, rendered_value }]),
  );
