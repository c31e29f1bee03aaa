import fc from "fast-check";
import { createFolder, shownFolder } from "../../client/folders.ts";
import { administratorNamed } from "../../client/people.ts";
import { property } from "../../declare/property.ts";
import { administrators, anActor } from "../../draw/people.ts";

const anAdministrator = anActor(...administrators);

/** Any two folders have different ids. */
export const idsDiffer = property({
  clause: ["channel-folder-id", "folder/id"],
  given: { makers: fc.array(anAdministrator, { minLength: 2, maxLength: 5 }) },
  examples: [{ makers: ["dana", "dana"] }],
  async holds(session, { makers }) {
    const ids: number[] = [];
    for (const who of makers) ids.push(await session.expect.accepted(createFolder(administratorNamed(session, who))));
    session.expect.same(new Set(ids).size, ids.length, `the number of different ids among ${ids.join(", ")}`);
  },
});

/** The description may be empty, and the folder is no archived one. */
export const descriptionMayBeEmpty = property({
  clause: ["description-empty", "folder/description", "folder/is-archived"],
  given: { who: anAdministrator },
  examples: [{ who: "dana" }],
  async holds(session, { who }, expect) {
    const actor = administratorNamed(session, who);
    const { description, is_archived } = await shownFolder(actor, await expect.accepted(createFolder(actor, { description: "" })));
    expect.same([description, is_archived], ["", false], "description and is_archived of a new folder without description");
  },
});
