import { objectsOf, one, thread, whisper } from "../../client/history.ts";
import { react } from "../../client/stage-changes.ts";
import { told } from "../../client/stage-told.ts";
import { property } from "../../declare/property.ts";
import { holds, same, typed } from "../../expect.ts";

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
    const alice = session.as.alice!;
    const { ids } = await thread(session, ["one"]);
    for (const id of [ids[0]!, await whisper(alice, [alice], "note to self")]) {
      const message = await one(alice, id);
      for (const [name, type] of Object.entries(always)) typed(message[name], type, name);
    }
  },
});

/** What Markdown sets off is set off in the HTML: the same words without it give other HTML. */
export const setOff = property({
  clause: ["message-resource/content", "messages-id.get/apply-markdown"],
  async holds(session) {
    const alice = session.as.alice!;
    const { ids } = await thread(session, ["a **word** here", "a word here"]);
    const [marked, plain] = [await one(alice, ids[0]!), await one(alice, ids[1]!)].map(({ content }) => String(content));
    holds(marked !== plain, `a word that is set off and one that is not both become ${marked}`);
    holds(!marked!.includes("**"), `the asterisks of Markdown are in the HTML: ${marked}`);
    const raw = await one(alice, ids[0]!, { apply_markdown: false });
    same(raw.content, "a **word** here", "the raw content");
  },
});

/** A reaction that calls itself one with a custom emoji has the id of an emoji of the organization. */
export const customOnes = property({
  clause: ["message-resource/reaction-types", "message-resource/reaction-realm", "message-resource/reaction-extra"],
  async holds(session) {
    const alice = session.as.alice!;
    const known = Object.keys((await told(alice, "realm_emoji")) as object);
    const { ids } = await thread(session, ["react to this"]);
    await react(session, alice, ids[0]!, "zulip");
    const reactions = objectsOf((await one(alice, ids[0]!)).reactions, "reactions");
    for (const { reaction_type, emoji_code } of reactions) {
      if (reaction_type !== "realm_emoji") continue;
      holds(
        known.includes(String(emoji_code)),
        `a reaction with the custom emoji ${String(emoji_code)}, which is none of the organization's`,
      );
    }
  },
});
