import type { Call } from "../calls.ts";
import { Untestable } from "../verdict.ts";
import { recordsWith, registered } from "./state.ts";

const keys: Call = {
  route: "POST /fetch_api_key",
  stem: "fetch_api_key.post",
  since: 0,
  isOpen: true,
  required: ["username", "password"],
  returns: { api_key: "string", email: "string" },
  mayRefuse: "the login name may be another than the API address, or logging in by password may be off",
  prepare: async ({ nobody, as }) => {
    const { email, password } = as.alice!.member;
    if (password === null) throw new Untestable("alice's password is not given");
    return { actor: nobody, route: "POST /fetch_api_key", fields: { username: email, password } };
  },
};

const profile: Call = {
  route: "PATCH /users/me/profile_data",
  stem: "users.me.profile_data.patch",
  since: 0,
  required: ["data"],
  returns: {},
  prepare: async ({ as }) => ({ actor: as.alice!, route: "PATCH /users/me/profile_data", fields: { data: [] } }),
};

const view: Call = {
  route: "POST /navigation_views",
  stem: "navigation_views.post",
  since: 390,
  required: ["fragment", "is_pinned"],
  returns: {},
  prepare: async (session) => {
    const fragment = session.fresh("v").replaceAll(" ", "-");
    return { actor: session.as.alice!, route: "POST /navigation_views", fields: { fragment, is_pinned: true, name: fragment } };
  },
  trace: ({ actor, fields }) => recordsWith(actor, "navigation_views", "fragment", fields.fragment),
};

const queue: Call = {
  route: "DELETE /events",
  stem: "events.delete",
  since: 0,
  required: ["queue_id"],
  returns: {},
  prepare: async ({ as }) => ({ actor: as.alice!, route: "DELETE /events", fields: { queue_id: (await as.alice!.queue()).id } }),
  trace: async ({ actor, fields: { queue_id } }) =>
    (await actor.send("GET /events", { queue_id, last_event_id: -1, dont_block: true })).body.code === "BAD_EVENT_QUEUE_ID",
};

const device: Call = {
  route: "POST /remove_client_device",
  stem: "remove_client_device.post",
  since: 470,
  required: ["device_id"],
  returns: {},
  mayRefuse: "only a control API registers a device",
  prepare: async ({ as, target }) => {
    const made = await target.steering?.act({ action: "register_device", as: "alice" });
    const device_id = made?.device_id ?? 2_000_000_000;
    return { actor: as.alice!, route: "POST /remove_client_device", fields: { device_id } };
  },
  trace: async ({ actor, fields }) => {
    const { devices } = await registered(actor, ["device"]);
    return JSON.stringify(devices ?? null).includes(String(fields.device_id));
  },
};

const presence: Call = {
  route: "GET /realm/presence",
  stem: "realm.presence.get",
  since: 0,
  isBare: true,
  required: [],
  returns: { server_timestamp: "number", presences: "object" },
  prepare: async ({ as }) => ({ actor: as.alice!, route: "GET /realm/presence", fields: {} }),
};

const meeting: Call = {
  route: "POST /calls/vc/create",
  stem: "calls.vc.create.post",
  since: 493,
  required: [],
  returns: { url: "string" },
  mayRefuse: "the provider may not be configured, and the account may hold no token",
  prepare: async ({ as, target }) => {
    const provider = target.brand === "zulip" ? "webex" : "vc";
    await target.steering?.act({ action: "set_video_provider", configured: true });
    await target.steering?.act({ action: "set_video_token", as: "alice", value: true });
    return { actor: as.alice!, route: `POST /calls/${provider}/create`, fields: {} };
  },
};

/** What belongs to one account: its key, profile, views, queues, devices, presence and calls. */
export const personalCalls: readonly Call[] = [keys, profile, view, queue, device, presence, meeting];
