import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import {
  type CreatedGroup,
  changeMembers,
  createGroup,
  createNest,
  mayNotManageAll,
  only,
  requireChange,
  requireMembers,
  type SettingName,
  settingNames,
  spelled,
  userIds,
} from "../../client/groups.ts";
import { itemAt } from "../../client/json.ts";
import { directFields, fetchMessage } from "../../client/messages.ts";
import { isAllowed } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { type Property, property } from "../../declare/property.ts";
import { untraced } from "../../derive/clauses.ts";
import type { ValueOf } from "../../draw/combinators.ts";
import {
  aGroupSetting,
  aNest,
  emptyNest,
  type GroupSetting,
  groupMakers,
  includesPerson,
  type Letter,
  letters,
  type Nest,
  people,
  type SettingShape,
} from "../../draw/groups.ts";
import { anActor, type PersonName, somePeople, twoPeople } from "../../draw/people.ts";
import { type Body, prepared, Untestable } from "../../expect.ts";

/** Those whom somebody else tries to add or remove. */
const bystanders = ["dana", "gus", "robo"] as const;

/** The setting of a group of alice's and the groups that it may name, who tries to use it, for which others, and whether for themselves before or after them. */
const aTrial = {
  who: anActor("bob", "cara"),
  value: aGroupSetting({ groups: letters }),
  nest: aNest,
  others: somePeople({ from: bystanders }),
  self: fc.constantFrom("none", "first", "last"),
};

/** A trial, with the settings that permit something else and name whoever tries. */
type Trial = ValueOf<typeof aTrial> & { readonly beside: readonly SettingName[] };

interface Permission {
  readonly setting: SettingName;
  readonly side: "add" | "delete";
  readonly isOfSelf: boolean;
  /** Clauses that it proves beside that of the setting. */
  readonly also?: readonly string[];
  readonly examples?: readonly Partial<Trial>[];
}

/** The settings that do not permit a change: of oneself those for the other side, of others all but that of who manages the group. */
function besideOf({ setting, side, isOfSelf }: Permission): readonly SettingName[] {
  if (!isOfSelf) return settingNames.filter((name) => name !== setting && name !== "can_manage_group");
  return side === "add"
    ? ["can_leave_group", "can_remove_members_group", "can_mention_group"]
    : ["can_join_group", "can_add_members_group", "can_mention_group"];
}

const nobody: SettingShape<Letter> = { kind: "lists", members: [], groups: [] };
const onlyBob: SettingShape<Letter> = { kind: "lists", members: ["bob"], groups: [] };
const theGroup = (group: Letter): SettingShape<Letter> => ({ kind: "group", group });
const plain: Trial = { who: "bob", value: onlyBob, nest: emptyNest, beside: [], others: ["dana"], self: "none" };

/** Returns whom a change is about, and who is in the group before and after it. */
function peopleOf({ side, isOfSelf }: Permission, { who, others, self }: Trial) {
  const placed = others.length === 0 ? "last" : self;
  const about = isOfSelf ? people(who) : [...(placed === "first" ? [who] : []), ...others, ...(placed === "last" ? [who] : [])];
  const [few, all] = [people("alice"), people("alice", ...about)];
  return side === "add" ? { about, before: few, after: all } : { about, before: all, after: few };
}

/** The value of a setting, the nest that it may name, and the settings that name whoever tries. */
type Named = Pick<Trial, "value" | "nest" | "beside"> & { readonly who: PersonName };

/** Creates alice's group, in which other settings than that of a trial name alice or whoever tries. @param inner the groups of the nest that it contains */
async function stage(session: Session, setting: SettingName, named: Named, members: readonly PersonName[], inner: readonly Letter[] = []) {
  const { alice } = session.as;
  const groups = await createNest(alice, named.nest);
  const others = settingNames.map((name) => [name, only(named.beside.includes(name) ? session.actor(named.who) : alice)]);
  const settings = { ...Object.fromEntries(others), [setting]: spelled(alice, groups, named.value) };
  const subgroups = inner.length > 0 && { subgroups: inner.map((letter) => groups[letter].id) };
  return { group: await createGroup(alice, { ...settings, members: userIds(alice, members), ...subgroups }), groups };
}

/** Requires a change that is accepted, where a server is held to what running ones do. @throws Untestable: it is refused, and no sentence says otherwise */
async function requireOpen(actor: Actor, group: CreatedGroup, fields: Body, what: string, why: string): Promise<void> {
  const reply = await changeMembers(actor, group, fields);
  if (reply.body.result === "error") actor.session.needsObserved(why);
  actor.expect.succeeded(reply, what);
}

/** Requires a change by the creator of a group, whom none of its settings may name. */
function requireCreators(actor: Actor, group: CreatedGroup, fields: Body): Promise<void> {
  const what = `a change of members with ${Object.keys(fields).join(", ")}`;
  return requireOpen(actor, group, fields, what, "who creates a group may change its members");
}

/** Requires a change by somebody who may manage a group. */
const requireManaged = (actor: Actor, group: CreatedGroup, fields: Body, what: string): Promise<void> =>
  requireOpen(actor, group, fields, what, "who manages a group may change its members");

