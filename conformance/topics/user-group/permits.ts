import fc from "fast-check";
import {
  changeMembers,
  createGroup,
  createNest,
  mayNotManageAll,
  only,
  requireChange,
  requireMembers,
  settingNames,
  userIds,
} from "../../client/groups.ts";
import type { Session } from "../../client/session.ts";
import { type Property, property } from "../../declare/property.ts";
import { aGroupSetting, type SettingShape } from "../../draw/group-settings.ts";
import { aNest, emptyNest, includesPerson, type Letter, letters, type Nest, people } from "../../draw/groups.ts";
import { anActor, type PersonName, somePeople } from "../../draw/people.ts";
import { actorsOf, type SettingName, spelled } from "./trials.ts";

/** A group of alice's with a setting, and somebody who tries to use it. */
interface Trial {
  readonly who: "bob" | "cara";
  readonly value: SettingShape<Letter>;
  /** The groups that the setting may name. */
  readonly nest: Nest;
  /** Settings that permit something else, and name whoever tries. */
  readonly beside: readonly SettingName[];
  /** Whom the change is about, where it is about others. */
  readonly others: readonly PersonName[];
  /** Whether it is about whoever tries too. */
  readonly withSelf: boolean;
}

interface Permission {
  readonly clause: string | readonly string[];
  readonly setting: SettingName;
  /** Settings that do not permit this. */
  readonly beside: readonly SettingName[];
  readonly side: "add" | "delete";
  readonly isOfSelf: boolean;
  readonly examples: readonly Partial<Trial>[];
}

export const nobody: SettingShape<Letter> = { kind: "lists", members: [], groups: [] };
export const onlyBob: SettingShape<Letter> = { kind: "lists", members: ["bob"], groups: [] };
export const theGroup = (group: Letter): SettingShape<Letter> => ({ kind: "group", group });
const plain: Trial = { who: "bob", value: onlyBob, nest: emptyNest, beside: [], others: ["dana"], withSelf: false };

/** Returns whom a change is about, and who is in the group before and after it. */
function peopleOf({ side, isOfSelf }: Permission, { who, others, withSelf }: Trial) {
  const about = isOfSelf ? people(who) : [...others, ...(withSelf ? [who] : [])];
  const [few, all] = [people("alice"), people("alice", ...about)];
  return side === "add" ? { about, before: few, after: all } : { about, before: all, after: few };
}

/** Creates alice's group, in which other settings than that of the trial name alice or whoever tries. */
async function stage(session: Session, { setting }: Permission, { who, value, nest, beside }: Trial, members: readonly PersonName[]) {
  const { alice } = session.as;
  const settings = settingNames.map((name) => [name, only(beside.includes(name) ? session.actor(who) : alice)]);
  const named = { [setting]: spelled(alice, await createNest(alice, nest), value) };
  return createGroup(alice, { ...Object.fromEntries(settings), ...named, members: userIds(alice, members) });
}

/** Those whom a setting names, themselves or through groups, may do what it is for, and others may not. */
export const permits = (permission: Permission): Property =>
  property<Trial>({
    clause: permission.clause,
    given: {
      who: anActor("bob", "cara"),
      value: aGroupSetting({ groups: letters }),
      nest: aNest(),
      beside: fc.subarray([...permission.beside]),
      others: somePeople({ from: ["dana", "gus", "robo"] }),
      withSelf: fc.boolean(),
    },
    examples: permission.examples.map((example) => ({ ...plain, ...example })),
    async holds(session, trial) {
      const { alice } = session.as;
      const { side, setting } = permission;
      const [actor, { about, before, after }] = [session.actor(trial.who), peopleOf(permission, trial)];
      await mayNotManageAll(actor);
      const group = await stage(session, permission, trial, before);
      const fields = { [side]: userIds(alice, about) };
      if (includesPerson(trial.nest, trial.value, trial.who)) await requireChange(actor, group, fields, `${side} by ${setting}`);
      else {
        session.expect.declined(await changeMembers(actor, group, fields), `${side} without ${setting}`);
        await requireMembers(alice, group, actorsOf(session, before));
        await requireChange(alice, group, fields);
      }
      await requireMembers(alice, group, actorsOf(session, after));
    },
  });
