import type { Actor } from "../../client/actor.ts";
import {
  type CreatedGroup,
  createGroup,
  type GroupSetting,
  groupNamed,
  only,
  requireSameSetting,
  type settingNames,
} from "../../client/groups.ts";
import type { Session } from "../../client/session.ts";
import { type SettingShape, settingOf } from "../../draw/group-settings.ts";
import type { Letter } from "../../draw/groups.ts";
import type { PersonName } from "../../draw/people.ts";

export type SettingName = (typeof settingNames)[number];

/** Tries to create a group with a setting. Returns whether it is there, with the setting; otherwise it was refused, and left nothing. */
export async function accepts(actor: Actor, setting: SettingName, value: unknown): Promise<boolean> {
  const { expect } = actor;
  const name = actor.session.fresh("g");
  const reply = await actor.send("POST /user_groups/create", { name, description: "", members: [], [setting]: value });
  const group = await groupNamed(actor, name);
  const [isThere, what] = [group !== undefined, `${setting} ${JSON.stringify(value)}`];
  expect.same(isThere, reply.body.result === "success", `whether the group with ${what} is there`);
  if (!group) expect.declined(reply, what);
  else {
    expect.succeeded(reply, what);
    await requireSameSetting(actor, group[setting], value as GroupSetting, `the setting of a group with ${what}`);
  }
  return isThere;
}

/** Requires a value of a setting to be refused, and another in its place to be accepted. */
export async function refuses(actor: Actor, setting: SettingName, value: unknown, what = JSON.stringify(value)): Promise<void> {
  const { expect } = actor;
  await createGroup(actor);
  expect.holds(!(await accepts(actor, setting, value)), `${setting} can be ${what}`);
  expect.holds(await accepts(actor, setting, only(actor)), `${setting} cannot be a person`);
}

/** Returns a setting over the groups of a nest as it is sent. */
export const spelled = (actor: Actor, groups: Readonly<Record<Letter, CreatedGroup>>, shape: SettingShape<Letter>): GroupSetting =>
  settingOf(shape, { userId: (name) => actor.session.actor(name).user_id, groupId: (letter) => groups[letter].id });

/** Returns some of the cast. @throws Untestable: the target does not give one of them */
export const actorsOf = (session: Session, names: readonly PersonName[]): Actor[] => names.map((name) => session.actor(name));
