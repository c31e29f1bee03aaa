import { has } from "../../core/levels.ts";
import { refuse } from "../../core/refusal.ts";
import { isAdministrator, isBot, isGuest, roles, type User } from "../../core/users.ts";
import type { Allow } from "../../protocol/endpoint.ts";

/** Administrators and owners. @refuses UNAUTHORIZED_PRINCIPAL: anybody else */
export const administratorsOnly: Allow = ({ caller }) => {
  if (!isAdministrator(caller)) refuse("Must be an organization administrator", "UNAUTHORIZED_PRINCIPAL");
};

/** Owners; administrators too before the level that took it from them. @refuses UNAUTHORIZED_PRINCIPAL: anybody else */
export const ownersOnly: Allow = (call) => {
  if (!has(call.realm, "ownersAddDomains")) administratorsOnly(call);
  else ownersDecide(call.caller);
};

/** Refuses everybody but owners. @refuses UNAUTHORIZED_PRINCIPAL: anybody else */
export const ownersDecide = ({ role }: User): void => {
  if (role !== roles.owner) refuse("Must be an organization owner", "UNAUTHORIZED_PRINCIPAL");
};

/** People, whatever their role. @refuses BAD_REQUEST: bots */
export const peopleOnly: Allow = ({ caller }) => {
  if (isBot(caller)) refuse("This endpoint does not accept bot requests.");
};

/** Everyone but guests. @refuses BAD_REQUEST: guests */
export const noGuests: Allow = ({ caller }) => {
  if (isGuest(caller)) refuse("Not allowed for guest users");
};

/** People who are no guests. @refuses BAD_REQUEST: guests and bots */
export const membersOnly: Allow = (call) => {
  if (isGuest(call.caller)) refuse("Not allowed for guest users");
  peopleOnly(call);
};

/** Everyone but guests; bots from the level on that lets them manage groups. @refuses BAD_REQUEST: anybody else */
export const groupEditorsOnly: Allow = (call) => {
  if (isGuest(call.caller)) refuse("Not allowed for guest users");
  if (!has(call.realm, "botsManageGroups")) peopleOnly(call);
};
