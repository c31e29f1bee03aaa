import { recordsOf, stateOf } from "../../client/registration.ts";
import { property } from "../../declare/property.ts";

/** Every navigation view that is shown has its fields in their types. */
export const navigationViews = property({
  clause: "records/navigation-view",
  async holds(session) {
    const { expect } = session;
    for (const { fragment, is_pinned, name } of await recordsOf(session.as.alice, "navigation_views")) {
      expect.typed(fragment, "string", "the fragment of a navigation view");
      expect.typed(is_pinned, "boolean", "is_pinned of a navigation view");
      expect.typed(name, "string or null", "the name of a navigation view");
    }
  },
});

/** Every allowed domain that is shown has its fields in their types. */
export const domains = property({
  clause: "records/allowed-domain",
  async holds(session) {
    const { expect } = session;
    for (const { domain, allow_subdomains } of await recordsOf(session.as.alice, "realm_domains")) {
      expect.typed(domain, "string", "an allowed domain");
      expect.typed(allow_subdomains, "boolean", "allow_subdomains of an allowed domain");
    }
  },
});

/** Every value of a profile field that is shown is of a field that exists, and of one of its types. */
export const profileValues = property({
  clause: "records/profile-value",
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const fields = (await recordsOf(alice, "custom_profile_fields")).map(({ id }) => String(id));
    for (const { profile_data } of await recordsOf(alice, "realm_user", "realm_users")) {
      for (const [id, value] of Object.entries((profile_data ?? {}) as Record<string, { value?: unknown }>)) {
        expect.holds(fields.includes(id), `somebody has a value of the profile field ${id}, which does not exist`);
        expect.typed(value.value, "string or array or null", "the value of a profile field");
      }
    }
  },
});

/** Devices are shown by their ids. */
export const devices = property({
  clause: "records/device",
  async holds(session) {
    const { expect } = session;
    const devices = (await stateOf(session.as.alice, "device", "devices")) as Readonly<Record<string, unknown>>;
    for (const id of Object.keys(devices)) expect.typed(Number(id), "integer", "the id of a device");
  },
});

/** A registration gives a queue id that is text, and a new one each time. */
export const queues = property({
  clause: "records/event-queue",
  async holds(session) {
    const { expect } = session;
    const ask = async () =>
      expect.succeeded(await session.as.alice.send("POST /register", { fetch_event_types: [] }), "a registration").queue_id;
    const [one, other] = [await ask(), await ask()];
    expect.typed(one, "string", "queue_id");
    expect.holds(one !== other, "two event queues have the same id");
  },
});
