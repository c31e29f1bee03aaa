import crowded from "../../fixtures/realms/crowded.json" with { type: "json" };
import quiet from "../../fixtures/realms/quiet.json" with { type: "json" };
import small from "../../fixtures/realms/small.json" with { type: "json" };
import zulipDev from "../../fixtures/realms/zulip-dev.json" with { type: "json" };
import type { ServerSettings } from "../core/server.ts";
import { Turn } from "../core/turn.ts";
import { World } from "../core/world.ts";
import { isObject } from "../protocol/json.ts";
import { schemaOf } from "../protocol/schema.ts";
import { listed, listOf, maybe, noted, optional, orEmpty, type Read, record, text, truth } from "../reader/index.ts";
import { channelsShape, foldersShape, putChannels, putDefaultChannels, putFolders, renderDescriptions } from "./channels.ts";
import { firstIdsShape, putFirstIds } from "./ids.ts";
import { Agenda } from "./instants.ts";
import { messagesShape } from "./messages.ts";
import { channelName, Names, RealmFileError, realmFile } from "./names.ts";
import {
  domainsShape,
  emojiShape,
  groupsShape,
  linkifiersShape,
  madeAt,
  profileFieldsShape,
  putDomains,
  putEmoji,
  putGroups,
  putLinkifiers,
  putProfileFields,
  putSystemGroups,
  putTopicPolicies,
  settingsAtFirst,
  settingsOfChannels,
  settingsOfPeople,
  settingsShape,
  topicPoliciesShape,
} from "./organization.ts";
import { putPersonal } from "./personal.ts";
import { sendAll } from "./send-all.ts";
import { putSystemBots, putUsers, usersShape } from "./users.ts";

/** The realms that come with the package, by name. */
const packaged: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["small", small],
  ["crowded", crowded],
  ["quiet", quiet],
  ["zulip-dev", zulipDev],
]);

/** Their names. */
export const realmNames: readonly string[] = [...packaged.keys()];

const fileShape = record({
  $schema: noted("The JSON schema that editors check the file with.", maybe(text())),
  about: noted("Text for whoever reads the file.", maybe(text())),
  copied: noted("Whether it is as on a server: texts of any length and characters, messages older than the realm.", optional(truth, false)),
  settings: noted("Settings of the organization.", orEmpty(settingsShape)),
  first_ids: noted("The first id of each kind that the file does not give.", orEmpty(firstIdsShape)),
  users: noted("Users by key.", usersShape),
  groups: noted("User groups by name. The system groups are there already.", orEmpty(groupsShape)),
  linkifiers: noted("In the order in which they apply.", optional(linkifiersShape, [])),
  emoji: noted("Custom emoji by name.", orEmpty(emojiShape)),
  folders: noted("Channel folders by name, in their order.", orEmpty(foldersShape)),
  channels: noted("Channels by name.", orEmpty(channelsShape)),
  default_channels: noted("Channels that new accounts get.", optional(listOf(channelName), [])),
  profile_fields: noted("Custom profile fields by name, in their order.", orEmpty(profileFieldsShape)),
  domains: noted("Domains from which accounts may be made, by name.", orEmpty(domainsShape)),
  messages: noted("Oldest first.", optional(messagesShape, [])),
  topic_policies: noted("What users have set for topics.", optional(topicPoliciesShape, [])),
});

/** The JSON schema of realm files, draft 2020-12. It says nothing of names that must exist, or of ids and addresses that must differ. */
export const realmSchema = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Realm file of touchstone",
  ...schemaOf(fileShape),
};

function fileOf(realm: unknown): unknown {
  if (typeof realm !== "string") return realm;
  if (packaged.has(realm)) return packaged.get(realm);
  throw new RealmFileError(
    "realm",
    `got ${JSON.stringify(realm)}, expected ${listed(packaged.keys(), "or")}, or the content of a realm file`,
  );
}

function fill(world: World, made: number, file: Read<typeof fileShape>): void {
  const turn = new Turn(world, made);
  const names = new Names(world);
  const agenda = new Agenda(world);
  putFirstIds(world, file.first_ids);
  putSystemGroups(turn);
  putSystemBots(turn);
  putUsers(turn, names, file.users);
  putGroups(turn, names, file.groups);
  world.settings = { ...world.settings, ...settingsOfPeople(names, file.settings) };
  putLinkifiers(turn, file.linkifiers);
  putEmoji(turn, names, file.emoji);
  putFolders(turn, names, file.folders);
  putChannels(turn, names, agenda, file.channels);
  putDefaultChannels(turn, names, file.default_channels);
  world.settings = { ...world.settings, ...settingsOfChannels(names, file.settings) };
  renderDescriptions(turn);
  putProfileFields(turn, file.profile_fields);
  putDomains(turn, file.domains);
  for (const [key, given] of file.users) putPersonal(turn, names, world.users.require(world.usersByKey.require(key)), given);
  sendAll(world, names, agenda, made, file.messages);
  putTopicPolicies(turn, names, file.topic_policies);
}

/**
 * Builds the world that a realm file describes, as it stands at an instant.
 * @throws RealmFileError: the file is wrong at the place named
 */
export function loadRealm(realm: unknown, server: ServerSettings, start: number): World {
  const given = fileOf(realm);
  const file = fileShape(given, realmFile(start, isObject(given) && given.copied === true));
  const made = madeAt(file.settings, start);
  const world = new World(server, settingsAtFirst(file.settings, start), start);
  fill(world, made, file);
  return world;
}
