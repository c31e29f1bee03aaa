import { threadOf } from "../core/channels.ts";
import { systemGroups } from "../core/groups.ts";
import type { ChannelId, MessageId, UserId } from "../core/ids.ts";
import { has, type LevelChange } from "../core/levels.ts";
import type { Linkifier as LinkifierRecord } from "../core/organization.ts";
import type { Realm } from "../core/realm.ts";
import type { Upload } from "../core/uploads.ts";
import type { User } from "../core/users.ts";
import { compileLinkifier, type LinkifierRule, type Scope } from "../markdown/index.ts";
import { hasContentAccess, maySee } from "../rules/messages/access.ts";
import { maySeeUpload, uploadAt } from "../rules/messages/upload.ts";
import { knownTo } from "../rules/people/user-access.ts";
import { thumbnailAddress } from "./upload-address.ts";

const compiled = new WeakMap<LinkifierRecord, LinkifierRule>();

function compiledOf(record: LinkifierRecord): LinkifierRule {
  let linkifier = compiled.get(record);
  if (!linkifier) compiled.set(record, (linkifier = compileLinkifier(record.pattern, record.url_template)));
  return linkifier;
}

/** Returns a function that works something out of a realm once for as long as no name and no linkifier changes. */
export function perEpoch<T>(workOut: (realm: Realm) => T): (realm: Realm) => T {
  const known = new WeakMap<object, { readonly value: T }>();
  return (realm) => {
    let kept = known.get(realm.epoch);
    if (!kept) known.set(realm.epoch, (kept = { value: workOut(realm) }));
    return kept.value;
  };
}

/** The linkifiers of a realm in their order, compiled once. */
export const linkifiersOf: (realm: Realm) => readonly LinkifierRule[] = perEpoch((realm) =>
  [...realm.linkifiers.values()].sort((a, b) => a.order - b.order).map(compiledOf),
);

/** The accounts of a realm by their names in lower case, those of one name in the order of their ids. */
const usersByName = perEpoch((realm): ReadonlyMap<string, readonly User[]> => {
  const byName = new Map<string, User[]>();
  for (const user of realm.users.values()) {
    const name = user.full_name.toLowerCase();
    const list = byName.get(name);
    if (list) list.push(user);
    else byName.set(name, [user]);
  }
  return byName;
});

const mentionable = (user: User) => ({ user_id: user.id, full_name: user.full_name, active: user.is_active });

/** The realm as the Markdown of one sender sees it: names that the sender may not see are just text. */
export class SenderScope implements Scope {
  readonly #realm: Realm;
  readonly #sender: User;

  constructor(realm: Realm, sender: User) {
    this.#realm = realm;
    this.#sender = sender;
  }

  has(change: LevelChange): boolean {
    return has(this.#realm, change);
  }
  userByName(name: string) {
    const user = usersByName(this.#realm)
      .get(name.toLowerCase())
      ?.find((one) => this.#knows(one));
    return user && mentionable(user);
  }
  userById(id: number) {
    const user = this.#realm.users.get(id as UserId);
    return user && this.#knows(user) ? mentionable(user) : undefined;
  }
  #knows(user: User): boolean {
    return knownTo(this.#realm, this.#sender)?.(user) ?? true;
  }
  group(name: string) {
    const id = this.#realm.groupsByName.get(name);
    if (id === undefined) return undefined;
    const group = this.#realm.groups.require(id);
    const displayName = systemGroups.find((system) => system.name === name)?.displayName ?? name;
    return { id, name, displayName, active: !group.deactivated };
  }
  channel(name: string) {
    const id = this.#realm.channelsByName.get(name.toLowerCase());
    const channel = id === undefined ? undefined : this.#realm.channels.require(id);
    if (channel?.name !== name) return undefined;
    if (has(this.#realm, "contentGroups") && !hasContentAccess(this.#realm, this.#sender, channel)) return undefined;
    return { stream_id: channel.id, name };
  }
  newestMessageInTopic(stream_id: number, topic: string): MessageId | undefined {
    const thread = threadOf(this.#realm, stream_id as ChannelId, topic);
    return thread === undefined ? undefined : this.#firstSeen(this.#realm.byTopic.descending(thread));
  }
  oldestMessageInTopic(stream_id: number, topic: string): MessageId | undefined {
    const thread = threadOf(this.#realm, stream_id as ChannelId, topic);
    return thread === undefined ? undefined : this.#firstSeen(this.#realm.byTopic.ascending(thread));
  }
  realmEmoji(name: string) {
    const emoji = [...this.#realm.emoji.values()].find((one) => one.name === name && !one.deactivated);
    return emoji && { id: String(emoji.id), source_url: emoji.source_url };
  }
  uploadExists(path: string): boolean {
    return this.#upload(path) !== undefined;
  }
  uploadThumbnail(path: string): string | undefined {
    const upload = this.#upload(path);
    return upload?.has_thumbnail ? thumbnailAddress(upload) : undefined;
  }
  uploadDimensions(path: string): string | undefined {
    return this.#upload(path)?.dimensions;
  }
  get linkifiers() {
    return linkifiersOf(this.#realm);
  }
  get realmUrl() {
    return this.#realm.server.url;
  }
  get emptyTopicName() {
    return this.#realm.settings.empty_topic_display_name;
  }
  get defaultCodeLanguage() {
    return this.#realm.settings.default_code_block_language;
  }
  get translateEmoticons() {
    return this.#sender.settings.translate_emoticons;
  }
  get imagePreviews() {
    return this.#realm.settings.inline_image_preview;
  }

  #upload(path: string): Upload | undefined {
    const upload = uploadAt(this.#realm, path);
    return upload && maySeeUpload(this.#realm, this.#sender, upload) ? upload : undefined;
  }
  #firstSeen(ids: Iterable<MessageId>): MessageId | undefined {
    for (const id of ids) if (maySee(this.#realm, this.#sender, this.#realm.messages.require(id))) return id;
    return undefined;
  }
}
