import { recordsWith } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { Untestable } from "../../expect.ts";
import { callTo } from "../each-call.ts";

/** Folders are made by administrators and by nobody of a lesser role. */
export const foldersForAdministrators = property({
  clause: ["authentication/folders-for-administrators", "errors/not-an-administrator"],
  async holds(session) {
    const { expect } = session;
    const fields = { name: session.fresh("folder"), description: "" };
    expect.refused(
      await session.as.alice.send("POST /channel_folders/create", fields),
      "UNAUTHORIZED_PRINCIPAL",
      {},
      "a folder by a member",
    );
    expect.succeeded(await session.as.dana.send("POST /channel_folders/create", fields), "the same folder by an administrator");
  },
});

/** Folders are changed by administrators and by nobody of a lesser role, and a refused change changes nothing. */
export const folderChangesForAdministrators = property({
  clause: ["authentication/folders-for-administrators", "conventions/refusals-leave-no-trace"],
  async holds(session) {
    const { expect } = session;
    const { alice, dana } = session.as;
    const ready = await callTo("PATCH /channel_folders/{channel_folder_id}").prepare(session);
    const id = Number(ready.route.split("/").at(-1));
    const before = await recordsWith(dana, "channel_folders", "id", id);
    expect.declined(await alice.send(ready.route, ready.fields), "a change of a folder by a member");
    expect.same(await recordsWith(dana, "channel_folders", "id", id), before, "the folder after a member tried to change it");
    expect.succeeded(await dana.send(ready.route, ready.fields), "the same change by an administrator");
  },
});

const domainOf = (session: Session): { domain: string; allow_subdomains: boolean } => ({
  domain: `${session
    .fresh("d")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "-")}.example.org`,
  allow_subdomains: true,
});

/** Domains are added by owners, not by members and not by administrators who are no owners. */
export const domainsForOwners = property({
  clause: "authentication/domains-for-owners",
  async holds(session) {
    const { expect } = session;
    const { alice, dana, owen } = session.as;
    const fields = domainOf(session);
    for (const actor of [alice, dana]) expect.declined(await actor.send("POST /realm/domains", fields), `a domain by ${actor.name}`);
    expect.succeeded(await owen.send("POST /realm/domains", fields), "the same domain by an owner");
  },
});

/** On old servers administrators add domains too. */
export const domainsForAdministrators = property({
  clause: "authentication/domains-for-administrators",
  async holds(session) {
    const { expect } = session;
    if (session.target.level >= 143) throw new Untestable(`the target is of level ${session.target.level}, not before 143`);
    expect.succeeded(await session.as.dana.send("POST /realm/domains", domainOf(session)), "a domain by an administrator");
  },
});

/** A bot makes a group and changes its members. */
export const groupsForBots = property({
  clause: ["authentication/groups-for-bots", "versioning/bots-manage-groups"],
  async holds(session) {
    const { expect } = session;
    const robo = session.as.robo;
    const fields = { name: session.fresh("group"), description: "", members: [] };
    const reply = await robo.send("POST /user_groups/create", fields);
    if (reply.body.result === "error") {
      const people = await session.as.alice.send("POST /user_groups/create", fields);
      if (people.body.result === "error") throw new Untestable("alice may not make groups either");
    }
    const { group_id } = expect.succeeded(reply, "a group made by a bot");
    const route = `POST /user_groups/${String(group_id)}/members`;
    expect.succeeded(await robo.send(route, { add: [robo.user_id] }), "a member added by a bot");
    const [group] = await recordsWith(robo, "realm_user_groups", "id", group_id);
    expect.same(group?.members, [robo.user_id], "the members of the bot's group");
  },
});
