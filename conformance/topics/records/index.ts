import { clausesOf } from "../../declare/clause.ts";
import { topic } from "../../declare/folder.ts";
import { levelOf } from "../../text/index.ts";
import * as texts from "./properties.texts.ts";
import * as properties from "./properties.ts";

export const records = topic("records", {
  clauses: clausesOf("Resources and their fields > Other records", "records", {
    "navigation-view": {
      says: "A navigation view has a fragment, a boolean is_pinned, and a name that is a string or null.",
      since: levelOf("navigation_views.post"),
    },
    "allowed-domain": "An allowed domain has an integer id, a domain string and a boolean allow_subdomains.",
    "profile-value": "A custom profile field value has an integer field id and a value that is a string, null or an array of user ids.",
    device: { says: "A device has an integer device_id.", since: levelOf("remove_client_device.post") },
    "event-queue": "An event queue has a string queue_id.",
  }),
  properties: { "": properties, texts },
  mutants: () => import("./mutants.ts"),
});
