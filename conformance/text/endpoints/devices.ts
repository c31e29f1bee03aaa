import { endpointText, states } from "../endpoint.ts";

/** Endpoints > POST /remove_client_device. */
export const removeDevice = endpointText("remove_client_device.post", "POST /remove_client_device", {
  since: 470,
  parameters: { device_id: { type: "integer", required: states("device_id-required", "device_id is required.") } },
});
