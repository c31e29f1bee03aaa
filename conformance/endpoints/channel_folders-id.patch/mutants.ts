import {
  ignoring,
  inNameOf,
  inSuccess,
  isSuccess,
  type MutableFields,
  reading,
  refusing,
  success,
  swallowed,
} from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";
import { inThreeBytes } from "../user_groups.create.post/mutants.ts";

const creating = onRoute("POST /channel_folders/create");
const registering = onRoute("POST /register");
const updating = onRoute("PATCH /channel_folders/{id}");

/** Returns a list of the state behind as an owner sees it. */
const recordsBehind = (request: InterceptedRequest, part: string, name = part): MutableFields[] =>
  request.also("owen", "POST /register", { fetch_event_types: [part] }).body[name] as MutableFields[];

/** Returns the folder behind that has the name of a request. */
const folderNamed = (request: InterceptedRequest): MutableFields | undefined =>
  recordsBehind(request, "channel_folders").find(({ name }) => name === request.field("name"));

const hasChannels = (request: InterceptedRequest): boolean =>
  recordsBehind(request, "stream", "streams").some(({ folder_id }) => folder_id === request.pathId);

/** Changes every folder that a registration shows. */
const inFolders = (change: (folder: MutableFields) => void) =>
  inSuccess(({ channel_folders }) => {
    for (const folder of (channel_folders as MutableFields[] | undefined) ?? []) change(folder);
  });

/** Whether a request renames a folder to its own name in other capitals. */
function changesCapitals(request: InterceptedRequest): boolean {
  const [name, folder] = [request.field("name"), recordsBehind(request, "channel_folders").find(({ id }) => id === request.pathId)];
  return name !== undefined && name !== folder?.name && name.toLowerCase() === String(folder?.name).toLowerCase();
}

/** Faults of channel folders. */
const ofRecord: readonly Mutant[] = [
  creating("folder-name-in-small-letters", "folder/name", "A folder's name is stored in small letters.", {
    request: reading("name", (name) => name.toLowerCase()),
  }),
  updating(
    "folder-renamed-in-small-letters",
    ["folder/name", "channel_folders-id.patch/name"],
    "A folder's new name is stored in small letters.",
    {
      request: reading("name", (name) => name.toLowerCase()),
    },
  ),
  creating(
    "folder-texts-in-three-bytes",
    ["folder/name", "folder/description"],
    "Of names and descriptions only what fits into three bytes of UTF-8 is stored.",
    { request: inThreeBytes },
  ),
  updating(
    "folder-changed-once",
    ["channel_folders-id.patch/name", "channel_folders-id.patch/description", "channel_folders-id.patch/is-archived"],
    "A second change of a folder is accepted and not made.",
    {
      instead: (request) => {
        const key = `changed ${request.pathId}`;
        if (request.memory.has(key)) return swallowed(request);
        if (isSuccess(request.wouldSay())) request.memory.set(key, true);
        return undefined;
      },
    },
  ),
  creating("folder-description-first-line", "folder/description", "Of a folder's description only the first line is stored.", {
    request: reading("description", (text) => text.split("\n")[0]),
  }),
  registering("folder-empty-description-null", "folder/description", "An empty description of a folder is shown as null.", {
    answer: inFolders((folder) => void (folder.description ||= null)),
  }),
  registering("folder-flag-as-number", "folder/is-archived", "Whether a folder is archived is shown as 0 or 1.", {
    answer: inFolders((folder) => void (folder.is_archived = Number(folder.is_archived))),
  }),
  creating("folder-archived-at-first", "folder/is-archived", "A new folder is archived.", {
    besides: (request, { body }) =>
      body.channel_folder_id !== undefined &&
      isSuccess(request.also("owen", `PATCH /channel_folders/${String(body.channel_folder_id)}`, { is_archived: true })),
  }),
  registering("folder-ids-alike", "folder/id", "Every folder is shown with the id of the first.", {
    answer: inSuccess(({ channel_folders }) => {
      const all = (channel_folders as MutableFields[] | undefined) ?? [];
      for (const folder of all) folder.id = all[0]?.id;
    }),
  }),
  creating("folder-of-same-name-found", "folder/names-apart", "A second folder of a name is accepted, and the first one's id is told.", {
    instead: (request) => {
      const folder = request.caller === "dana" ? folderNamed(request) : undefined;
      return folder && success({ channel_folder_id: folder.id });
    },
  }),
  updating("folder-capitals-in-name-only", "channel_folders-id.patch/name-capitals", "A change of capitals is accepted and not made.", {
    instead: (request) => (changesCapitals(request) ? success() : undefined),
  }),
  updating(
    "folder-archived-by-anyone",
    ["states.folder/archive-administrators", "channel_folders-id.patch/administrators"],
    "Everybody may archive folders.",
    { request: inNameOf("dana", (request) => request.field("is_archived") !== undefined) },
  ),
  updating(
    "folder-with-channels-not-archived",
    "states.folder/archive-with-channels",
    "That a folder with channels is archived is accepted and not done.",
    { instead: (request) => (request.field("is_archived") === "true" && hasChannels(request) ? swallowed(request) : undefined) },
  ),
  updating(
    "folder-archived-twice-is-back",
    ["states.folder/archive", "channel_folders-id.patch/is-archived"],
    "Archiving by itself a folder that is archived takes it back.",
    {
      request: (request) => {
        if (request.field("is_archived") !== "true" || request.field("name") !== undefined) return undefined;
        const folder = recordsBehind(request, "channel_folders").find(({ id }) => id === request.pathId);
        return folder?.is_archived === true ? request.with({ is_archived: false }) : undefined;
      },
    },
  ),
];

