import { ignoring, isSuccess, reading, refusing } from "../../mutants/kit/bodies.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";
import { mutants as ofRecord } from "./mutants.record.ts";

const updating = onRoute("PATCH /channel_folders/{id}");

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
