import fc from "fast-check";
import { changeFolder, createFolder, folderNameBound, shownFolder } from "../../client/organization.ts";
import { administratorNamed } from "../../client/people.ts";
import { property } from "../../declare/property.ts";
import { administrators, anActor } from "../../draw/people.ts";
import { aDescription, aName, nameOf } from "../../draw/texts.ts";
import { prepared, Untestable } from "../../expect.ts";

const anAdministrator = anActor(...administrators);

/** An archived folder whose name another folder got since is described and renamed like any other, and becomes active under its new name. */
export const namesake = property({
  clause: ["description", "name", "is-archived", "together"].map((words) => `channel_folders-id.patch/${words}`),
  given: { who: anAdministrator, name: aName, description: aDescription, is_archived: fc.boolean() },
  examples: [
    { who: "dana", name: { tail: "", variant: "as it is" }, description: "older", is_archived: false },
    { who: "owen", name: { tail: "Näme", variant: "as it is" }, description: "", is_archived: true },
  ],
  async holds(session, { who, name: shape, description, is_archived }, expect) {
    const actor = administratorNamed(session, who);
    const name = nameOf(shape, session.fresh("n"), await folderNameBound(actor));
    const id = await createFolder(actor, { name, description: "older still" });
    prepared.succeeded(await changeFolder(actor, id, { is_archived: true }), "archiving a folder");
    const other = await actor.send("POST /channel_folders/create", { name, description: "" });
    if (other.body.result !== "success") throw new Untestable("no folder gets the name of an archived one");
    const renamed = { name: session.fresh("n"), is_archived };
    for (const fields of [{ description }, renamed])
      expect.succeeded(await changeFolder(actor, id, fields), `a change of ${Object.keys(fields).join(", ")} of an archived folder`);
    const after = await shownFolder(actor, id);
    const shown = [after.name, after.description, after.is_archived];
    expect.same(shown, [renamed.name, description, is_archived], "name, description and is_archived of the changed folder");
  },
});
