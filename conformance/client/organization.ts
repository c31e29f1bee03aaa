import { type LinkifierFields, type LinkifierShape, linkifierFields, plainLinkifier } from "../draw/contents.ts";
import { type Body, prepared } from "../expect.ts";
import type { Actor } from "./actor.ts";
import { boundOf, ifTold, recordsWith } from "./registration.ts";
import type { Session } from "./session.ts";
import type { Reply } from "./target.ts";

/** Returns a domain that nothing on the server has yet. */
export const freshDomain = (session: Session): string =>
  `${session
    .fresh("d")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")}.example.com`;

/** Returns an allowed domain as a registration shows it; undefined where it is not allowed. */
export const domainOf = async (actor: Actor, domain: string): Promise<Body | undefined> =>
  (await recordsWith(actor, "realm_domains", "domain", domain))[0];

/** Returns a folder as a registration shows it. @throws Differs: it shows none with the id; Unprepared: it shows no folders at all */
export const shownFolder = async (actor: Actor, id: number): Promise<Body> =>
  actor.expect.first(await recordsWith(actor, "channel_folders", "id", id), `the folder ${id} in a registration`);

/** Names of this length are within the bound of servers that tell none. */
const shortFolderName = 40;

/** Returns the bound of names of folders in code points: that which the server tells, or else one that hardly any is below. */
export const folderNameBound = async (actor: Actor): Promise<number> =>
  (await ifTold(boundOf(actor, "max_channel_folder_name_length"))) ?? shortFolderName;

/** Creates a folder, with a fresh name unless it is given. Returns its id. @throws Unprepared: it is refused */
export async function createFolder(actor: Actor, fields: Body = {}): Promise<number> {
  const body = await actor.prepare("POST /channel_folders/create", { name: actor.session.fresh("f"), description: "", ...fields });
  return prepared.integer(body.channel_folder_id, "channel_folder_id in the answer to POST /channel_folders/create");
}

/** Sends a change of a folder. */
export const changeFolder = (actor: Actor, id: number, fields: Body): Promise<Reply> => actor.send(`PATCH /channel_folders/${id}`, fields);

/** Returns the linkifiers in their order. @throws Unprepared: the request is refused, or answered by no list of objects */
export const fetchLinkifiers = async (actor: Actor): Promise<readonly Body[]> =>
  prepared.objects((await actor.prepare("GET /realm/linkifiers")).linkifiers, "the linkifiers of GET /realm/linkifiers");

/** A linkifier that a run has added. */
interface AddedLinkifier extends LinkifierFields {
  readonly id: unknown;
  /** The beginning of its matches, before a hyphen and a number. */
  readonly word: string;
}

/** Adds a linkifier of a fresh word. @throws Untestable: the target has no control API */
export async function addLinkifier({ session }: Actor, shape: LinkifierShape = plainLinkifier): Promise<AddedLinkifier> {
  const word = session.fresh("N").replaceAll(/[^A-Za-z0-9]/g, "");
  const fields = linkifierFields(shape, word);
  const { id } = await session.steering.act({ action: "add_linkifier", ...fields });
  return { id, word, ...fields };
}

/** Gives the linkifiers another order, by somebody who may. @throws Unprepared: it is refused */
export const orderLinkifiers = async (administrator: Actor, ids: readonly unknown[]): Promise<void> =>
  void (await administrator.prepare("PATCH /realm/linkifiers", { ordered_linkifier_ids: ids }));
