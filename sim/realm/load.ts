import crowded from "../../fixtures/realms/crowded.json" with { type: "json" };
import small from "../../fixtures/realms/small.json" with { type: "json" };
import zulipDev from "../../fixtures/realms/zulip-dev.json" with { type: "json" };
import type { ServerSettings } from "../core/server.ts";
import { Turn } from "../core/turn.ts";
import { World } from "../core/world.ts";
import { Agenda } from "./agenda.ts";
import { channelsShape, foldersShape, putChannels, putDefaultChannels, putFolders, renderDescriptions } from "./channels.ts";
import { listed, RealmFileError, Spot } from "./fault.ts";
import { groupsShape, putGroups, putSystemGroups } from "./groups.ts";
import { firstIdsShape, putFirstIds } from "./ids.ts";
import { messagesShape } from "./messages.ts";
import { channelName, Names } from "./names.ts";
import {
  domainsShape,
  emojiShape,
  linkifiersShape,
  profileFieldsShape,
  putDomains,
  putEmoji,
  putLinkifiers,
  putProfileFields,
  putTopicPolicies,
  topicPoliciesShape,
} from "./organization.ts";
import { putPersonal } from "./personal.ts";
import { sendAll } from "./send-all.ts";
import { madeAt, settingsAtFirst, settingsOfChannels, settingsOfPeople, settingsShape } from "./settings.ts";
import { listOf, maybe, optional, orEmpty, type Read, record, text } from "./shapes.ts";
import { putSystemBots, putUsers, usersShape } from "./users.ts";

/** The realms that come with the package, by name. */
const packaged: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["small", small],
  ["crowded", crowded],
  ["zulip-dev", zulipDev],
]);

/** Their names. */
export const realmNames: readonly string[] = [...packaged.keys()];

const fileShape = record({
  about: maybe(text()),
  settings: orEmpty(settingsShape),
  first_ids: orEmpty(firstIdsShape),
  users: usersShape,
  groups: orEmpty(groupsShape),
  linkifiers: optional(linkifiersShape, []),
  emoji: orEmpty(emojiShape),
  folders: orEmpty(foldersShape),
  channels: orEmpty(channelsShape),
  default_channels: optional(listOf(channelName), []),
  profile_fields: orEmpty(profileFieldsShape),
  domains: orEmpty(domainsShape),
  messages: optional(messagesShape, []),
  topic_policies: optional(topicPoliciesShape, []),
});

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
  for (const [key, given] of file.users) putPersonal(turn, names, world.users.get(world.usersByKey.get(key)!)!, given);
  sendAll(world, names, agenda, made, file.messages);
  putTopicPolicies(turn, names, file.topic_policies);
}

/**
 * Builds the world that a realm file describes, as it stands at an instant.
 * @throws RealmFileError: the file is wrong at the place named
 */
export function loadRealm(realm: unknown, server: ServerSettings, start: number): World {
  const root = new Spot(start);
  const file = fileShape(fileOf(realm), root);
  const made = madeAt(file.settings, root);
  const world = new World(server, settingsAtFirst(file.settings, root), start);
  fill(world, made, file);
  return world;
}
