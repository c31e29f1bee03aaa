import type { Decoded } from "../protocol/params.ts";
import { boolean, optional } from "../protocol/params.ts";

/** How a client wants to see users. */
export const userViewParams = {
  client_gravatar: optional(boolean, { fallback: true }),
  include_custom_profile_fields: optional(boolean, { fallback: false }),
};

/** A user without the values of custom profile fields, unless they were asked for. */
export function inView<R extends object>(record: R, { include_custom_profile_fields }: Decoded<typeof userViewParams>): object {
  if (include_custom_profile_fields || !("profile_data" in record)) return record;
  const { profile_data, ...rest } = record;
  return rest;
}
