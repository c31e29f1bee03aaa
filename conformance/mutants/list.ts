import { addressing } from "./addressing.ts";
import { authentication } from "./authentication.ts";
import { conventions } from "./conventions.ts";
import { deletions } from "./deleting.ts";
import { echoing } from "./echo.ts";
import { edits } from "./edits.ts";
import { keys, serverSettings } from "./entrance.ts";
import { fields } from "./fields.ts";
import { flags } from "./flags.ts";
import { folderCreation, folderUpdates } from "./folders.ts";
import { groupCreation, groupMembers } from "./groups.ts";
import { byIds } from "./ids.ts";
import { leaks } from "./leaks.ts";
import { claimedLevels } from "./levels.ts";
import { matches, single } from "./matches.ts";
import type { Mutant } from "./mutant.ts";
import { forms, narrows } from "./narrows.ts";
import { domainAdding, navigations } from "./navigation.ts";
import { devices, linkifiers, presences } from "./organization.ts";
import { profiles } from "./profiles.ts";
import { events, queues } from "./queues.ts";
import { reactions } from "./reactions.ts";
import { refusals } from "./refusals.ts";
import { sending } from "./sending.ts";
import { policies, typings } from "./topics.ts";
import { window } from "./window.ts";

/** The mutants by area. */
export const areas: Readonly<Record<string, readonly Mutant[]>> = {
  conventions,
  authentication,
  addressing,
  sending,
  echoing,
  refusals,
  fields,
  edits,
  reactions,
  flags,
  window,
  byIds,
  narrows,
  forms,
  matches,
  single,
  deletions,
  leaks,
  typings,
  policies,
  folderCreation,
  folderUpdates,
  navigations,
  domainAdding,
  groupCreation,
  groupMembers,
  profiles,
  linkifiers,
  presences,
  devices,
  keys,
  serverSettings,
  claimedLevels,
  queues,
  events,
};

/** Every mutant. */
export const mutants: readonly Mutant[] = Object.values(areas).flat();
