import fc from "fast-check";
import type { Actor } from "../../client/actor.ts";
import { itemAt } from "../../client/json.ts";
import { devicesOf, registerDevice } from "../../client/people.ts";
import type { Reply } from "../../client/target.ts";
import { property } from "../../declare/property.ts";
import { anActor, people, twoPeople } from "../../draw/people.ts";

const somebody = anActor(...people);

const removeDevice = (actor: Actor, device_id: number): Promise<Reply> => actor.send("POST /remove_client_device", { device_id });

/** The device that is removed is gone, and the others stay; on running servers the caller's other clients hear of it. */
export const removes = property({
  clause: ["removes", "records/device", "versioning/device-removal", "unknown-device"],
  serial: "devices",
  given: { who: somebody, count: fc.integer({ min: 2, max: 4 }), which: fc.nat(3) },
  examples: [{ who: "alice", count: 2, which: 1 }],
  async holds(session, { who, count, which }, expect) {
    const actor = session.actor(who);
    const ids: number[] = [];
    while (ids.length < count) ids.push(await registerDevice(actor));
    const id = itemAt(ids, which % count);
    const others = ids.filter((each) => each !== id);
    const queue = await actor.queue({ event_types: ["device"] });
    const registered = async () => (await devicesOf(actor)).filter((each) => ids.map(String).includes(each));
    expect.sameSet(await registered(), ids.map(String), "those of the new devices that a registration shows");
    expect.succeeded(await removeDevice(actor, id), "removing a device");
    expect.sameSet(await registered(), others.map(String), "those of the devices that are left when one was removed");
    if (session.isHeldToObserved) {
      await queue.until("a device was removed", ({ op, device_id }) => op === "remove" && device_id === id);
      const { body } = await removeDevice(actor, id);
      expect.holds(body.result === "error", "a device can be removed for the second time", "remove_client_device.post/unknown-device");
    }
    for (const other of others) expect.succeeded(await removeDevice(actor, other), "removing another device");
  },
});

/** Somebody else's device is refused and stays, until its owner removes it. */
export const ofOthers = property({
  clause: "own-devices",
  serial: "devices",
  given: { pair: twoPeople(...people) },
  examples: [{ pair: ["alice", "bob"] }],
  async holds(session, { pair: [who, whom] }, expect) {
    const [actor, other] = [session.actor(who), session.actor(whom)];
    const id = await registerDevice(actor);
    const reply = await removeDevice(other, id);
    if (session.isHeldToObserved) expect.declined(reply, "removing somebody else's device", "device_id");
    expect.holds((await devicesOf(actor)).includes(String(id)), "somebody else removed a device");
    expect.succeeded(await removeDevice(actor, id), "removing one's own device");
  },
});
