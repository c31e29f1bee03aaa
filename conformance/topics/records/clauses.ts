import { refused, shows, unlike } from "../../declare/about.ts";
import { clausesOf } from "../../declare/clause.ts";

export const clauses = clausesOf("Resources and their fields > Other records", "records", {
  "navigation-view": {
    about: shows(/navigation_view/),
    says: "A navigation view has a fragment, a boolean is_pinned, and a name that is a string or null.",
    since: 390,
  },
  "allowed-domain": {
    says: "An allowed domain has an integer id, a domain string and a boolean allow_subdomains.",
    about: [shows("new_domain", { weight: -0.5 }), shows(/realm_domains/)],
  },
  "profile-value": {
    says: "A custom profile field value has an integer field id and a value that is a string, null or an array of user ids.",
    about: shows(/profile_data/),
  },
  device: {
    about: refused({ device_id: unlike(/^\d+$/) }, { on: "remove_client_device.post", weight: 0.5 }),
    says: "A device has an integer device_id.",
    since: 470,
  },
  "event-queue": { says: "An event queue has a string queue_id.", about: shows("queue_id", { on: "register.post" }) },
});
