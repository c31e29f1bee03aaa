import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { changeFolder, createFolder, folderNameBound, shownFolder } from "../../client/folders.ts";
import { administrator, administratorNamed } from "../../client/people.ts";
import { recordsWith } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";
import { administrators, anActor } from "../../draw/people.ts";
import { aDescription, aName, inCase, nameOf, plainName } from "../../draw/texts.ts";
import { type Body, Untestable } from "../../expect.ts";

/** Creates a second folder of a name. Returns whether it is there; otherwise the request was refused, and left none. */
async function createsAnother(dana: Actor, name: string): Promise<boolean> {
  const { expect } = dana;
  const named = async (): Promise<number> => (await recordsWith(dana, "channel_folders", "name", name)).length;
  const before = await named();
  const reply = await dana.send("POST /channel_folders/create", { name, description: "" });
  const isCreated = expect.isAccepted(reply, "a second folder of a name");
  expect.same(await named(), before + Number(isCreated), "the number of folders of the name");
  return isCreated;
}

/** Whether a second folder gets the name of another, or of one that is archived: noted, not judged. */
export const sameName = property({
  clause: "names-apart",
  given: { who: anActor(...administrators), name: aName },
  examples: [
    { who: "dana", name: plainName },
    { who: "dana", name: { ...plainName, variant: "lower" } },
  ],
  async holds(session, { who, name: shape }, expect) {
    const actor = administratorNamed(session, who);
    const name = nameOf(shape, session.fresh("Folder"), await folderNameBound(actor));
    const id = await createFolder(actor, { name });
    if (await createsAnother(actor, name)) return session.chooses("folderNames", "none");
    const archived = expect.against("channel_folders-id.patch/is-archived");
    archived.succeeded(await changeFolder(actor, id, { is_archived: true }), "archiving a folder");
    session.chooses("folderNames", (await createsAnother(actor, name)) ? "active" : "all");
  },
});

/** An archived folder is described and renamed like any other, stays archived meanwhile, and becomes active under its new name. */
export const archivedChanged = property({
  clause: ["is-archived", "description", "name", "together"].map((words) => `channel_folders-id.patch/${words}`),
  given: { who: anActor(...administrators), name: aName, description: aDescription, is_archived: fc.boolean() },
  examples: [
    { who: "dana", name: plainName, description: "older", is_archived: false },
    { who: "owen", name: { ...plainName, tail: "Näme" }, description: "", is_archived: true },
  ],
  async holds(session, { who, name: shape, description, is_archived }, expect) {
    const actor = administratorNamed(session, who);
    const id = await createFolder(actor, { description: "older still" });
    await shownFolder(actor, id);
    const own = (words: string): string => `channel_folders-id.patch/${words}`;
    expect.succeeded(await changeFolder(actor, id, { is_archived: true }), "archiving a folder");
    const name = nameOf(shape, session.fresh("Folder"), await folderNameBound(actor));
    const changes: readonly Body[] = [{ description }, { name }, { name: session.fresh("n"), is_archived }];
    for (const fields of changes) {
      const isOfName = "name" in fields;
      const changed = expect.against(own(isOfName ? "name" : "description"));
      changed.succeeded(await changeFolder(actor, id, fields), `a change of ${Object.keys(fields).join(", ")} of an archived folder`);
      const shown = await shownFolder(actor, id);
      const expected = { is_archived: true, description, ...fields };
      const broken: Readonly<Record<string, string>> = {
        is_archived: "is_archived" in fields ? "together" : "is-archived",
        ...(isOfName && { description: "name" }),
      };
      for (const [field, value] of Object.entries(expected))
        expect.same(shown[field], value, `${field} of the changed folder`, own(broken[field] ?? field));
    }
  },
});

