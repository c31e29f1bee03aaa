import { inSuccess } from "../../mutants/kit/bodies.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const settings = onRoute("GET /server_settings");

/** Faults of what a server says of itself, seen beside what it says elsewhere. */
export const mutants: readonly Mutant[] = [
  settings("version-of-another-release", "server-settings/as-registered", "The version is another than a registration tells.", {
    answer: inSuccess((body) => void (body.service_version = `${String(body.service_version)}-dev`)),
  }),
  settings("realm-called-otherwise", "server-settings/as-registered", "The organization's name is another than a registration tells.", {
    answer: inSuccess((body) => void (body.realm_name = String(body.realm_name).toUpperCase())),
  }),
  settings("settings-change-by-themselves", "server-settings/stable", "Push notifications are enabled in every second answer.", {
    answer: inSuccess((body, request) => {
      const count = Number(request.memory.get("count") ?? 0) + 1;
      request.memory.set("count", count);
      body.push_notifications_enabled = count % 2 === 0;
    }),
  }),
];
