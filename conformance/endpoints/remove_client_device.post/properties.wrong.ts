import { property } from "../../declare/property.ts";

/** What is no integer is the id of no device. */
export const noInteger = property({
  clause: ["remove_client_device.post/unknown-device", "remove_client_device.post/device_id-required"],
  async holds(session) {
    const { expect } = session;
    for (const device_id of ["phone", "1.5", "", "[1]"])
      expect.declined(
        await session.as.alice.send("POST /remove_client_device", { device_id }),
        `removing the device ${JSON.stringify(device_id)}`,
        "device_id",
      );
  },
});