/** Those whom a setting names, themselves or through groups, may do what it is for, and others may not. */
function permits(permission: Permission): Property {
  const { setting, side, also = [], examples = [] } = permission;
  const beside = besideOf(permission);
  return property({
    clause: [setting, ...also, untraced],
    given: { ...aTrial, beside: fc.subarray([...beside]) },
    examples: [{}, { value: nobody, beside }, ...examples].map((example) => ({ ...plain, ...example })),
    async holds(session, trial) {
      const { alice } = session.as;
      const [actor, { about, before, after }] = [session.actor(trial.who), peopleOf(permission, trial)];
      if (!permission.isOfSelf && trial.others.length === 0)
        session.needsObserved("who may add or remove members may do so with themselves alone");
      await mayNotManageAll(actor);
      const { group } = await stage(session, setting, trial, before);
      const fields = { [side]: userIds(alice, about) };
      if (includesPerson(trial.nest, trial.value, trial.who)) await requireChange(actor, group, fields, `${side} by ${setting}`);
      else {
        session.expect.declined(await changeMembers(actor, group, fields), `${side} without ${setting}`);
        await requireMembers(alice, group, session.actors(before), undefined, () => untraced);
        await requireCreators(alice, group, fields);
      }
      await requireMembers(alice, group, session.actors(after));
    },
  });
}

const chain: Nest = {
  a: { members: [], subgroups: ["b"] },
  b: { members: ["cara"], subgroups: ["c"] },
  c: { members: ["bob"], subgroups: [] },
};

export const adds = permits({
  setting: "can_add_members_group",
  side: "add",
  isOfSelf: false,
  examples: (["first", "last"] as const).map((self) => ({ value: nobody, self, beside: ["can_join_group"] })),
});
/** A group permits its members, and those of its subgroups at any depth. */
export const joins = permits({
  setting: "can_join_group",
  side: "add",
  isOfSelf: true,
  also: ["integer", "object"],
  examples: [
    ...letters.map((letter) => ({ value: theGroup(letter), nest: chain })),
    { value: { kind: "lists", members: ["alice"], groups: ["a"] }, nest: chain },
    { value: theGroup("a") },
    { who: "cara", value: theGroup("c"), nest: chain },
  ],
});
export const leaves = permits({ setting: "can_leave_group", side: "delete", isOfSelf: true });
export const removes = permits({
  setting: "can_remove_members_group",
  side: "delete",
  isOfSelf: false,
  examples: [{ others: [] }, { value: nobody, self: "first", beside: ["can_leave_group"] }],
});

const asBob = { who: "bob", isMember: false, value: onlyBob, nest: emptyNest } as const;

/** Those who may manage a group change its members and subgroups in every way. Others, whom no setting names, change no members, not even as one. */
export const manages = property({
  clause: ["user-group/can_manage_group", untraced],
  given: {
    who: anActor("bob", "cara", "gus"),
    isMember: fc.boolean(),
    value: aGroupSetting({ groups: letters }),
    nest: aNest,
    act: fc.constantFrom("add", "delete", "add_subgroups", "delete_subgroups"),
  },
  examples: [
    ...(["add", "delete", "add_subgroups", "delete_subgroups"] as const).map((act) => ({ ...asBob, act })),
    { ...asBob, value: theGroup("a"), nest: { ...emptyNest, a: { members: ["bob"], subgroups: [] } }, act: "add" },
    { ...asBob, value: nobody, act: "add" },
    { ...asBob, value: nobody, act: "delete", isMember: true },
    { ...asBob, who: "gus", value: nobody, act: "add" },
  ],
  async holds(session, { who, isMember, value, nest, act }) {
    const { alice } = session.as;
    const actor = session.actor(who);
    const isManager = includesPerson(nest, value, who);
    if (actor.role === "guest") {
      if (isManager || (await isAllowed(actor, "realm_can_manage_all_groups")))
        throw new Untestable("whether guests manage groups is open");
    } else await mayNotManageAll(actor);
    const before: readonly PersonName[] = ["alice", ...(isMember ? [who] : [])];
    const { group, groups } = await stage(session, "can_manage_group", { who, value, nest, beside: [] }, before, ["b"]);
    const third = Object.hasOwn(session.target.cast, "cara") ? "cara" : "dana";
    const added = (["bob", third] as const).filter((name) => !before.includes(name));
    const changes = {
      add: { sent: userIds(alice, added), members: [...before, ...added], subgroups: [groups.b] },
      delete: { sent: [alice.user_id], members: before.slice(1), subgroups: [groups.b] },
      add_subgroups: { sent: [groups.c.id], members: before, subgroups: [groups.b, groups.c] },
      delete_subgroups: { sent: [groups.b.id], members: before, subgroups: [] },
    };
    // Who else may change subgroups is not said.
    const tried = !isManager && act.endsWith("subgroups") ? "add" : act;
    const { sent, members, subgroups } = changes[tried];
    if (!isManager) {
      session.expect.declined(await changeMembers(actor, group, { [tried]: sent }), `${tried} by somebody whom no setting names`);
      await requireMembers(alice, group, session.actors(before), [groups.b], () => untraced);
    }
    if (isManager) await requireManaged(actor, group, { [tried]: sent }, `${tried} by a manager`);
    else await requireCreators(alice, group, { [tried]: sent });
    await requireMembers(alice, group, session.actors(members), subgroups);
  },
});

