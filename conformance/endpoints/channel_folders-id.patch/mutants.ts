import { ignoring, inEach, listOf, type MutableFields, success } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";
import { inThreeBytes } from "../user_groups.create.post/mutants.ts";

const creating = onRoute("POST /channel_folders/create", "channel_folders-id.patch");
const registering = onRoute("POST /register", "channel_folders-id.patch");
const updating = onRoute("PATCH /channel_folders/{id}", "channel_folders-id.patch");

/** Returns the folders behind. */
const foldersBehind = (request: InterceptedRequest): MutableFields[] =>
  listOf(request.registered("owen", "channel_folders").channel_folders);

/** Returns the folder in a request's path. */
const folderBehind = (request: InterceptedRequest): MutableFields | undefined =>
  foldersBehind(request).find(({ id }) => id === request.pathId);

export const mutants: readonly Mutant[] = [
  // What a folder is.
  creating("folder-name-in-small-letters", "folder/name")
    .says("A folder's name is stored in small letters.")
    .reads("name", (name) => name.toLowerCase()),
  updating("folder-renamed-in-small-letters", ["folder/name", "name"])
    .says("A folder's new name is stored in small letters.")
    .reads("name", (name) => name.toLowerCase()),
  creating("folder-texts-in-three-bytes", ["folder/name", "folder/description"])
    .says("Of names and descriptions only what fits into three bytes of UTF-8 is stored.")
    .takes(inThreeBytes),
  updating("folder-changed-once", ["name", "description", "is-archived"])
    .says("A second change of a folder is accepted and not made.")
    .swallows((request) => {
      const isSecond = request.memory.has(`changed ${request.pathId}`);
      if (!isSecond && request.wouldSucceed()) request.memory.set(`changed ${request.pathId}`, true);
      return isSecond;
    }),
  creating("folder-description-first-line", "folder/description")
    .says("Of a folder's description only the first line is stored.")
    .reads("description", (text) => text.split("\n")[0]),
  registering("folder-empty-description-null", "folder/description")
    .says("An empty description of a folder is shown as null.")
    .answersEach("channel_folders", ({ description }) => ({ description: description || null })),
  registering("folder-flag-as-number", "folder/is-archived")
    .says("Whether a folder is archived is shown as 0 or 1.")
    .answersEach("channel_folders", ({ is_archived }) => ({ is_archived: Number(is_archived) })),
  creating("folder-archived-at-first", "folder/is-archived")
    .says("A new folder is archived.")
    .afterwards((request, _, { channel_folder_id: id }) =>
      request.makes("owen", `PATCH /channel_folders/${String(id)}`, { is_archived: true }),
    ),
  registering("folder-ids-alike", "folder/id")
    .says("Every folder is shown with the id of the first.")
    .answers((body, request) => inEach("channel_folders", { id: listOf(body.channel_folders)[0]?.id })(body, request)),
  creating("folder-of-same-name-found", "folder/names-apart")
    .says("A second folder of a name is accepted, and the first one's id is told.")
    .replies((request) => {
      const isNamed = ({ name }: MutableFields): boolean => name === request.field("name");
      const folder = request.caller === "dana" ? foldersBehind(request).find(isNamed) : undefined;
      return folder && success({ channel_folder_id: folder.id });
    }),
  updating("folder-capitals-in-name-only", "name-capitals")
    .says("A change of capitals is accepted and not made.")
    .accepts((request) => {
      const [name, own] = [request.field("name"), folderBehind(request)?.name];
      return name !== undefined && name !== own && name.toLowerCase() === String(own).toLowerCase();
    }),
  updating("folder-archived-by-anyone", ["states.folder/archive-administrators", "administrators"])
    .says("Everybody may archive folders.")
    .servesAs("dana", (request) => request.field("is_archived") !== undefined),
  updating("folder-with-channels-not-archived", "states.folder/archive-with-channels")
    .says("That a folder with channels is archived is accepted and not done.")
    .swallows((request) => {
      const streams = request.field("is_archived") === "true" ? listOf(request.registered("owen", "stream").streams) : [];
      return streams.some(({ folder_id }) => folder_id === request.pathId);
    }),
  updating("folder-of-taken-name-not-unarchived", "states.folder/unarchive-name")
    .says("That a folder becomes active whose name another has is accepted and not done.")
    .swallows((request) => {
      const own = request.field("is_archived") === "false" ? folderBehind(request) : undefined;
      return foldersBehind(request).some(({ id, name, is_archived }) => id !== own?.id && is_archived !== true && name === own?.name);
    }),
  updating("folder-archived-twice-is-back", ["states.folder/archive", "is-archived"])
    .says("Archiving by itself a folder that is archived takes it back.")
    .takes((request) => {
      const isArchiving = request.field("is_archived") === "true" && request.field("name") === undefined;
      return isArchiving && folderBehind(request)?.is_archived === true && request.with({ is_archived: false });
    }),
  // What a change does.
  updating("folder-name-not-changed", ["name", "name-non-empty"]).says("A folder's name never changes.").ignores("name"),
  updating("folder-description-not-changed", ["description", "description-bound"])
    .says("A folder's description never changes.")
    .ignores("description"),
  updating("folder-never-archived", ["is-archived", "states.folder/archive"])
    .says("A folder is never archived.")
    .reads("is_archived", (value) => (value === "true" ? undefined : value)),
  updating("folder-archived-for-good", ["is-archived", "states.folder/unarchive"])
    .says("An archived folder stays archived.")
    .reads("is_archived", (value) => (value === "false" ? undefined : value)),
  updating("folder-renaming-clears", "name")
    .says("A new name empties the description.")
    .takes(
      (request) => request.field("name") !== undefined && request.field("description") === undefined && request.with({ description: "" }),
    ),
  updating("folder-half-changed", "no-trace")
    .says("A change that is refused for its name changes the description.")
    .nevertheless((request, caller) => {
      const description = request.field("description");
      return description !== undefined && request.makes(caller, `PATCH /channel_folders/${request.pathId}`, { description });
    }),
  updating("folder-change-of-nothing-refused", "all-optional")
    .says("A request that changes nothing is refused.")
    .refuses((request) => request.fields.size === 0),
  updating("folder-changed-in-part", "together")
    .says("Where a folder is renamed it is not archived or unarchived.")
    .takes((request) => request.field("name") !== undefined && ignoring("is_archived")(request)),
];
