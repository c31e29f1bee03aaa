import type { Ruling } from "./ruling.ts";

/** Navigation views and profile data. */
export const organization = {
  unnamedViews: {
    kind: "contradicted",
    section: "Endpoints > POST /navigation_views",
    question: "May a custom view be left without a name?",
    choices: ["accepted", "observed"],
    reason: "The table does not require the name; running servers want one for every view that is not built in.",
  },
} as const satisfies Record<string, Ruling>;
