import { fetchMessage, sendDirect, startThread } from "../../client/messages.ts";
import { stateOf } from "../../client/registration.ts";
import { addReaction } from "../../client/staging.ts";
import { property } from "../../declare/property.ts";

const always = {
  id: "integer",
  sender_id: "integer",
  sender_email: "string",
  sender_full_name: "string",
  sender_realm_str: "string",
  client: "string",
  recipient_id: "integer",
  subject: "string",
  is_me_message: "boolean",
  timestamp: "integer",
};

/** Every message, to a channel or to people, says of itself all that every message says. */
export const alwaysThere = property({
  clause: [
    "message-resource/id",
    "message-resource/sender-id",
    "message-resource/sender-email",
    "message-resource/sender-full-name",
    "message-resource/sender-realm-str",
    "message-resource/client",
    "message-resource/recipient-id",
    "message-resource/subject",
    "message-resource/is-me-message",
    "message-resource/timestamp",
  ],
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const { ids } = await startThread(session, ["one"]);
    for (const id of [ids[0]!, await sendDirect(alice, [alice], "note to self")]) {
      const message = await fetchMessage(alice, id);
      for (const [name, type] of Object.entries(always)) expect.typed(message[name], type, name);
    }
  },
});

/** What Markdown sets off is set off in the HTML: the same words without it give other HTML. */
export const setOff = property({
  clause: ["message-resource/content", "messages-id.get/apply-markdown"],
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const { ids } = await startThread(session, ["a **word** here", "a word here"]);
    const [marked, plain] = [await fetchMessage(alice, ids[0]!), await fetchMessage(alice, ids[1]!)].map(({ content }) => String(content));
    expect.holds(marked !== plain, `a word that is set off and one that is not both become ${marked}`);
    expect.holds(!marked!.includes("**"), `the asterisks of Markdown are in the HTML: ${marked}`);
    const raw = await fetchMessage(alice, ids[0]!, { apply_markdown: false });
    expect.same(raw.content, "a **word** here", "the raw content");
  },
});

/** A reaction that calls itself one with a custom emoji has the id of an emoji of the organization. */
export const customOnes = property({
  clause: ["message-resource/reaction-types", "message-resource/reaction-realm", "message-resource/reaction-extra"],
  async holds(session) {
    const { expect } = session;
    const alice = session.as.alice;
    const known = Object.keys((await stateOf(alice, "realm_emoji")) as object);
    const { ids } = await startThread(session, ["react to this"]);
    await addReaction(alice, ids[0]!, "zulip");
    const reactions = expect.objects((await fetchMessage(alice, ids[0]!)).reactions, "reactions");
    for (const { reaction_type, emoji_code } of reactions) {
      if (reaction_type !== "realm_emoji") continue;
      expect.holds(
        known.includes(String(emoji_code)),
        `a reaction with the custom emoji ${String(emoji_code)}, which is none of the organization's`,
      );
    }
  },
});
