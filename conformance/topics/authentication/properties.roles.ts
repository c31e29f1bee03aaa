import { addDomain, freshDomain } from "../../client/domains.ts";
import { changeFolder, createFolder, folderOf } from "../../client/folders.ts";
import { groupOf } from "../../client/groups.ts";
import { property } from "../../declare/property.ts";
import { Untestable } from "../../expect.ts";

/** Folders are made by administrators and by nobody of a lesser role. */
export const foldersForAdministrators = property({
  clause: ["authentication/folders-for-administrators", "errors/not-an-administrator"],
  async holds(session) {
    const { expect } = session;
    const { alice, dana } = session.as;
    const fields = { name: session.fresh("folder"), description: "" };
    expect.refused(await alice.send("POST /channel_folders/create", fields), "UNAUTHORIZED_PRINCIPAL", {}, "a folder by a member");
    await expect.accepted(createFolder(dana, fields));
  },
});

/** Folders are changed by administrators and by nobody of a lesser role, and a refused change changes nothing. */
export const folderChangesForAdministrators = property({
  clause: ["authentication/folders-for-administrators", "conventions/refusals-leave-no-trace"],
  async holds(session) {
    const { expect } = session;
    const { alice, dana } = session.as;
    const id = await createFolder(dana);
    const before = await folderOf(dana, id);
    const change = { description: session.fresh("described") };
    expect.declined(await changeFolder(alice, id, change), "a change of a folder by a member");
    expect.same(await folderOf(dana, id), before, "the folder after a member tried to change it");
    expect.succeeded(await changeFolder(dana, id, change), "the same change by an administrator");
    expect.same((await folderOf(dana, id)).description, change.description, "the description of the folder that was changed");
  },
});

/** Domains are added by owners, not by members and not by administrators who are no owners. */
export const domainsForOwners = property({
  clause: "authentication/domains-for-owners",
  async holds(session) {
    const { expect } = session;
    const { alice, dana, owen } = session.as;
    const fields = { domain: freshDomain(session), allow_subdomains: true };
    for (const actor of [alice, dana]) expect.declined(await addDomain(actor, fields), `a domain by ${actor.name}`);
    expect.list(expect.succeeded(await addDomain(owen, fields), "the same domain by an owner").new_domain, "new_domain");
  },
});

/** On old servers administrators add domains too, and members do not. */
export const domainsForAdministrators = property({
  clause: "authentication/domains-for-administrators",
  until: 143,
  async holds(session) {
    const { expect } = session;
    const { alice, dana } = session.as;
    const fields = { domain: freshDomain(session), allow_subdomains: true };
    expect.declined(await addDomain(alice, fields), "a domain by a member");
    expect.succeeded(await addDomain(dana, fields), "the same domain by an administrator");
  },
});

/** A bot makes a group and changes its members. */
export const groupsForBots = property({
  clause: ["authentication/groups-for-bots", "versioning/bots-manage-groups"],
  async holds(session) {
    const { expect } = session;
    const { robo, alice } = session.as;
    const fields = { name: session.fresh("group"), description: "", members: [] };
    const reply = await robo.send("POST /user_groups/create", fields);
    if (reply.body.result === "error" && (await alice.send("POST /user_groups/create", fields)).body.result === "error")
      throw new Untestable("alice may not make groups either");
    const id = expect.integer(expect.succeeded(reply, "a group made by a bot").group_id, "group_id");
    expect.succeeded(await robo.send(`POST /user_groups/${id}/members`, { add: [robo.user_id] }), "a member added by a bot");
    expect.same((await groupOf(robo, id)).members, [robo.user_id], "the members of the bot's group");
  },
});
