import { prepared, Untestable } from "../expect.ts";
import type { Actor } from "./actor.ts";
import { unknownId } from "./people.ts";
import { stateOf } from "./registration.ts";
import type { Reply } from "./target.ts";

/** Returns the ids of the actor's devices, as a registration spells them. @throws Unprepared: it shows no object of devices */
export const devicesOf = async (actor: Actor): Promise<string[]> =>
  Object.keys(prepared.object(await stateOf(actor, "device", "devices"), "devices in a registration"));

/**
 * Registers a mobile device of the actor's: by the control API, or else by the endpoint that running servers have. Returns its id.
 * @throws Unprepared: it is refused
 */
export async function registerDevice(actor: Actor): Promise<number> {
  const { steering } = actor.session.target;
  const made = await (steering
    ? steering.act({ action: "register_device", as: actor.name })
    : actor.prepare("POST /register_client_device"));
  return prepared.integer(made.device_id, "the device_id of a new device");
}

/** Registers a mobile device of the actor's. Returns its id; that of no device where it is refused. */
export async function someDevice(actor: Actor): Promise<number> {
  try {
    return await registerDevice(actor);
  } catch (thrown) {
    if (thrown instanceof Untestable) return unknownId;
    throw thrown;
  }
}

/** Sends the removal of a device. */
export const removeDevice = (actor: Actor, device_id: unknown): Promise<Reply> => actor.send("POST /remove_client_device", { device_id });
