import { emojiCode } from "../emoji.ts";
import { emojiSpan } from "./emoji.ts";
import type { Construct } from "./scan.ts";

const names: Readonly<Record<string, string>> = {
  ":)": "slight_smile",
  "(:": "slight_smile",
  ":(": "frown",
  "<3": "heart",
  ":|": "neutral",
  ":/": "confused",
  ";)": "wink",
  ":D": "smile",
  ":o": "open_mouth",
  ":O": "open_mouth",
  ":p": "stuck_out_tongue",
  ":P": "stuck_out_tongue",
};

const terminal = String.raw`[^,.;?!()\[\] "'\n\t]`;
const emoticon = new RegExp(String.raw`(?<!${terminal})(?::[()|/DoOpP]|\(:|<3|;\))(?!${terminal})`, "g");

/** Faces made of punctuation, if the sender wants them turned into emoji. */
export const emoticons: Construct = (text, scan) => {
  if (!scan.scope.translateEmoticons) return text;
  return text.replace(emoticon, (face) => {
    const name = names[face] ?? "";
    return emojiSpan(scan, emojiCode(name) ?? "", `:${name}:`);
  });
};
