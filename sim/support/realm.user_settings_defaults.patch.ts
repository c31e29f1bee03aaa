import { settingNames } from "../core/user-settings.ts";
import { setDefault } from "../effects/set-default.ts";
import { writes } from "../protocol/endpoint.ts";
import { checkBatch, settings } from "../requests/personal-settings.ts";
import { administratorsOnly } from "../rules/people/roles.ts";

/**
 * PATCH /realm/user_settings_defaults: the personal settings with which new accounts begin.
 * @reply   nothing beyond the envelope
 * @refuses UNAUTHORIZED_PRINCIPAL: not an administrator; BAD_REQUEST: a value that a setting cannot have
 */
export const updateDefaults = writes({
  route: "PATCH /realm/user_settings_defaults",
  since: "settingsDefaults",
  params: settings,
  allow: administratorsOnly,
  rules: ({ params }) => checkBatch(params),
  effect: ({ turn, params }) => {
    for (const name of settingNames) {
      const value = params[name];
      if (value !== undefined) setDefault(turn, name, value);
    }
    return {};
  },
});
