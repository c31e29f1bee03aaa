import type { Asked } from "./asked.ts";
import { ignoring, inNameOf, inSuccess, isSuccess, lacking, reading, recoded, refusing, success, swallowed } from "./bodies.ts";
import { type Mutant, onRoute } from "./mutant.ts";

const creating = onRoute("POST /channel_folders/create");

const updating = onRoute("PATCH /channel_folders/{id}");

const length = (asked: Asked, name: string): number => [...(asked.field(name) ?? "")].length;

const cutTo = (most: number) => (text: string) => [...text].slice(0, most).join("");

/** Faults of POST /channel_folders/create. */
export const folderCreation: readonly Mutant[] = [
  creating("folder-not-made", "channel_folders.create.post/succeeds", "A folder is accepted and not made.", { instead: swallowed }),
  creating(
    "folder-by-anyone",
    ["channel_folders.create.post/administrators", "authentication/folders-for-administrators"],
    "Everybody may make folders.",
    { request: inNameOf("dana") },
  ),
  creating(
    "folder-plain-code",
    ["channel_folders.create.post/code-unauthorized-principal", "errors/not-an-administrator"],
    "Who may not make folders gets a plain code.",
    {
      answer: recoded("UNAUTHORIZED_PRINCIPAL", "BAD_REQUEST"),
    },
  ),
  creating(
    "folder-refused-but-made",
    ["channel_folders.create.post/administrators", "authentication/folders-for-administrators"],
    "Who may not make a folder is refused, and it is made.",
    {
      besides: (asked, { body }) =>
        body.code === "UNAUTHORIZED_PRINCIPAL" &&
        isSuccess(asked.also("dana", "POST /channel_folders/create", Object.fromEntries(asked.fields))),
    },
  ),
  creating(
    "folder-owners-only",
    ["channel_folders.create.post/administrators", "authentication/folders-for-administrators"],
    "Only owners may make folders.",
    {
      instead: refusing((asked) => asked.caller === "dana", "UNAUTHORIZED_PRINCIPAL"),
    },
  ),
  creating("folder-blank-name", "channel_folders.create.post/name-non-empty", "A folder may have an empty name.", {
    request: reading("name", (name) => (name.trim() === "" ? "(blank)" : name)),
  }),
  creating("folder-name-not-required", "channel_folders.create.post/name-required", "A folder needs no name.", {
    request: (asked) => (asked.field("name") === undefined ? asked.with({ name: "(none)" }) : undefined),
  }),
  creating("folder-description-not-required", "channel_folders.create.post/description-required", "A folder needs no description.", {
    request: (asked) => (asked.field("description") === undefined ? asked.with({ description: "" }) : undefined),
  }),
  creating(
    "folder-empty-description-refused",
    "channel_folders.create.post/description-empty",
    "A folder's description must not be empty.",
    {
      instead: refusing((asked) => asked.field("description") === ""),
    },
  ),
  creating(
    "folder-name-bound-short",
    ["channel_folders.create.post/name-bound", "limits/folder-name-length"],
    "A name of just the greatest length is refused.",
    {
      instead: refusing((asked) => length(asked, "name") === 60),
    },
  ),
  creating(
    "folder-name-bound-long",
    ["channel_folders.create.post/name-bound", "limits/folder-name-length-exceeded"],
    "A name that is too long is cut and accepted.",
    { request: reading("name", cutTo(60)) },
  ),
  creating(
    "folder-description-bound-short",
    ["channel_folders.create.post/description-bound", "limits/folder-description-length"],
    "A description of just the greatest length is refused.",
    {
      instead: refusing((asked) => length(asked, "description") === 1024),
    },
  ),
  creating(
    "folder-description-bound-long",
    ["channel_folders.create.post/description-bound", "limits/folder-description-length-exceeded"],
    "A description that is too long is cut and accepted.",
    {
      request: reading("description", cutTo(1024)),
    },
  ),
  creating("folder-without-id", "channel_folders.create.post/channel-folder-id", "The new folder's id is not told.", {
    answer: lacking("channel_folder_id"),
  }),
  creating("folder-id-as-text", "channel_folders.create.post/channel-folder-id", "The new folder's id is a string.", {
    answer: inSuccess((body) => void (body.channel_folder_id = String(body.channel_folder_id))),
  }),
  creating(
    "folder-id-of-another",
    ["channel_folders.create.post/channel-folder-id", "folder/id"],
    "The id told is not that of the new folder.",
    {
      answer: inSuccess((body) => void (body.channel_folder_id = Number(body.channel_folder_id) - 1)),
    },
  ),
];

/** Faults of PATCH /channel_folders/{channel_folder_id}. */
export const folderUpdates: readonly Mutant[] = [
  updating(
    "folder-not-changed",
    ["channel_folders-id.patch/name", "channel_folders-id.patch/description", "channel_folders-id.patch/is-archived"],
    "A change of a folder is accepted and not made.",
    { instead: swallowed },
  ),
  updating("folder-name-not-changed", "channel_folders-id.patch/name", "A folder's name never changes.", { request: ignoring("name") }),
  updating("folder-description-not-changed", "channel_folders-id.patch/description", "A folder's description never changes.", {
    request: ignoring("description"),
  }),
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
    request: (asked) =>
      asked.field("name") !== undefined && asked.field("description") === undefined ? asked.with({ description: "" }) : undefined,
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
      instead: (asked) =>
        asked.caller === "dana" && asked.wouldSay().body.code === "BAD_REQUEST" && (asked.pathId ?? 0) > 9_000 ? success() : undefined,
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
    besides: (asked, said) =>
      !isSuccess(said) &&
      asked.caller !== undefined &&
      asked.field("description") !== undefined &&
      isSuccess(asked.also(asked.caller, `PATCH /channel_folders/${asked.pathId}`, { description: asked.field("description") })),
  }),
];
