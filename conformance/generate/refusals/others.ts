import { symbolsIn } from "../../draw/symbols.ts";
import { codes } from "../../text/errors.ts";
import { isBeyond, isBlank, isRef, isToChannel, lacks, missing, names, type Refusal, refusal, wasDone } from "./refusal.ts";

const telling: readonly Refusal[] = [
  refusal("typing.post", codes.badRequest, "no stream_id for a channel", (fields) => isToChannel(fields) && lacks("stream_id")(fields)),
  refusal("typing.post", undefined, "no topic for a channel", (fields) => isToChannel(fields) && lacks("topic")(fields)),
  refusal("typing.post", undefined, "the type private", ({ type }) => type === "private"),
  refusal("typing.post", undefined, "an op that there is not", ({ op }) => op === "pause" || op === ""),
  refusal("typing.post", undefined, "recipients that are no list", ({ to }) => to === "bob"),
  refusal("typing.post", undefined, "no recipients", (fields) => !isToChannel(fields) && (lacks("to")(fields) || Array.isArray(fields.to))),
  missing("typing.post", "op"),
  refusal("user_topics.post", undefined, "a policy that there is not", ({ visibility_policy }) => visibility_policy !== undefined),
  refusal("user_topics.post", undefined, "a topic beyond the bound", ({ topic }) => isBeyond(topic)),
  refusal("user_topics.post", undefined, "an id that no channel has", ({ stream_id }) => stream_id === 0),
  missing("user_topics.post", "stream_id", "topic", "visibility_policy"),
];

const queues: readonly Refusal[] = [
  refusal("events.delete", codes.noSuchQueue, "a queue that there never was", ({ queue_id }) => queue_id === "no such queue"),
  refusal("events.delete", codes.noSuchQueue, "a deleted queue", (_, turn, before) => wasDone("events.delete", turn, before, "queue_id")),
  missing("events.delete", "queue_id"),
  refusal("events.get", codes.noSuchQueue, "a queue that there never was", ({ queue_id }) => queue_id === "no such queue"),
  refusal("events.get", codes.noSuchQueue, "a deleted queue", (_, turn, before) => wasDone("events.delete", turn, before, "queue_id")),
];

const grouping: readonly Refusal[] = [
  refusal("user_groups.create.post", codes.badRequest, "a member's id that nobody has", ({ members }) => names(members, 0)),
  refusal("user_groups.create.post", undefined, "can_manage_group for everyone", ({ can_manage_group }) =>
    isRef(can_manage_group, "system group"),
  ),
  refusal("user_groups.create.post", undefined, "can_mention_group for the internet", ({ can_mention_group }) =>
    isRef(can_mention_group, "system group"),
  ),
  missing("user_groups.create.post", "name", "description", "members"),
  refusal("user_groups-id.members.post", undefined, "a group that there is not", ({ user_group_id }) => user_group_id === 0),
  refusal("user_groups-id.members.post", undefined, "an id that nobody has", ({ add }) => names(add, 0)),
];

const organizing: readonly Refusal[] = [
  refusal("channel_folders.create.post", codes.notAllowed, "somebody who is no administrator", () => true),
  refusal("channel_folders.create.post", undefined, "a blank name", ({ name }) => isBlank(name)),
  refusal("channel_folders.create.post", undefined, "a name beyond the bound", ({ name }) => isBeyond(name)),
  refusal("channel_folders.create.post", undefined, "a description beyond the bound", ({ description }) => isBeyond(description)),
  missing("channel_folders.create.post", "name", "description"),
  refusal("channel_folders-id.patch", codes.notAllowed, "somebody who is no administrator", () => true),
  refusal("channel_folders-id.patch", codes.badRequest, "a folder that there is not", ({ channel_folder_id }) => channel_folder_id === 0),
  refusal("channel_folders-id.patch", undefined, "a blank name", ({ name }) => isBlank(name)),
  refusal("channel_folders-id.patch", undefined, "a name beyond the bound", ({ name }) => isBeyond(name)),
  refusal("channel_folders-id.patch", undefined, "a description beyond the bound", ({ description }) => isBeyond(description)),
  refusal("users.me.profile_data.patch", codes.badRequest, "a field that may not be edited", ({ data }) =>
    symbolsIn(data).some(({ ref }) => ref === "profile field"),
  ),
  refusal(
    "users.me.profile_data.patch",
    codes.badRequest,
    "a field that there is not",
    ({ data }) => Array.isArray(data) && data[0]?.id === 0,
  ),
  missing("users.me.profile_data.patch", "data"),
  refusal("navigation_views.post", codes.badRequest, "a blank fragment", ({ fragment }) => isBlank(fragment)),
  missing("navigation_views.post", "fragment", "is_pinned"),
  refusal("realm.domains.post", undefined, "somebody who is no owner", (_, { expected }) => expected.body.code === codes.notAllowed),
  missing("realm.domains.post", "domain", "allow_subdomains"),
];

const accounts: readonly Refusal[] = [
  refusal("calls.vc.create.post", undefined, "somebody without a token", () => true),
  missing("remove_client_device.post", "device_id"),
];

export const ofOthers: readonly Refusal[] = [...telling, ...queues, ...grouping, ...organizing, ...accounts];
