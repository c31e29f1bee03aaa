import fc from "fast-check";
import { changeFolder, createFolder, shownFolder } from "../../client/folders.ts";
import { administrator } from "../../client/people.ts";
import { property } from "../../declare/property.ts";

/** Archiving a folder that is archived leaves it archived, and taking back what is not archived leaves it so, whether the server refuses that or not. */
export const archivedAgain = property<{ readonly states: readonly boolean[] }>({
  clause: ["archive", "unarchive", "channel_folders-id.patch/is-archived"],
  given: { states: fc.array(fc.boolean(), { minLength: 2, maxLength: 6 }) },
  examples: [{ states: [true, true, false, false] }],
  async holds(session, { states }, expect) {
    const actor = administrator(session);
    const id = await createFolder(actor);
    for (const [i, is_archived] of states.entries()) {
      const isNew = i > 0 && states[i - 1] !== is_archived;
      const reply = await changeFolder(actor, id, { is_archived });
      if (isNew) expect.succeeded(reply, `is_archived ${is_archived}`);
      expect.same(
        (await shownFolder(actor, id)).is_archived,
        is_archived,
        `is_archived after ${states.slice(0, i + 1).join(", ")} was asked for`,
      );
    }
  },
});
