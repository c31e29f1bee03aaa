import { devicesOf, registerDevice, removeDevice } from "../../client/devices.ts";
import { unknownId } from "../../client/people.ts";
import { property } from "../../declare/property.ts";

/** The device that is removed is gone, once and for all; another stays, and the caller's other clients hear of it. */
export const removes = property({
  clause: ["remove_client_device.post/removes", "remove_client_device.post/unknown-device", "records/device"],
  serial: "alice's devices",
  async holds({ as: { alice }, expect }) {
    const [other, id] = [await registerDevice(alice), await registerDevice(alice)];
    const queue = await alice.queue({ event_types: ["device"] });
    const shown = async () => (await devicesOf(alice)).filter((each) => [String(other), String(id)].includes(each));
    expect.sameSet(await shown(), [String(other), String(id)], "those of two new devices that a registration shows");
    expect.succeeded(await removeDevice(alice, id), "removing a device");
    expect.same(await shown(), [String(other)], "those of two devices that are left when one was removed");
    await queue.until("a device was removed", ({ op, device_id }) => op === "remove" && device_id === id);
    expect.declined(await removeDevice(alice, id), "removing a device for the second time", "device_id");
    expect.succeeded(await removeDevice(alice, other), "removing another device");
  },
});

/** An id of no device is refused, where that of a device is accepted. */
export const unknown = property({
  clause: "remove_client_device.post/unknown-device",
  serial: "alice's devices",
  async holds({ as: { alice }, expect }) {
    expect.declined(await removeDevice(alice, unknownId), "removing a device that does not exist", "device_id");
    expect.succeeded(await removeDevice(alice, await registerDevice(alice)), "removing a device that exists");
  },
});

/** What is no integer is the id of no device. */
export const noInteger = property({
  clause: ["remove_client_device.post/unknown-device", "remove_client_device.post/device_id-required"],
  serial: "alice's devices",
  async holds({ as: { alice }, expect }) {
    const id = await registerDevice(alice);
    for (const device_id of ["phone", "1.5", "", "[1]", `${id}.5`, [id]])
      expect.declined(await removeDevice(alice, device_id), `removing the device ${JSON.stringify(device_id)}`, "device_id");
    expect.succeeded(await removeDevice(alice, id), "removing a device by its id");
  },
});

/** Somebody else's device is refused and stays, until its owner removes it. */
export const ofOthers = property({
  clause: "remove_client_device.post/own-devices",
  serial: "alice's devices",
  async holds({ as: { alice, bob }, expect }) {
    const id = await registerDevice(alice);
    expect.declined(await removeDevice(bob, id), "removing somebody else's device", "device_id");
    expect.holds((await devicesOf(alice)).includes(String(id)), "somebody else removed a device");
    expect.succeeded(await removeDevice(alice, id), "removing one's own device");
  },
});

/** The id is required; with it the request is accepted. */
export const required = property({
  clause: "remove_client_device.post/device_id-required",
  serial: "alice's devices",
  async holds({ as: { alice }, expect }) {
    const id = await registerDevice(alice);
    expect.missing(await removeDevice(alice, undefined), "device_id");
    expect.succeeded(await removeDevice(alice, id), "the same request with an id");
  },
});
