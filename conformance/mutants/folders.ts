import type { Asked } from "./asked.ts";
import {
  type Answer,
  type Fields,
  ignoring,
  inNameOf,
  inSuccess,
  isSuccess,
  lacking,
  reading,
  recoded,
  refusing,
  success,
  swallowed,
} from "./bodies.ts";
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

const navigation = onRoute("POST /navigation_views");

/** Faults of POST /navigation_views. */
export const navigations: readonly Mutant[] = [
  navigation("view-not-added", "navigation_views.post/adds", "A view is accepted and not added.", { instead: swallowed }),
  navigation(
    "view-blank-accepted",
    ["navigation_views.post/fragment-blank", "errors/blank-fragment"],
    "A view without a fragment is accepted.",
    {
      instead: (asked) => (asked.field("fragment")?.trim() === "" && !isSuccess(asked.wouldSay()) ? success() : undefined),
    },
  ),
  navigation(
    "view-blank-other-code",
    ["navigation_views.post/fragment-blank", "errors/blank-fragment"],
    "A blank fragment is refused with a code of its own.",
    {
      answer: recoded("BAD_REQUEST", "INVALID_FRAGMENT"),
    },
  ),
  navigation("view-pinned-turned", "navigation_views.post/is-pinned", "is_pinned means its contrary.", {
    request: reading("is_pinned", (value) => value !== "true"),
  }),
  navigation("view-pinned-not-required", "navigation_views.post/is-pinned-required", "is_pinned may be left out.", {
    request: (asked) => (asked.field("is_pinned") === undefined ? asked.with({ is_pinned: false }) : undefined),
  }),
  navigation("view-name-lost", "navigation_views.post/name", "The name of a view is not kept.", { request: ignoring("name") }),
  navigation("view-name-required", "navigation_views.post/name-optional", "A view needs a name.", {
    instead: refusing((asked) => asked.field("name") === undefined),
  }),
  navigation("view-for-another", "navigation_views.post/adds", "The view is added for somebody else.", {
    request: (asked) => (isSuccess(asked.wouldSay()) ? asked.by(asked.caller === "bob" ? "alice" : "bob") : undefined),
  }),
  navigation("view-added-twice", "navigation_views.post/fragment-unique", "A fragment that is there already is accepted.", {
    instead: (asked) =>
      asked.field("fragment") &&
      asked.field("is_pinned") &&
      !isSuccess(asked.wouldSay()) &&
      isSuccess(asked.wouldSay(asked.with({ fragment: "x-unheard-of" })))
        ? success()
        : undefined,
  }),
];

const domains = onRoute("POST /realm/domains");
const pair = (change: (id: unknown, domain: unknown) => unknown): Answer =>
  inSuccess((body: Fields) => {
    const [id, domain] = body.new_domain as unknown[];
    body.new_domain = change(id, domain);
  });

/** Faults of POST /realm/domains. */
export const domainAdding: readonly Mutant[] = [
  domains("domain-not-added", "realm.domains.post/adds", "A domain is accepted and not added.", { instead: swallowed }),
  domains(
    "domain-by-administrators",
    ["realm.domains.post/owners", "authentication/domains-for-owners"],
    "Administrators may add domains.",
    {
      request: inNameOf("owen", (asked) => asked.caller === "dana"),
    },
  ),
  domains("domain-by-anyone", ["realm.domains.post/owners", "authentication/domains-for-owners"], "Everybody may add domains.", {
    request: inNameOf("owen"),
  }),
  domains("domain-pair-swapped", "realm.domains.post/new-domain", "The domain stands before its id.", {
    answer: pair((id, domain) => [domain, id]),
  }),
  domains("domain-as-object", "realm.domains.post/new-domain", "The new domain is an object.", {
    answer: pair((id, domain) => ({ id, domain })),
  }),
  domains("domain-id-alone", "realm.domains.post/new-domain", "Only the id of the new domain is told.", { answer: pair((id) => [id]) }),
  domains("subdomains-never", "realm.domains.post/adds", "allow_subdomains is never true.", {
    request: reading("allow_subdomains", () => false),
  }),
  domains("subdomains-not-required", "realm.domains.post/allow-subdomains-required", "allow_subdomains may be left out.", {
    request: (asked) => (asked.field("allow_subdomains") === undefined ? asked.with({ allow_subdomains: false }) : undefined),
  }),
  domains("domain-name-not-required", "realm.domains.post/domain-required", "The domain may be left out.", {
    request: (asked) => (asked.field("domain") === undefined ? asked.with({ domain: "left-out.example" }) : undefined),
  }),
];
