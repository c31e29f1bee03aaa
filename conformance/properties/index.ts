import type { Property } from "../property.ts";
import * as authenticationCalls from "./authentication.calls.ts";
import * as authenticationKeys from "./authentication.keys.ts";
import * as authenticationRoles from "./authentication.roles.ts";
import * as authentication from "./authentication.ts";
import * as conventionsCalls from "./conventions.calls.ts";
import * as conventionsParameters from "./conventions.parameters.ts";
import * as conventionsTraces from "./conventions.traces.ts";
import * as conventions from "./conventions.ts";
import * as errorsCodes from "./errors.codes.ts";
import * as errors from "./errors.ts";
import * as events from "./events.ts";
import * as limitsFolders from "./limits.folders.ts";
import * as limitsTime from "./limits.time.ts";
import * as limits from "./limits.ts";
import * as messageResourceEdits from "./message-resource.edits.ts";
import * as messageResourceFlags from "./message-resource.flags.ts";
import * as messageResourceMore from "./message-resource.more.ts";
import * as messageResourceReactions from "./message-resource.reactions.ts";
import * as messageResourceRecipients from "./message-resource.recipients.ts";
import * as messageResourceShape from "./message-resource.shape.ts";
import * as messagesGetAnchors from "./messages.get.anchors.ts";
import * as messagesGetForm from "./messages.get.form.ts";
import * as messagesGetIds from "./messages.get.ids.ts";
import * as messagesGetRefusals from "./messages.get.refusals.ts";
import * as messagesGetWindows from "./messages.get.windows.ts";
import * as messagesMatchesNarrowGet from "./messages.matches_narrow.get.ts";
import * as messagesPostEcho from "./messages.post.echo.ts";
import * as messagesPostErrors from "./messages.post.errors.ts";
import * as messagesPostPolicy from "./messages.post.policy.ts";
import * as messagesPostText from "./messages.post.text.ts";
import * as messagesPostTo from "./messages.post.to.ts";
import * as messagesPostType from "./messages.post.type.ts";
import * as messagesIdDeleteSettings from "./messages-id.delete.settings.ts";
import * as messagesIdDelete from "./messages-id.delete.ts";
import * as messagesIdGet from "./messages-id.get.ts";
import * as narrow from "./narrow.ts";
import * as topicPolicy from "./topic-policy.ts";
import * as typingPostChannel from "./typing.post.channel.ts";
import * as typingPostTold from "./typing.post.told.ts";
import * as typingPost from "./typing.post.ts";
import * as userTopicsPost from "./user_topics.post.ts";
import * as versioningAhead from "./versioning.ahead.ts";
import * as versioningLevels from "./versioning.levels.ts";
import * as versioning from "./versioning.ts";
import * as visibilityInterference from "./visibility.interference.ts";
import * as visibility from "./visibility.ts";

type Files = Readonly<Record<string, Readonly<Record<string, Property>>>>;

/** Promises that are tried on each endpoint: one address for each, such as `conventions.success/typing.post`. */
const ofEachCall = (stem: string, promises: Files): Files =>
  Object.fromEntries(Object.entries(promises).map(([name, properties]) => [`${stem}.${name}`, properties]));

import * as callsVcCreatePost from "./calls.vc.create.post.ts";
import * as channelFoldersCreatePost from "./channel_folders.create.post.ts";
import * as channelFoldersIdPatch from "./channel_folders-id.patch.ts";
import * as eventsDelete from "./events.delete.ts";
import * as fetchApiKeyPost from "./fetch_api_key.post.ts";
import * as folder from "./folder.ts";
import * as linkifier from "./linkifier.ts";
import * as navigationViewsPost from "./navigation_views.post.ts";
import * as presence from "./presence.ts";
import * as realmDomainsPost from "./realm.domains.post.ts";
import * as realmLinkifiersGet from "./realm.linkifiers.get.ts";
import * as realmPresenceGet from "./realm.presence.get.ts";
import * as records from "./records.ts";
import * as removeClientDevicePostMore from "./remove_client_device.post.more.ts";
import * as removeClientDevicePost from "./remove_client_device.post.ts";
import * as serverSettingsGet from "./server_settings.get.ts";
import * as serverSettings from "./server-settings.ts";
import * as userGroupsCreatePost from "./user_groups.create.post.ts";
import * as userGroupsIdMembersPostMore from "./user_groups-id.members.post.more.ts";
import * as userGroupsIdMembersPost from "./user_groups-id.members.post.ts";
import * as userGroupPermissions from "./user-group.permissions.ts";
import * as userGroup from "./user-group.ts";
import * as usersMeProfileDataPatchRefusals from "./users.me.profile_data.patch.refusals.ts";
import * as usersMeProfileDataPatch from "./users.me.profile_data.patch.ts";

