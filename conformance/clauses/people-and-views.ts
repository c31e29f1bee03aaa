import { clausesOf } from "../clause.ts";
import { since } from "./since.ts";

const profile = clausesOf("Endpoints > PATCH /users/me/profile_data", "users.me.profile_data.patch", {
  "data-required": "The list data is required.",
  stores: "Each value in data becomes the caller's value of the field with its id.",
  "several-fields": "Several fields may be set in one request.",
  "short-text": "A field of short text takes text.",
  "long-text": "A field of long text takes text.",
  "list-of-options": "A field with options takes the key of one of them and nothing else.",
  date: "A date field takes a date and nothing else.",
  link: "A link field takes a URL and nothing else.",
  users: "A field of type Users takes an array of user ids, and no other field does.",
  "external-account": "A field for an external account takes text.",
  pronouns: "A field for pronouns takes text.",
  "null-removes": "Null removes the stored value.",
  restricted: "A field that the caller may not edit is refused with BAD_REQUEST.",
  "unknown-field": "An id of no field is refused with BAD_REQUEST.",
  "no-trace": "Where one value is refused, none is stored.",
});

const views = since(
  390,
  clausesOf("Endpoints > POST /navigation_views", "navigation_views.post", {
    adds: "The view is added for the caller, and for nobody else.",
    "fragment-required": "The fragment is required.",
    "fragment-blank": "A blank fragment is refused with BAD_REQUEST.",
    "fragment-unique": "The fragment identifies one view of a user: a second one with it is not added.",
    "is-pinned-required": "is_pinned is required.",
    "is-pinned": "is_pinned says whether the view is in the sidebar or under the menu of more views.",
    name: "A custom view has the name that was given.",
    "name-optional": "The name is left out for built-in views, which have none.",
  }),
);

const domains = clausesOf("Endpoints > POST /realm/domains", "realm.domains.post", {
  "new-domain": "The answer has new_domain, an array of the integer id and the domain.",
  adds: "The domain is allowed from then on, with allow_subdomains as given.",
  "domain-required": "The domain is required.",
  "allow-subdomains-required": "allow_subdomains is required.",
  owners: { says: "Only owners add domains.", since: 143 },
  "administrators-before": "Before feature level 143 administrators add domains too.",
});

const records = clausesOf("Resources and their fields > Other records", "records", {
  "navigation-view": { says: "A navigation view has a fragment, a boolean is_pinned, and a name that is a string or null.", since: 390 },
  "allowed-domain": "An allowed domain has an integer id, a domain string and a boolean allow_subdomains.",
  "profile-value": "A custom profile field value has an integer field id and a value that is a string, null or an array of user ids.",
  device: { says: "A device has an integer device_id.", since: 470 },
  "event-queue": "An event queue has a string queue_id.",
});

export const peopleAndViews = [...profile, ...views, ...domains, ...records];
