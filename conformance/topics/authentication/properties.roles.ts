import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { changeFolder, createFolder } from "../../client/folders.ts";
import { levels } from "../../client/levels.ts";
import { administrator } from "../../client/people.ts";
import { ownRealm } from "../../client/serial.ts";
import { property } from "../../declare/property.ts";
import { Untestable } from "../../expect.ts";

/** Acts that administrators or owners alone may do, each as a request of somebody else's about a folder that is there. */
const tasks = {
  "make a folder": (actor: Actor) =>
    actor.send("POST /channel_folders/create", { name: actor.session.fresh("moderated"), description: "" }),
  "archive a folder": (actor: Actor, folder: number) => changeFolder(actor, folder, { is_archived: true }),
  "add a domain": (actor: Actor) =>
    actor.send("POST /realm/domains", { domain: `${actor.session.fresh("m").replace(/\W/g, "")}.example.com`, allow_subdomains: false }),
} as const;

type Task = keyof typeof tasks;

/** A moderator is no administrator and no owner. */
export const moderators = property<{ readonly task: Task }>({
  clause: ["folders-for-administrators", "domains-for-owners", "states.folder/archive-administrators"],
  serial: "the role of cara",
  given: { task: fc.constantFrom(...(Object.keys(tasks) as Task[])) },
  examples: (Object.keys(tasks) as Task[]).map((task) => ({ task })),
  async holds(session, { task }, expect) {
    if (session.level < levels.channelFolders) throw new Untestable("the target has no channel folders");
    const { cara } = session.as;
    const folder = await createFolder(administrator(session));
    const steering = ownRealm(session);
    const { role } = cara;
    await steering.act({ action: "set_user", as: "cara", property: "role", value: "moderator" });
    try {
      expect.declined(await tasks[task](cara, folder), `a moderator who wants to ${task}`);
    } finally {
      await steering.act({ action: "set_user", as: "cara", property: "role", value: role });
    }
  },
});