/** Faults of PATCH /channel_folders/{channel_folder_id}. */
export const mutants: readonly Mutant[] = [
  ...ofRecord,
  updating(
    "folder-name-not-changed",
    ["channel_folders-id.patch/name", "channel_folders-id.patch/name-non-empty"],
    "A folder's name never changes.",
    { request: ignoring("name") },
  ),
  updating(
    "folder-description-not-changed",
    ["channel_folders-id.patch/description", "channel_folders-id.patch/description-bound"],
    "A folder's description never changes.",
    {
      request: ignoring("description"),
    },
  ),
  updating("folder-never-archived", ["channel_folders-id.patch/is-archived", "states.folder/archive"], "A folder is never archived.", {
    request: reading("is_archived", (value) => (value === "true" ? undefined : value)),
  }),
  updating(
    "folder-archived-for-good",
    ["channel_folders-id.patch/is-archived", "states.folder/unarchive"],
    "An archived folder stays archived.",
    {
      request: reading("is_archived", (value) => (value === "false" ? undefined : value)),
    },
  ),
  updating("folder-renaming-clears", "channel_folders-id.patch/name", "A new name empties the description.", {
    request: (request) =>
      request.field("name") !== undefined && request.field("description") === undefined ? request.with({ description: "" }) : undefined,
  }),
  updating("folder-half-changed", "channel_folders-id.patch/no-trace", "A change that is refused for its name changes the description.", {
    besides: (request, said) =>
      !isSuccess(said) &&
      request.caller !== undefined &&
      request.field("description") !== undefined &&
      isSuccess(request.also(request.caller, `PATCH /channel_folders/${request.pathId}`, { description: request.field("description") })),
  }),
  updating("folder-change-of-nothing-refused", "channel_folders-id.patch/all-optional", "A request that changes nothing is refused.", {
    instead: refusing((request) => request.fields.size === 0),
  }),
  updating("folder-changed-in-part", "channel_folders-id.patch/together", "Where a folder is renamed it is not archived or unarchived.", {
    request: (request) => (request.field("name") === undefined ? undefined : ignoring("is_archived")(request)),
  }),
];