/** Tries a change whose outcome is left open. Returns whether it was made; otherwise it was refused, and changed nothing. */
async function isChanged(dana: Actor, id: number, field: "name" | "is_archived", change: Body): Promise<boolean> {
  const { expect } = dana;
  const before = await shownFolder(dana, id);
  const reply = await changeFolder(dana, id, change);
  const isMade = expect.isAccepted(reply, `a change of ${field}`);
  expect.same((await shownFolder(dana, id))[field], (isMade ? change : before)[field], `${field} of the folder`);
  return isMade;
}

/** Whether a folder gets its own name in other capitals: noted, not judged. */
export const otherCapitals = property({
  clause: "channel_folders-id.patch/name-capitals",
  given: { name: aName, variant: fc.constantFrom("upper", "lower", "swapped") },
  examples: [
    { name: plainName, variant: "upper" },
    { name: plainName, variant: "lower" },
  ],
  async holds(session, { name: shape, variant }) {
    const [dana, name] = [administrator(session), nameOf(shape, session.fresh("Folder"), 60)];
    const other = inCase(variant, name);
    if (other === name) throw new Untestable("the name is in these capitals already");
    const id = await createFolder(dana, { name });
    const isMade = await isChanged(dana, id, "name", { name: other });
    session.chooses("folderCapitals", isMade ? "changeable" : "fixed");
  },
});

/** Whether an archived folder becomes active again whose name another has taken meanwhile. */
export const takenName = property({
  clause: "unarchive-name",
  given: { who: anActor(...administrators), name: aName },
  examples: [{ who: "dana", name: plainName }],
  async holds(session, { who, name: shape }, expect) {
    const actor = administratorNamed(session, who);
    const name = nameOf(shape, session.fresh("Folder"), await folderNameBound(actor));
    const id = await createFolder(actor, { name });
    expect.succeeded(await changeFolder(actor, id, { is_archived: true }), "archiving a folder");
    if (!(await createsAnother(actor, name))) throw new Untestable("no other folder gets the name of an archived one");
    const isMade = await isChanged(actor, id, "is_archived", { is_archived: false });
    session.chooses("unarchivedNames", isMade ? "yes" : "observed");
  },
});

/** Whether a folder that has channels can be archived is noted, not judged; it is described anew as any other. */
export const archivedWithChannels = property({
  clause: ["archive-with-channels", "channel_folders-id.patch/description"],
  given: { number: fc.integer({ min: 1, max: 3 }) },
  examples: [{ number: 1 }],
  async holds(session, { number }, expect) {
    const dana = administrator(session);
    const id = await createFolder(dana);
    for (let i = 0; i < number; i++) {
      const channel = session.fresh("c");
      await session.steering.act({ action: "create_channel", name: channel });
      await session.steering.act({ action: "set_channel", channel, property: "folder_id", value: id });
    }
    const described = await changeFolder(dana, id, { description: "soup" });
    expect.against("channel_folders-id.patch/description").succeeded(described, "another description of a folder that has channels");
    const isMade = await isChanged(dana, id, "is_archived", { is_archived: true });
    session.chooses("folderWithChannels", isMade ? "yes" : "observed");
  },
});

/** Archiving a folder that is archived leaves it archived, and taking back what is not archived leaves it so, whether the server refuses that or not. */
export const archivedAgain = property({
  clause: ["archive", "unarchive", "channel_folders-id.patch/is-archived"],
  given: { states: fc.array(fc.boolean(), { minLength: 2, maxLength: 6 }) },
  examples: [{ states: [true, true, false, false] }],
  async holds(session, { states }, expect) {
    const actor = administrator(session);
    const id = await createFolder(actor);
    for (const [i, is_archived] of states.entries()) {
      const isNew = i > 0 && states[i - 1] !== is_archived;
      const reply = await changeFolder(actor, id, { is_archived });
      const broken = expect.against(`states.folder/${is_archived ? "archive" : "unarchive"}`);
      if (isNew) broken.succeeded(reply, `is_archived ${is_archived}`);
      const asked = states.slice(0, i + 1).join(", ");
      broken.same((await shownFolder(actor, id)).is_archived, is_archived, `is_archived after ${asked} was asked for`);
    }
  },
});
