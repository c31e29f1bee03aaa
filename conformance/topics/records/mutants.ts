import { inSuccess, type MutableFields } from "../../mutants/kit/bodies.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const registration = onRoute("POST /register");

/** Changes every record of a list in registrations. */
const inRecords = (list: string, change: (record: MutableFields) => void) =>
  inSuccess((body) => {
    for (const record of (body[list] ?? []) as MutableFields[]) change(record);
  });

/** Faults of the records that only registrations show. */
export const mutants: readonly Mutant[] = [
  registration("view-pinned-as-number", "records/navigation-view", "is_pinned of a navigation view is 0 or 1.", {
    answer: inRecords("navigation_views", (view) => void (view.is_pinned = Number(view.is_pinned))),
  }),
  registration("view-unnamed-untold", "records/navigation-view", "Built-in views lack the field name.", {
    answer: inRecords("navigation_views", (view) => {
      if (view.name === null) delete view.name;
    }),
  }),
  registration("domain-subdomains-as-text", "records/allowed-domain", "allow_subdomains of an allowed domain is yes or no.", {
    answer: inRecords("realm_domains", (domain) => void (domain.allow_subdomains = domain.allow_subdomains ? "yes" : "no")),
  }),
  registration("profile-values-bare", "records/profile-value", "Profile values are shown without their fields' objects.", {
    answer: inRecords("realm_users", (user) => {
      const values = Object.entries((user.profile_data ?? {}) as Record<string, MutableFields>);
      user.profile_data = Object.fromEntries(values.map(([id, { value }]) => [id, value]));
    }),
  }),
  registration("devices-by-names", "records/device", "Devices are shown by names in place of their ids.", {
    answer: inSuccess((body) => {
      const devices = Object.entries((body.devices ?? {}) as MutableFields);
      if (body.devices) body.devices = Object.fromEntries(devices.map(([id, device]) => [`phone-${id}`, device]));
    }),
  }),
  registration("queue-ids-as-numbers", "records/event-queue", "The id of a queue is a number.", {
    answer: inSuccess((body) => void (body.queue_id = 7)),
  }),
  registration("queue-ids-alike", "records/event-queue", "Every registration of an account gives the queue id of its first.", {
    answer: inSuccess((body, { memory, caller = "" }) => {
      body.queue_id = memory.get(caller) ?? body.queue_id;
      memory.set(caller, body.queue_id);
    }),
  }),
];
