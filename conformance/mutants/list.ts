import { addressing } from "./addressing.ts";
import { authentication, conventions } from "./conventions.ts";
import { deletions } from "./deleting.ts";
import { echoing } from "./echo.ts";
import { edits, flags, reactions } from "./edits.ts";
import { fields } from "./fields.ts";
import { domainAdding, folderCreation, folderUpdates, navigations } from "./folders.ts";
import { groupCreation, groupMembers, profiles } from "./groups.ts";
import { leaks } from "./leaks.ts";
import type { Mutant } from "./mutant.ts";
import { forms, matches, narrows, single } from "./narrows.ts";
import { devices, keys, linkifiers, presences, serverSettings } from "./organization.ts";
import { events, queues } from "./queues.ts";
import { refusals } from "./refusals.ts";
import { sending } from "./sending.ts";
import { policies, typings } from "./topics.ts";
import { byIds, window } from "./window.ts";

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
  queues,
  events,
};

/** Every mutant. */
export const mutants: readonly Mutant[] = Object.values(areas).flat();
