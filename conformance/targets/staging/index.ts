import type { Steering } from "../../client/target.ts";
import { Untestable } from "../../expect.ts";
import { sleep } from "../platform.ts";
import { channelActions } from "./channels.ts";
import { messageActions } from "./messages.ts";
import { organizationActions } from "./organization.ts";
import { peopleActions } from "./people.ts";
import { realmActions } from "./settings.ts";
import { type Fields, type Ground, type Perform, Stage } from "./stage.ts";

export type { Ground, Upload } from "./stage.ts";

/** The names of those people of a cast who can stage a server: owners, then administrators. */
export const administratorsOf = (cast: Ground["cast"], isActive: (name: string) => boolean): string[] =>
  (["owner", "administrator"] as const).flatMap((wanted) =>
    Object.entries(cast).flatMap(([name, { role, is_bot }]) => (role === wanted && !is_bot && isActive(name) ? [name] : [])),
  );

const performs: Readonly<Record<string, Perform>> = {
  ...messageActions,
  ...channelActions,
  ...realmActions,
  ...peopleActions,
  ...organizationActions,
};

/** Actions that nobody notices but who takes part in the run: about its own messages, channels and devices. */
const unnoticed = new Set([...Object.keys(messageActions), "create_channel", "register_device", "deactivate_group", "set_presence"]);

/** Stages a server over the endpoints that its own clients use, for one run, and undoes what it did. */
export interface Staging extends Steering {
  /** Undoes all. Returns what could not be undone, in words. */
  close(): Promise<readonly string[]>;
}

/**
 * Returns the staging of one run.
 * @param alone resolves when no other run is under way: asked before what other runs would notice
 * @param longestWait milliseconds that it waits at most in place of moving the clock
 */
export function stagingOn(ground: Ground, alone: () => Promise<void>, longestWait: number): Staging {
  const stage = new Stage(ground);
  const isOwn = ({ action, channel }: Fields): boolean => unnoticed.has(String(action)) || stage.made.has(String(channel));
  return {
    async act(action) {
      const perform = performs[String(action.action)];
      if (!perform) throw new Untestable(`the target has no control API, and no endpoint does ${String(action.action)}`);
      if (!isOwn(action)) await alone();
      return perform(stage, action);
    },
    async advance(milliseconds) {
      if (milliseconds > longestWait) throw new Untestable("the target has no control API, which alone moves the clock");
      await sleep(milliseconds, new AbortController().signal);
    },
    alone,
    close: () => stage.close(),
  };
}
