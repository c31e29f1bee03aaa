import type { Ruling } from "./ruling.ts";

/** Navigation views, domains, linkifiers, presence, devices, video calls, API keys and server settings. */
export const organization = {
  ignoredWithoutParameters: {
    section: "Conventions for every endpoint",
    question: "Do GET /server_settings, /realm/linkifiers and /realm/presence, which look at no parameters, list those sent as ignored?",
    choices: ["listed", "observed"],
    reason: "Convention 5 makes no exception; running servers have nothing there that notices what was sent.",
  },
} as const satisfies Record<string, Ruling>;
