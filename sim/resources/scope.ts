import { threadOf } from "../core/channels.ts";
import { systemGroups } from "../core/groups.ts";
import type { ChannelId, MessageId, UserId } from "../core/ids.ts";
import { has, type LevelChange } from "../core/levels.ts";
import { groupBy } from "../core/lookup.ts";
import { emojiInUse, type Linkifier } from "../core/organization.ts";
import type { Realm } from "../core/realm.ts";
import { oncePer } from "../core/remembering.ts";
import type { Upload } from "../core/uploads.ts";
import type { User } from "../core/users.ts";
import { compileLinkifier, type LinkifierRule, type Scope } from "../markdown/index.ts";
import { firstSeen, hasContentAccess } from "../rules/messages/access.ts";
import { maySeeUpload, uploadAt } from "../rules/messages/upload.ts";
import { knownTo } from "../rules/people/user-access.ts";
import { thumbnailAddress } from "./upload-address.ts";

const compiledOf = oncePer(({ pattern, url_template }: Linkifier) => compileLinkifier(pattern, url_template));

/** Returns a function that works something out of a realm once for as long as no name and no linkifier changes. */
export const perEpoch = <T extends {}>(workOut: (realm: Realm) => T): ((realm: Realm) => T) => oncePer(workOut, ({ epoch }) => epoch);

/** The linkifiers of a realm in their order, compiled once. */
export const linkifiersOf: (realm: Realm) => readonly LinkifierRule[] = perEpoch((realm) =>
  [...realm.linkifiers.values()].sort((a, b) => a.order - b.order).map(compiledOf),
);

/** The accounts of a realm by their names in lower case, those of one name in the order of their ids. */
const usersByName = perEpoch(({ users }) => groupBy(users.values(), ({ full_name }) => full_name.toLowerCase()));

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
    const group = this.#realm.groups.get(this.#realm.groupsByName.get(name));
    const displayName = systemGroups.find((system) => system.name === name)?.displayName ?? name;
    return group && { id: group.id, name, displayName, active: !group.deactivated };
  }
  channel(name: string) {
    const channel = this.#realm.channels.get(this.#realm.channelsByName.get(name.toLowerCase()));
    if (channel?.name !== name) return undefined;
    if (has(this.#realm, "contentGroups") && !hasContentAccess(this.#realm, this.#sender, channel)) return undefined;
    return { stream_id: channel.id, name };
  }
  messageInTopic(which: "newest" | "oldest", stream_id: number, topic: string): MessageId | undefined {
    const { byTopic } = this.#realm;
    const thread = threadOf(this.#realm, stream_id as ChannelId, topic);
    return firstSeen(this.#realm, this.#sender, which === "newest" ? byTopic.descending(thread) : byTopic.ascending(thread));
  }
  realmEmoji(name: string): string | undefined {
    return emojiInUse(this.#realm, name)?.source_url;
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
}
