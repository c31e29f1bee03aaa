import { ignoring, inNameOf, isSuccess, reading, recoded, refusing, success, swallowed } from "../../mutants/kit/bodies.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";
import { cutTo } from "../channel_folders.create.post/mutants.ts";

const updating = onRoute("PATCH /channel_folders/{id}");

/** Faults of PATCH /channel_folders/{channel_folder_id}. */
export const mutants: readonly Mutant[] = [
  updating(
    "folder-not-changed",
    ["channel_folders-id.patch/name", "channel_folders-id.patch/description", "channel_folders-id.patch/is-archived"],
    "A change of a folder is accepted and not made.",
    { instead: swallowed },
  ),
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
  updating(
    "folder-changed-by-anyone",
    ["channel_folders-id.patch/administrators", "authentication/folders-for-administrators"],
    "Everybody may change folders.",
    { request: inNameOf("dana") },
  ),
  updating(
    "folder-unknown-accepted",
    ["channel_folders-id.patch/unknown-id", "errors/unknown-folder"],
    "A change of a folder that does not exist succeeds.",
    {
      instead: (request) =>
        request.caller === "dana" && request.wouldSay().body.code === "BAD_REQUEST" && (request.pathId ?? 0) > 9_000
          ? success()
          : undefined,
    },
  ),
  updating(
    "folder-unknown-other-code",
    ["channel_folders-id.patch/unknown-id", "errors/unknown-folder"],
    "A folder that does not exist is refused with a code of its own.",
    {
      answer: recoded("BAD_REQUEST", "NOT_FOUND"),
    },
  ),
  updating("folder-renamed-blank", "channel_folders-id.patch/name-non-empty", "A folder may be given an empty name.", {
    request: reading("name", (name) => (name.trim() === "" ? "(blank)" : name)),
  }),
  updating("folder-renamed-too-long", "channel_folders-id.patch/name-bound", "A new name that is too long is cut and accepted.", {
    request: reading("name", cutTo(60)),
  }),
  updating(
    "folder-described-too-long",
    "channel_folders-id.patch/description-bound",
    "A new description that is too long is cut and accepted.",
    {
      request: reading("description", cutTo(1024)),
    },
  ),
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
  updating("folder-change-refused-to-owners", "channel_folders-id.patch/administrators", "Owners may not change folders.", {
    instead: refusing((request) => request.caller === "owen", "UNAUTHORIZED_PRINCIPAL"),
  }),
];
