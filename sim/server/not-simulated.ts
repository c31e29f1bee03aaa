/** Routes that servers have beside those that are simulated. A client that asks for one is told so, and `--log` counts it. */
export const notSimulated: readonly string[] = [
  "POST /default_stream_groups/create",
  "PATCH /default_stream_groups/{group_id}",
  "DELETE /default_stream_groups/{group_id}",
  "PATCH /default_stream_groups/{group_id}/streams",
  "GET /messages/summary",
  "POST /mobile_push/register",
  "POST /realm/deactivate",
  "POST /realm/icon",
  "DELETE /realm/icon",
  "POST /realm/logo",
  "DELETE /realm/logo",
  "POST /remotes/push/e2ee/register",
  "POST /users/me/onboarding_steps",
  "POST /zcommand",
];
