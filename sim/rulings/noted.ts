import type { RulingChoices, RulingName } from "./index.ts";

/** Returns choices that note the names of those that are asked for. */
export const notedIn = (choices: RulingChoices, names: Set<RulingName>): RulingChoices =>
  new Proxy(choices, {
    get(all, name) {
      names.add(name as RulingName);
      return all[name as RulingName];
    },
  });
