import { sendToChannel, shownMessage } from "../../client/messages.ts";
import { property } from "../../declare/property.ts";

/** What Markdown sets off is set off in the HTML: the same words without it give other HTML. */
export const setOff = property({
  clause: ["message-resource/content", "messages-id.get/apply-markdown"],
  async holds(session) {
    const { expect } = session;
    const { alice } = session.as;
    const shown = async (content: string, form = {}) => {
      const id = await sendToChannel(alice, session.channels.general, session.fresh(), content);
      return expect.text((await shownMessage(alice, id, form)).content, "content");
    };
    const [marked, plain] = [await shown("a **word** here"), await shown("a word here")];
    expect.holds(marked !== plain, `a word that is set off and one that is not both become ${marked}`);
    expect.holds(!marked.includes("**"), `the asterisks of Markdown are in the HTML: ${marked}`);
    expect.same(await shown("a **word** here", { apply_markdown: false }), "a **word** here", "the raw content");
  },
});
