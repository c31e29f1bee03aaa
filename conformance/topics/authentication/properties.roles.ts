import fc from "fast-check";
import { addDomain, freshDomain } from "../../client/domains.ts";
import { groupOf, leaveOwnGroup } from "../../client/groups.ts";
import { levels } from "../../client/levels.ts";
import { property } from "../../declare/property.ts";
import { administrators, anActor, members, somePeople } from "../../draw/people.ts";
import { aPhrase } from "../../draw/texts.ts";
import { Untestable } from "../../expect.ts";

/** Those with a lesser role than an administrator's. */
const others = [...members, "gus", "robo"] as const;

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
  until: levels.ownersAddDomains,
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
