/** Types of events, each with the clauses of section Events, or of the endpoint that makes them, that say when it is told. */
export const toldBy: Readonly<Record<string, readonly string[]>> = {
  message: ["events/message-told", "events/message-untold"],
  delete_message: ["messages-id.delete/told", "messages-id.delete/untold"],
  user_topic: ["events/policy-set", "events/automatic-policy"],
  muted_topics: ["events/policy-set", "events/automatic-policy"],
  typing: [
    "typing.post/start-told",
    "typing.post/stop-told",
    "typing.post/only-recipients",
    "events/typing-people",
    "events/typing-channel",
  ],
  channel_folder: ["channel_folders.create.post/succeeds", "channel_folders-id.patch/together"],
  device: ["remove_client_device.post/removes"],
  navigation_view: ["navigation_views.post/adds"],
  realm_domains: ["realm.domains.post/adds"],
};
