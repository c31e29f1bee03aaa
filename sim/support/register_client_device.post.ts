import { registerDevice } from "../effects/register-device.ts";
import { anyone, writes } from "../protocol/endpoint.ts";

/**
 * POST /register_client_device: files a mobile device of the caller's, at login.
 * @reply device_id
 */
export const registerClientDevice = writes({
  route: "POST /register_client_device",
  since: "devices",
  params: {},
  allow: anyone,
  rules: () => {},
  effect: ({ turn, caller }) => ({ device_id: registerDevice(turn, caller) }),
});