const files: Files = {
  "message-resource.edits": messageResourceEdits,
  "message-resource.flags": messageResourceFlags,
  "message-resource.reactions": messageResourceReactions,
  "message-resource.recipients": messageResourceRecipients,
  "message-resource.shape": messageResourceShape,
  "message-resource.more": messageResourceMore,
  "messages.get.anchors": messagesGetAnchors,
  "messages.get.form": messagesGetForm,
  "messages.get.ids": messagesGetIds,
  "messages.get.refusals": messagesGetRefusals,
  "messages.get.windows": messagesGetWindows,
  "messages.matches_narrow.get": messagesMatchesNarrowGet,
  "messages-id.get": messagesIdGet,
  narrow,
  "visibility.interference": visibilityInterference,
  visibility,
  "channel_folders.create.post": channelFoldersCreatePost,
  "channel_folders-id.patch": channelFoldersIdPatch,
  folder: folder,
  "user_groups.create.post": userGroupsCreatePost,
  "user_groups-id.members.post": userGroupsIdMembersPost,
  "user_groups-id.members.post.more": userGroupsIdMembersPostMore,
  "user-group": userGroup,
  "user-group.permissions": userGroupPermissions,
  "users.me.profile_data.patch": usersMeProfileDataPatch,
  "users.me.profile_data.patch.refusals": usersMeProfileDataPatchRefusals,
  "navigation_views.post": navigationViewsPost,
  "realm.domains.post": realmDomainsPost,
  records: records,
  "realm.linkifiers.get": realmLinkifiersGet,
  linkifier: linkifier,
  "realm.presence.get": realmPresenceGet,
  presence: presence,
  "remove_client_device.post": removeClientDevicePost,
  "remove_client_device.post.more": removeClientDevicePostMore,
  "calls.vc.create.post": callsVcCreatePost,
  "fetch_api_key.post": fetchApiKeyPost,
  "server_settings.get": serverSettingsGet,
  "server-settings": serverSettings,
  "events.delete": eventsDelete,
  authentication,
  "authentication.keys": authenticationKeys,
  "authentication.roles": authenticationRoles,
  ...ofEachCall("authentication", authenticationCalls),
  conventions,
  "conventions.traces": conventionsTraces,
  ...ofEachCall("conventions", conventionsCalls),
  ...ofEachCall("conventions", conventionsParameters),
  errors,
  "errors.codes": errorsCodes,
  limits,
  "limits.folders": limitsFolders,
  "limits.time": limitsTime,
  versioning,
  "versioning.levels": versioningLevels,
  ...ofEachCall("versioning.ahead", versioningAhead),
  events,
  "messages-id.delete": messagesIdDelete,
  "messages-id.delete.settings": messagesIdDeleteSettings,
  "messages.post.echo": messagesPostEcho,
  "messages.post.errors": messagesPostErrors,
  "messages.post.policy": messagesPostPolicy,
  "messages.post.text": messagesPostText,
  "messages.post.to": messagesPostTo,
  "messages.post.type": messagesPostType,
  "topic-policy": topicPolicy,
  "typing.post.channel": typingPostChannel,
  "typing.post": typingPost,
  "typing.post.told": typingPostTold,
  "user_topics.post": userTopicsPost,
};

/** All properties by address: the stem of their file, a slash, their name. */
export const properties: ReadonlyMap<string, Property> = new Map(
  Object.entries(files).flatMap(([stem, file]) => Object.entries(file).map(([name, property]) => [`${stem}/${name}`, property] as const)),
);
