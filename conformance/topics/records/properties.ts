import fc from "fast-check";
import { devicesOf, registerDevice, removeDevice } from "../../client/devices.ts";
import { addDomain, freshDomain } from "../../client/domains.ts";
import { person } from "../../client/people.ts";
import { fieldTypes, profileField, setProfile } from "../../client/profile.ts";
import { recordsOf, stateOf } from "../../client/registration.ts";
import { addView, customView } from "../../client/views.ts";
import { property } from "../../declare/property.ts";
import { activePeople, anActor, people } from "../../draw/people.ts";
import { textOf } from "../../draw/texts.ts";
import { type Body, prepared } from "../../expect.ts";

/** Every navigation view that is shown has its fields in their types. */
export const navigationViews = property({
  clause: "records/navigation-view",
  given: { who: anActor(...people), is_pinned: fc.boolean() },
  examples: [true, false].map((is_pinned) => ({ who: "alice", is_pinned })),
  async holds(session, { who, is_pinned }) {
    const { expect } = session;
    const actor = session.actor(who);
    prepared.succeeded(await addView(actor, customView(session, is_pinned)), "a custom view");
    const views = expect.objects(await stateOf(actor, "navigation_views"), "navigation_views in a registration");
    expect.each(views, "navigation view", ({ fragment, is_pinned, name }) => {
      expect.typed(fragment, "string", "the fragment of a navigation view");
      expect.typed(is_pinned, "boolean", "is_pinned of a navigation view");
      expect.typed(name, "string or null", "the name of a navigation view");
    });
  },
});

/** Every allowed domain that is shown has its fields in their types. */
export const domains = property({
  clause: "records/allowed-domain",
  given: { who: anActor(...activePeople), allow_subdomains: fc.option(fc.boolean(), { nil: undefined }) },
  examples: [undefined, true, false].map((allow_subdomains) => ({ who: "alice", allow_subdomains })),
  async holds(session, { who, allow_subdomains }) {
    const { expect } = session;
    const actor = session.actor(who);
    const allowedDomains = async () => expect.objects(await stateOf(actor, "realm_domains"), "realm_domains in a registration");
    if (allow_subdomains !== undefined || (await allowedDomains()).length === 0) {
      const fields = { domain: freshDomain(session), allow_subdomains: allow_subdomains ?? false };
      prepared.succeeded(await addDomain(person(session, "owner"), fields), "adding a domain");
    }
    expect.each(await allowedDomains(), "allowed domain", ({ domain, allow_subdomains }) => {
      expect.typed(domain, "string", "an allowed domain");
      expect.typed(allow_subdomains, "boolean", "allow_subdomains of an allowed domain");
    });
  },
});

/** Every value of a profile field that is shown is of a field that exists, and of one of its types. */
export const profileValues = property({
  clause: "records/profile-value",
  serial: "profiles",
  given: { who: anActor(...people), reader: anActor(...activePeople), text: textOf({ max: 40 }) },
  examples: [{ who: "alice", reader: "alice", text: "shown" }],
  async holds(session, { who, reader, text }) {
    const { expect } = session;
    const [actor, other] = [session.actor(who), session.actor(reader)];
    const { id } = await profileField(actor, fieldTypes.shortText);
    prepared.succeeded(await setProfile(actor, [{ id, value: text }]), "setting a profile value");
    const fields = (await recordsOf(other, "custom_profile_fields")).map((field) => String(field.id));
    const users = expect.objects(await stateOf(other, "realm_user", "realm_users"), "realm_users in a registration");
    const values = users.flatMap(({ profile_data = {} }) => Object.entries(expect.object(profile_data, "profile_data of somebody")));
    expect.each(values, "value of a profile field", ([field, record]) => {
      expect.holds(fields.includes(field), `somebody has a value of the profile field ${field}, which does not exist`);
      const { value } = expect.object(record, `somebody's value of the profile field ${field}`);
      expect.typed(value, "string or array or null", "the value of a profile field");
      if (Array.isArray(value)) for (const user of value) expect.integer(user, "a user id in the value of a profile field");
    });
  },
});

/** Devices are shown by their ids. */
export const devices = property({
  clause: "records/device",
  serial: "devices",
  given: { who: anActor(...people), count: fc.integer({ min: 1, max: 3 }) },
  examples: [{ who: "alice", count: 1 }],
  async holds(session, { who, count }) {
    const { expect } = session;
    const actor = session.actor(who);
    const added: number[] = [];
    for (let i = 0; i < count; i++) added.push(await registerDevice(actor));
    const ids = await expect.accepted(devicesOf(actor));
    for (const id of added) expect.holds(ids.includes(String(id)), `the device ${id} is not among those that a registration shows`);
    expect.each(ids, "device", (each) => expect.holds(/^(0|[1-9]\d*)$/.test(each), `a device is shown by the id ${JSON.stringify(each)}`));
    for (const id of added) await removeDevice(actor, id);
  },
});

const nothing: Body = {};

/** A registration gives a queue id that is text, and a new one each time, whatever it asks for. */
export const queues = property({
  clause: "records/event-queue",
  given: {
    who: anActor(...activePeople),
    asks: fc.array(fc.constantFrom<Body>(nothing, { event_types: ["message"] }, { event_types: ["typing", "user_topic"] }), {
      minLength: 2,
      maxLength: 4,
    }),
  },
  examples: [{ who: "alice", asks: [nothing, nothing] }],
  async holds(session, { who, asks }) {
    const { expect } = session;
    const actor = session.actor(who);
    const ids: string[] = [];
    for (const options of asks) {
      const { queue_id } = expect.succeeded(await actor.send("POST /register", { fetch_event_types: [], ...options }), "a registration");
      ids.push(expect.text(queue_id, "queue_id"));
    }
    expect.same(new Set(ids).size, ids.length, "the number of ids of different event queues");
  },
});
