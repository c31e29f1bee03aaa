import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { addDomain, freshDomain } from "../../client/domains.ts";
import { changeFolder, createFolder, folderOf } from "../../client/folders.ts";
import { groupOf, leaveOwnGroup } from "../../client/groups.ts";
import { property } from "../../declare/property.ts";
import { administrators, anActor, members, somePeople } from "../../draw/people.ts";
import { aPhrase } from "../../draw/texts.ts";
import { Untestable } from "../../expect.ts";

/** Those with a lesser role than an administrator's. */
const others = [...members, "gus", "robo"] as const;

/** Folders are made by administrators and by nobody of a lesser role. */
export const foldersForAdministrators = property({
  clause: ["authentication/folders-for-administrators", "errors/not-an-administrator"],
  given: { who: anActor(...others), administrator: anActor(...administrators), description: aPhrase },
  examples: [{ who: "alice", administrator: "dana", description: "" }],
  async holds(session, { who, administrator, description }) {
    const { expect } = session;
    const fields = { name: session.fresh("folder"), description };
    const reply = await session.actor(who).send("POST /channel_folders/create", fields);
    expect.refused(reply, "UNAUTHORIZED_PRINCIPAL", {}, `a folder by ${who}`);
    await expect.accepted(createFolder(session.actor(administrator), fields));
  },
});

/** Folders are changed by administrators and by nobody of a lesser role, and a refused change changes nothing. */
export const folderChangesForAdministrators = property({
  clause: ["authentication/folders-for-administrators", "conventions/refusals-leave-no-trace"],
  given: {
    who: anActor(...others),
    pair: fc.tuple(anActor(...administrators), anActor(...administrators)),
    field: fc.constantFrom("description", "name"),
  },
  examples: [{ who: "alice", pair: ["dana", "dana"], field: "description" }],
  async holds(session, { who, pair, field }) {
    const { expect } = session;
    const [creator, administrator] = pair.map((name) => session.actor(name)) as [Actor, Actor];
    const id = await createFolder(creator);
    const before = await folderOf(creator, id);
    const change = { [field]: session.fresh("f") };
    expect.declined(await changeFolder(session.actor(who), id, change), `a change of a folder by ${who}`);
    expect.same(await folderOf(creator, id), before, `the folder after ${who} tried to change it`);
    expect.succeeded(await changeFolder(administrator, id, change), "the same change by an administrator");
    expect.same((await folderOf(creator, id))[field], change[field], `the ${field} of the folder that was changed`);
  },
});

/** Domains are added by owners, not by members and not by administrators who are no owners. */
export const domainsForOwners = property({
  clause: "authentication/domains-for-owners",
  given: { who: anActor(...others, "dana"), allow_subdomains: fc.boolean() },
  examples: [
    { who: "alice", allow_subdomains: true },
    { who: "dana", allow_subdomains: true },
  ],
  async holds(session, { who, allow_subdomains }) {
    const { expect } = session;
    const fields = { domain: freshDomain(session), allow_subdomains };
    expect.declined(await addDomain(session.actor(who), fields), `a domain by ${who}`);
    expect.list(expect.succeeded(await addDomain(session.as.owen, fields), "the same domain by an owner").new_domain, "new_domain");
  },
});

/** On old servers administrators add domains too, and those of a lesser role do not. */
export const domainsForAdministrators = property({
  clause: "authentication/domains-for-administrators",
  until: 143,
  given: { who: anActor(...others), administrator: anActor(...administrators), allow_subdomains: fc.boolean() },
  examples: [{ who: "alice", administrator: "dana", allow_subdomains: true }],
  async holds(session, { who, administrator, allow_subdomains }) {
    const { expect } = session;
    const fields = { domain: freshDomain(session), allow_subdomains };
    expect.declined(await addDomain(session.actor(who), fields), `a domain by ${who}`);
    expect.succeeded(await addDomain(session.actor(administrator), fields), `the same domain by ${administrator}`);
  },
});

/** A bot makes a group and changes its members. */
export const groupsForBots = property({
  clause: ["authentication/groups-for-bots", "versioning/bots-manage-groups"],
  given: { description: aPhrase, added: somePeople({ from: ["robo", ...members] }) },
  examples: [{ description: "", added: ["robo"] }],
  async holds(session, { description, added }) {
    const { expect } = session;
    const { robo, alice } = session.as;
    const fields = { name: session.fresh("group"), description, members: [] };
    const reply = await robo.send("POST /user_groups/create", fields);
    if (reply.body.result === "error" && (await alice.send("POST /user_groups/create", fields)).body.result === "error")
      throw new Untestable("alice may not make groups either");
    const id = expect.integer(expect.succeeded(reply, "a group made by a bot").group_id, "group_id");
    await leaveOwnGroup(robo, { id, name: fields.name });
    const add = added.map((name) => session.actor(name).user_id);
    expect.succeeded(await robo.send(`POST /user_groups/${id}/members`, { add }), "members added by a bot");
    expect.sameSet((await groupOf(robo, id)).members, add, "the members of the bot's group");
  },
});
