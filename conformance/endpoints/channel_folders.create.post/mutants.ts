import { inNameOf, inSuccess, isSuccess, lacking, reading, recoded, refusing, swallowed } from "../../mutants/kit/bodies.ts";
import type { InterceptedRequest } from "../../mutants/kit/intercepted.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const creating = onRoute("POST /channel_folders/create");

const length = (request: InterceptedRequest, name: string): number => [...(request.field(name) ?? "")].length;

/** Returns a text cut to a number of characters. */
export const cutTo = (most: number) => (text: string) => [...text].slice(0, most).join("");

/** Faults of POST /channel_folders/create. */
export const mutants: readonly Mutant[] = [
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
      besides: (request, { body }) =>
        body.code === "UNAUTHORIZED_PRINCIPAL" &&
        isSuccess(request.also("dana", "POST /channel_folders/create", Object.fromEntries(request.fields))),
    },
  ),
  creating(
    "folder-owners-only",
    ["channel_folders.create.post/administrators", "authentication/folders-for-administrators"],
    "Only owners may make folders.",
    {
      instead: refusing((request) => request.caller === "dana", "UNAUTHORIZED_PRINCIPAL"),
    },
  ),
  creating("folder-administrators-only", "channel_folders.create.post/administrators", "Owners may not make folders.", {
    instead: refusing((request) => request.caller === "owen", "UNAUTHORIZED_PRINCIPAL"),
  }),
  creating("folder-blank-name", "channel_folders.create.post/name-non-empty", "A folder may have an empty name.", {
    request: reading("name", (name) => (name.trim() === "" ? "(blank)" : name)),
  }),
  creating("folder-name-not-required", "channel_folders.create.post/name-required", "A folder needs no name.", {
    request: (request) => (request.field("name") === undefined ? request.with({ name: "(none)" }) : undefined),
  }),
  creating("folder-description-not-required", "channel_folders.create.post/description-required", "A folder needs no description.", {
    request: (request) => (request.field("description") === undefined ? request.with({ description: "" }) : undefined),
  }),
  creating(
    "folder-empty-description-refused",
    "channel_folders.create.post/description-empty",
    "A folder's description must not be empty.",
    {
      instead: refusing((request) => request.field("description") === ""),
    },
  ),
  creating(
    "folder-name-bound-short",
    ["channel_folders.create.post/name-bound", "limits/folder-name-length"],
    "A name of just the greatest length is refused.",
    {
      instead: refusing((request) => length(request, "name") === 60),
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
      instead: refusing((request) => length(request, "description") === 1024),
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
  creating(
    "folder-id-of-the-first",
    ["channel_folders.create.post/channel-folder-id", "folder/id"],
    "Every new folder is answered with the id of the first that was made.",
    {
      answer: inSuccess((body, { memory }) => {
        if (!memory.has("first")) memory.set("first", body.channel_folder_id);
        body.channel_folder_id = memory.get("first");
      }),
    },
  ),
];
