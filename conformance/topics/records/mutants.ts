import type { MutableFields } from "../../mutants/kit/bodies.ts";
import { type Mutant, onRoute } from "../../mutants/kit/mutant.ts";

const registration = onRoute("POST /register", "records");

/** Faults of the records that only registrations show. */
export const mutants: readonly Mutant[] = [
  registration("view-pinned-as-number", "navigation-view")
    .says("is_pinned of a navigation view is 0 or 1.")
    .answersEach("navigation_views", ({ is_pinned }) => ({ is_pinned: Number(is_pinned) })),
  registration("view-unnamed-untold", "navigation-view")
    .says("Built-in views lack the field name.")
    .answersEach("navigation_views", ({ name }) => name === null && { name: undefined }),
  registration("domain-subdomains-as-text", "allowed-domain")
    .says("allow_subdomains of an allowed domain is yes or no.")
    .answersEach("realm_domains", ({ allow_subdomains }) => ({ allow_subdomains: allow_subdomains ? "yes" : "no" })),
  registration("profile-values-bare", "profile-value")
    .says("Profile values are shown without their fields' objects.")
    .answersEach("realm_users", ({ profile_data }) => {
      const values = Object.entries((profile_data ?? {}) as Record<string, MutableFields>);
      return { profile_data: Object.fromEntries(values.map(([id, { value }]) => [id, value])) };
    }),
  registration("devices-by-names", "device")
    .says("Devices are shown by names in place of their ids.")
    .answers(({ devices }) => {
      const named = Object.entries((devices ?? {}) as MutableFields).map(([id, device]) => [`phone-${id}`, device]);
      return devices !== undefined && { devices: Object.fromEntries(named) };
    }),
  registration("queue-ids-as-numbers", "event-queue").says("The id of a queue is a number.").answers({ queue_id: 7 }),
  registration("queue-ids-alike", "event-queue")
    .says("Every registration of an account gives the queue id of its first.")
    .tells("queue_id", (id, request) => request.first(request.caller ?? "", id)),
];
