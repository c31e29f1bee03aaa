import { devicesOf, registerDevice, removeDevice } from "../../client/devices.ts";
import { addDomain, freshDomain } from "../../client/domains.ts";
import { person } from "../../client/people.ts";
import { fieldTypes, profileField, setProfile } from "../../client/profile.ts";
import { recordsOf, stateOf } from "../../client/registration.ts";
import { addView, customView } from "../../client/views.ts";
import { property } from "../../declare/property.ts";
import { prepared } from "../../expect.ts";

/** Every navigation view that is shown has its fields in their types. */
export const navigationViews = property({
  clause: "records/navigation-view",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    prepared.succeeded(await addView(alice, customView(session)), "a custom view");
    const views = expect.objects(await stateOf(alice, "navigation_views"), "navigation_views in a registration");
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
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const shown = async () => expect.objects(await stateOf(alice, "realm_domains"), "realm_domains in a registration");
    if ((await shown()).length === 0) {
      const fields = { domain: freshDomain(session), allow_subdomains: false };
      prepared.succeeded(await addDomain(person(session, "owner"), fields), "adding a domain");
    }
    expect.each(await shown(), "allowed domain", ({ domain, allow_subdomains }) => {
      expect.typed(domain, "string", "an allowed domain");
      expect.typed(allow_subdomains, "boolean", "allow_subdomains of an allowed domain");
    });
  },
});

/** Every value of a profile field that is shown is of a field that exists, and of one of its types. */
export const profileValues = property({
  clause: "records/profile-value",
  serial: "alice's profile",
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const { id } = await profileField(alice, fieldTypes.shortText);
    prepared.succeeded(await setProfile(alice, [{ id, value: session.fresh("shown") }]), "setting a profile value");
    const fields = (await recordsOf(alice, "custom_profile_fields")).map((field) => String(field.id));
    const people = expect.objects(await stateOf(alice, "realm_user", "realm_users"), "realm_users in a registration");
    const values = people.flatMap(({ profile_data = {} }) => Object.entries(expect.object(profile_data, "profile_data of somebody")));
    expect.each(values, "value of a profile field", ([field, shown]) => {
      expect.holds(fields.includes(field), `somebody has a value of the profile field ${field}, which does not exist`);
      const { value } = expect.object(shown, `somebody's value of the profile field ${field}`);
      expect.typed(value, "string or array or null", "the value of a profile field");
      if (Array.isArray(value)) for (const user of value) expect.integer(user, "a user id in the value of a profile field");
    });
  },
});

/** Devices are shown by their ids. */
export const devices = property({
  clause: "records/device",
  serial: "alice's devices",
  async holds({ as: { alice }, expect }) {
    const id = await registerDevice(alice);
    const ids = await expect.accepted(devicesOf(alice));
    expect.holds(ids.includes(String(id)), `the device ${id} is not among those that a registration shows`);
    expect.each(ids, "device", (each) => expect.holds(/^(0|[1-9]\d*)$/.test(each), `a device is shown by the id ${JSON.stringify(each)}`));
    await removeDevice(alice, id);
  },
});

/** A registration gives a queue id that is text, and a new one each time. */
export const queues = property({
  clause: "records/event-queue",
  async holds({ as: { alice }, expect }) {
    const ask = async (): Promise<string> => {
      const { queue_id } = expect.succeeded(await alice.send("POST /register", { fetch_event_types: [] }), "a registration");
      return expect.text(queue_id, "queue_id");
    };
    const [one, other] = [await ask(), await ask()];
    expect.holds(one !== other, `two event queues have the id ${one}`);
  },
});
