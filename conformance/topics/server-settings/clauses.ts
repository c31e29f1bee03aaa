import { shows } from "../../declare/about.ts";
import { clausesOf } from "../../declare/clause.ts";

export const clauses = clausesOf("Resources and their fields > Server settings", "server-settings", {
  "as-registered": {
    says: "The level, the version and the organization's name are those that a registration tells.",
    about: [
      shows(/^(realm_name|\w+_version)$/, { on: ["register.post", "server_settings.get"], value: /^"[^"]*" \/ "/, weight: -0.2 }),
      shows(/^\w+_feature_level$/, { on: "server_settings.get", change: "other", weight: -1.5 }),
    ],
  },
  stable: {
    says: "Asked twice, a server that nobody changes says the same of itself.",
    about: shows(/^realm_/, { on: "server_settings.get", weight: -2 }),
  },
});
