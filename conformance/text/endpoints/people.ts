import { endpointText, envelopeAlone, states } from "../endpoint.ts";

export const fetchApiKey = endpointText("fetch_api_key.post", "POST /fetch_api_key", {
  parameters: {
    username: { type: "string", required: states("username-required", "The username is required.") },
    password: { type: "string", required: states("password-required", "The password is required.") },
  },
  returns: {
    api_key: {
      type: "string",
      stated: states("api_key", "The answer has the account's API key as the string api_key.", {
        also: ["fetch_api_key.post/no-credentials", "authentication/key-exchange"],
      }),
    },
    email: { type: "string", stated: states("email", "The answer has the account's address as the string email.") },
    user_id: {
      type: "integer",
      since: 171,
      stated: states("user_id", "The answer has the account's id as the integer user_id."),
    },
  },
});

/** Endpoints > PATCH /users/me/profile_data. What a value has to be depends on the type of its field, which no table says. */
export const profileData = endpointText("users.me.profile_data.patch", "PATCH /users/me/profile_data", {
  parameters: {
    data: {
      type: "array",
      required: states("data-required", "The list data is required."),
      malformed: states("data-objects", "data is a list of objects; anything else is refused.", { items: "object" }),
    },
  },
});

export const removeDevice = endpointText("remove_client_device.post", "POST /remove_client_device", {
  since: 470,
  parameters: {
    device_id: {
      type: "integer",
      required: states("device_id-required", "device_id is required."),
      malformed: states("device_id-integer", "device_id is an integer; anything else is refused.", { also: ["records/device"] }),
      unknown: states("unknown-device", "On running servers an id of no device is refused, also of one that was removed already.", {
        anyCode: true,
      }),
    },
  },
  envelope: envelopeAlone(),
});
