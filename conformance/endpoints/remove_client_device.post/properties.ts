import type { Actor } from "../../client/actor.ts";
import { unknownId } from "../../client/people.ts";
import { stateOf } from "../../client/registration.ts";
import type { Session } from "../../client/session.ts";
import { property } from "../../declare/property.ts";
import { Untestable } from "../../expect.ts";

const devices = async (actor: Actor): Promise<string[]> => Object.keys((await stateOf(actor, "device", "devices")) as object);

const remove = (actor: Actor, device_id: unknown) => actor.send("POST /remove_client_device", { device_id });

/** A device of alice's: a new one where the target can be steered, otherwise one that she has. */
async function aDevice(session: Session): Promise<number> {
  if (session.target.steering) return Number((await session.steering.act({ action: "register_device", as: "alice" })).device_id);
  const [id] = await devices(session.as.alice);
  if (id === undefined) throw new Untestable("alice has no device");
  return Number(id);
}

/** The device that is removed is gone, once and for all; the others stay, and the caller's other clients hear of it. */
export const removes = property({
  clause: ["remove_client_device.post/removes", "remove_client_device.post/unknown-device", "records/device"],
  serial: "alice's devices",
  holds: async (session) => {
    const { expect } = session;
    const alice = session.as.alice;
    const id = await aDevice(session);
    const [before, queue] = [await devices(alice), await alice.queue({ event_types: ["device"] })];
    expect.holds(before.includes(String(id)), `the device ${id} is not among those that a registration shows`);
    expect.succeeded(await remove(alice, id), "removing a device");
    const after = await devices(alice);
    expect.holds(!after.includes(String(id)), "a device that was removed is still there");
    for (const other of before) expect.holds(other === String(id) || after.includes(other), `the device ${other} is gone too`);
    await queue.until("a device was removed", ({ op, device_id }) => op === "remove" && device_id === id);
    expect.refused(await remove(alice, id), "BAD_REQUEST", {}, "removing a device for the second time");
  },
});

/** An id of no device is refused. */
export const unknown = property({
  clause: "remove_client_device.post/unknown-device",
  async holds(session) {
    const { expect } = session;
    expect.refused(await remove(session.as.alice, unknownId), "BAD_REQUEST", {}, "removing a device that does not exist");
    expect.refused(await remove(session.as.alice, "phone"), "BAD_REQUEST", {}, "removing a device by a word");
  },
});

/** Somebody else's device is refused like one that does not exist, and stays. */
export const ofOthers = property({
  clause: "remove_client_device.post/own-devices",
  serial: "alice's devices",
  holds: async (session) => {
    const { expect } = session;
    const id = await aDevice(session);
    expect.refused(await remove(session.as.bob, id), "BAD_REQUEST", {}, "removing somebody else's device");
    expect.holds((await devices(session.as.alice)).includes(String(id)), "somebody else removed a device");
  },
});

/** The id is required. */
export const required = property({
  clause: "remove_client_device.post/device_id-required",
  async holds(session) {
    const { expect } = session;
    expect.missing(await remove(session.as.alice, undefined), "device_id");
  },
});
