import { Untestable } from "../../expect.ts";
import { type Fields, impossible, type Perform, type Stage } from "./stage.ts";

const done = {};
const roles: Readonly<Record<string, number>> = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 };

const isActive = (stage: Stage, id: number, value: boolean): Promise<unknown> =>
  value ? stage.ask(stage.administrator, `POST /users/${id}/reactivate`) : stage.ask(stage.administrator, `DELETE /users/${id}`);

/** Deactivates an account or brings it back, and leaves it at the end as it was. */
const activate =
  (value: boolean): Perform =>
  async (stage, { as }) => {
    const { user_id } = stage.member(as);
    const set = (to: boolean) => isActive(stage, user_id, to);
    await stage.change(
      () => set(value),
      `${value ? "deactivate" : "reactivate"} ${as}`,
      () => set(!value),
    );
    return done;
  };

/** The role and the name of an account, which administrators change. */
async function setByAdministrator(stage: Stage, as: string, property: string, value: unknown): Promise<void> {
  const { user_id } = stage.member(as);
  const { user } = await stage.ask(stage.administrator, `GET /users/${user_id}`);
  const before = (user as Fields | undefined)?.[property];
  const set = (to: unknown) => {
    const sent = property === "role" && typeof to === "string" ? roles[to] : to;
    return stage.ask(stage.administrator, `PATCH /users/${user_id}`, { [property]: sent });
  };
  await stage.change(
    () => set(value),
    `set ${property} of ${as} to ${JSON.stringify(before)}`,
    () => set(before),
    `${as} ${property}`,
  );
}

async function setAvatar(stage: Stage, as: string, value: unknown): Promise<void> {
  const { avatar_source } = await stage.state(as, ["realm_user"]);
  if (avatar_source === value) return;
  // A picture that is taken away cannot be brought back, and one that is put there leaves the file behind.
  throw new Untestable(`the target has no control API, and the avatar of ${as} is left as it is`);
}

/** Personal settings, which people change by themselves. */
async function setByOneself(stage: Stage, as: string, property: string, value: unknown): Promise<void> {
  const state = await stage.state(as, ["user_settings"]);
  const before = (state.user_settings as Fields | undefined)?.[property];
  if (before === undefined) throw new Untestable(`the target has no control API, and a registration does not say ${property} of ${as}`);
  const set = (to: unknown) => stage.ask(as, "PATCH /settings", { [property]: to });
  // One who hides the address gets another one, on some servers also for logging in.
  const entered = async (): Promise<void> => {
    if (property === "email_address_visibility") await stage.logInAgain(as);
  };
  await stage.change(
    () => set(value),
    `set ${property} of ${as} to ${JSON.stringify(before)}`,
    () => set(before).then(entered),
    `${as} ${property}`,
  );
  await entered();
}

const setUser: Perform = async (stage, { as, property, value }) => {
  const [name, what] = [String(as), String(property)];
  if (what === "role" || what === "full_name") await setByAdministrator(stage, name, what, value);
  else if (what === "avatar_source") await setAvatar(stage, name, value);
  else await setByOneself(stage, name, what, value);
  return done;
};

/** Actions on accounts and by them. */
export const peopleActions: Readonly<Record<string, Perform>> = {
  set_user: setUser,
  deactivate_user: activate(false),
  reactivate_user: activate(true),
  async set_presence(stage, { as, status, timestamp }) {
    if (timestamp !== undefined) throw new Untestable("the target has no control API, and nobody was present at another time");
    await stage.ask(String(as), "POST /users/me/presence", { status, ping_only: true, new_user_input: true });
    return done;
  },
  async register_device(stage, { as }) {
    return stage.ask(String(as), "POST /register_client_device");
  },
  set_video_token: impossible("set_video_token"),
  set_video_provider: impossible("set_video_provider"),
};