/** Returns whether a mention of a group reaches its member; otherwise it was refused, or mentions nobody. */
async function reaches(from: Actor, to: Actor, { name }: CreatedGroup): Promise<boolean> {
  const { expect } = from;
  const reply = await from.send("POST /messages", directFields(from, [to], `Hello @*${name}*, are you there?`));
  if (!expect.isAccepted(reply, "a mention of a group")) return false;
  const id = expect.integer(reply.body.id, "the id of the message");
  const { flags } = await fetchMessage(to, id);
  return prepared.list(flags, "the flags of a message").includes("mentioned");
}

/** Returns whether a mention of a new group of alice's reaches its member. */
async function mentions(from: Actor, to: Actor, can_mention_group: GroupSetting, others: readonly Actor[] = []): Promise<boolean> {
  const members = [to, ...others].map(({ user_id }) => user_id);
  return reaches(from, to, await createGroup(from.session.as.alice, { can_mention_group, members }));
}

/** Whether mentions of a group by somebody reach alice where the group permits them, and nobody where it does not. */
const areMentionsKept = async (from: Actor): Promise<boolean> => {
  const { alice } = from.session.as;
  return (await mentions(from, alice, only(from))) && !(await mentions(from, alice, only(alice)));
};

const aPair = twoPeople(...groupMakers);

/** Those who may mention a group mention its members, and others do not. */
export const mentionsGroup = property({
  clause: "can_mention_group",
  given: { pair: aPair, value: aGroupSetting({ groups: letters }), nest: aNest, isMember: fc.boolean() },
  examples: [
    { pair: ["bob", "alice"], value: onlyBob, nest: emptyNest, isMember: false },
    { pair: ["alice", "bob"], value: onlyBob, nest: emptyNest, isMember: false },
    { pair: ["alice", "bob"], value: nobody, nest: emptyNest, isMember: true },
  ],
  async holds(session, { pair, value, nest, isMember }) {
    const [[name], [from, to], { alice }] = [pair, session.actors(pair), session.as];
    const isReached = await mentions(from, to, spelled(alice, await createNest(alice, nest), value), isMember ? [from] : []);
    const may = includesPerson(nest, value, name);
    session.expect.same(isReached, may, `whether a mention by ${name}, who ${may ? "may" : "may not"}, reaches the members`);
    if (!may) session.expect.holds(await mentions(from, to, only(from)), "a mention with permission does not reach the members");
  },
});

/** Does what a setting permits to a group of alice's, and tells whether it was done. @param turn how often it was tried before */
type Use = (actor: Actor, group: CreatedGroup, turn: number) => Promise<boolean>;

const changes =
  (side: "add" | "delete"): Use =>
  async (actor, group, turn) => {
    const reply = await changeMembers(actor, group, { [side]: userIds(actor, [itemAt(bystanders, turn)]) });
    return actor.expect.isAccepted(reply, `${side} by ${actor.name}`);
  };

const uses = {
  can_add_members_group: changes("add"),
  can_remove_members_group: changes("delete"),
  can_mention_group: (actor, group) => reaches(actor, actor.session.as.alice, group),
} as const satisfies Partial<Record<SettingName, Use>>;

type Used = keyof typeof uses;
const used = Object.keys(uses) as Used[];

/** A setting that names a group names those who are in it now: who left it since may no more, and who joined it later may, too. */
export const followed = property({
  clause: used,
  given: { who: anActor("bob", "cara"), setting: fc.constantFrom(...used), isNested: fc.boolean() },
  examples: used.flatMap((setting) => [false, true].map((isNested) => ({ who: "bob", setting, isNested }) as const)),
  async holds(session, { who, setting, isNested }) {
    const { alice } = session.as;
    const actor = session.actor(who);
    await mayNotManageAll(actor);
    // How a text mentions a group no sentence says, nor what becomes of it where its sender may not.
    if (setting === "can_mention_group" && !session.isHeldToObserved && !(await areMentionsKept(actor)))
      session.needsObserved("mentions of a group reach its members where they are permitted");
    const value: SettingShape<Letter> = isNested ? { kind: "lists", members: [], groups: ["a"] } : theGroup("a");
    const members: readonly PersonName[] = ["alice", ...(setting === "can_remove_members_group" ? bystanders : [])];
    const { group, groups } = await stage(session, setting, { who, value, nest: emptyNest, beside: [] }, members);
    const checks = session.expect.against(`user-group/${setting}`);
    for (const [turn, isIn] of [false, true, false].entries()) {
      if (turn > 0) await requireChange(alice, groups.a, { [isIn ? "add" : "delete"]: [actor.user_id] });
      const what = `whether ${who} may, who ${isIn ? "was added to the group" : "is not in the group"} that ${setting} names`;
      checks.same(await uses[setting](actor, group, turn), isIn, what);
    }
  },
});
