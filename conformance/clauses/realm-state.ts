import { clausesOf } from "../clause.ts";
import { since } from "./since.ts";

const linkifier = clausesOf("Resources and their fields > Linkifier", "linkifier", {
  id: "A linkifier has an integer id of its own.",
  pattern: "A linkifier has a pattern, the text of a regular expression.",
  "applies-to-messages": "What matches the pattern in a message becomes a link to the template's URL.",
  "applies-to-topics": "What matches the pattern in a topic is among the topic's links.",
  url_template: { says: "A linkifier has a url_template, which replaced the format string.", since: 176 },
  example_input: { says: "example_input is a string that matches the pattern, or null.", since: 471 },
  reverse_template: { says: "reverse_template is a string or null.", since: 471 },
  "reverse-needs-example": { says: "A linkifier with a reverse_template has an example_input.", since: 471 },
  alternative_url_templates: { says: "alternative_url_templates is an array of strings.", since: 478 },
  "alternatives-not-forward": { says: "alternative_url_templates do not change what a match links to.", since: 478 },
  "literal-braces": {
    says: "In a reverse_template {{ and }} stand for literal braces.",
    untestable: "Clients, not the server, turn pasted URLs into linkifier text.",
  },
});

const linkifiers = clausesOf("Endpoints > GET /realm/linkifiers", "realm.linkifiers.get", {
  linkifiers: "The answer has all linkifiers as the array linkifiers.",
  order: "The linkifiers stand in the order in which clients process them, the same for everybody.",
  "no-parameters": "The endpoint needs no parameters.",
});

const entry = clausesOf("Resources and their fields > Presence entry", "presence", {
  keys: "Each entry is an object with the keys website and aggregated.",
  identical: "What stands under aggregated equals what stands under website.",
  client: "client is always website.",
  status: "status is idle or active.",
  timestamp: "timestamp is an integer of UNIX seconds.",
  pushable: "pushable is false under website.",
  "pushable-absent": "pushable is absent under aggregated.",
});

const states = clausesOf("States and transitions > Presence status", "states.presence", {
  values: "The status is that which the user's clients last reported: idle or active.",
});

const presence = clausesOf("Endpoints > GET /realm/presence", "realm.presence.get", {
  server_timestamp: "server_timestamp is a number, the time at which the data was fetched.",
  presences: "presences is an object keyed by the API address of each user.",
  "no-parameters": "The endpoint needs no parameters.",
  "accessible-users": "Where the server limits presence to accessible users, only their presence is returned.",
});

const device = clausesOf("Endpoints > POST /remove_client_device", "remove_client_device.post", {
  removes: "The device is no longer among the caller's.",
  "device_id-required": "device_id is required.",
  "unknown-device": "An id of no device is refused, also of one that was removed already.",
  "own-devices": "A device of somebody else is refused and stays.",
});

const call = clausesOf("Endpoints > POST /calls/vc/create", "calls.vc.create.post", {
  url: "The answer has the meeting's URL as the string url.",
  "no-parameters": "The endpoint needs no parameters.",
  configured: "Where the provider is not configured on the server the request is refused.",
  token: "A caller without a provider token is refused.",
  "has-token": "The registration tells whether the caller has a token, as has_vc_token.",
  "has-token-event": "An event of the same name tells when that changes.",
});

export const realmState = [...linkifier, ...linkifiers, ...entry, ...states, ...presence, ...since(470, device), ...since(493, call)];
