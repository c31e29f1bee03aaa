import { test } from "uvu";
import * as assert from "uvu/assert";
import { levels } from "../core/levels.ts";
import { createSimulator } from "../server/simulator.ts";

const draft = { type: "", to: [], topic: "", content: "x" };
const noModel = (at: string, model: string) => `Invalid ${at}: Input should be a valid dictionary or instance of ${model}`;
const noKey = (at: string, key: string) => `${at}["${key}"] field is missing: Field required`;

/** A request, and the words of its refusal before parameters were typed and after. */
const rows: [string, Readonly<Record<string, unknown>>, string, string][] = [
  ["POST /drafts", { drafts: [draft, 1] }, "drafts[1] is not a dict", noModel("drafts[1]", "DraftData")],
  ["POST /drafts", { drafts: [{ ...draft, to: undefined }] }, "to key is missing from drafts[0]", noKey("drafts[0]", "to")],
  [
    "POST /drafts",
    { drafts: [{ ...draft, content: " " }] },
    'drafts[0]["content"] cannot be blank.',
    'drafts[0]["content"] cannot be blank',
  ],
  ["PATCH /drafts/1", { draft: [] }, "draft is not a dict", noModel("draft", "DraftData")],
  [
    "POST /users/me/subscriptions",
    { subscriptions: ["x"] },
    "subscriptions[0] is not a dict",
    noModel("subscriptions[0]", "AddSubscriptionData"),
  ],
  ["POST /users/me/subscriptions", { subscriptions: [{}] }, "name key is missing from subscriptions[0]", noKey("subscriptions[0]", "name")],
  [
    "POST /users/me/subscriptions/properties",
    { subscription_data: [7] },
    "subscription_data[0] is not a dict",
    noModel("subscription_data[0]", "SubscriptionPropertyChangeRequest"),
  ],
  [
    "POST /users/me/subscriptions/properties",
    { subscription_data: [{ stream_id: 1, property: "color", value: 1 }] },
    'subscription_data[0]["value"] is not a string or a boolean',
    'subscription_data[0]["value"]["bool"] is not a boolean',
  ],
  ["PATCH /users/1", { profile_data: [1] }, "profile_data[0] is not a dict", noModel("profile_data[0]", "ProfileDataElement")],
  [
    "POST /register",
    { client_capabilities: {} },
    "notification_settings_null key is missing from client_capabilities",
    noKey("client_capabilities", "notification_settings_null"),
  ],
  [
    "POST /scheduled_messages",
    { type: "group", to: 1, content: "x", scheduled_delivery_timestamp: 1 },
    "Invalid type",
    "Invalid type: Value error, Not in the list of possible values",
  ],
  [
    "POST /scheduled_messages",
    { type: "stream", to: "x", content: "x", scheduled_delivery_timestamp: 1 },
    'Argument "to" is not valid JSON.',
    "to is not valid JSON",
  ],
  [
    "POST /scheduled_messages",
    { type: "stream", to: ["x"], content: "x", scheduled_delivery_timestamp: 1 },
    "to[0] is not an integer",
    'to["int"] is not an integer',
  ],
  [
    "PATCH /users/me/profile_data",
    { data: [{ id: 1, value: "", more: 1, less: 0 }] },
    "Unexpected arguments: more, less",
    "Field id 1 not found.",
  ],
  [
    "PATCH /users/me/profile_data",
    { data: [{ id: 1, value: 5 }] },
    'data[0]["value"] is not an allowed_type',
    'data[0]["value"]["str"] is not a string',
  ],
  [
    "PATCH /streams/1",
    { message_retention_days: [] },
    "message_retention_days is not a string or integer",
    'message_retention_days["json[str]"] is not a string',
  ],
  [
    "PATCH /realm",
    { message_retention_days: 5.5 },
    "message_retention_days is not a string or integer",
    'message_retention_days["json[str]"] is not a string',
  ],
];

for (const [route, fields, before, after] of rows) {
  test(`${route} ${JSON.stringify(fields)} is refused in the words of its level`, () => {
    const words = (level: number) => createSimulator({ level }).as("owen").send(route, fields).body.msg;
    assert.equal([words(levels.typedParameters - 1), words(levels.typedParameters)], [before, after]);
  });
}

test.run();
