import { emojiCode } from "../emoji.ts";
import { emojiSpan, smilesOf } from "./emoji.ts";
import { replaceEach } from "./replace-each.ts";
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

const formerNames: Readonly<Record<string, string>> = { ":)": "smile", "(:": "smile", ":D": "grinning" };

const terminal = String.raw`[^,.;?!()\[\] "'\n\t]`;
// The sign in front is looked at behind the first of a face, since there are few of those.
const begin = `(?<!${terminal}[:(<;])`;
const emoticon = new RegExp(String.raw`[:(<;]${begin}(?:(?<=:)[()|/DoOpP]|(?<=\():|(?<=<)3|(?<=;)\))(?!${terminal})`, "g");

/** Faces made of punctuation, if the sender wants them turned into emoji. */
export const emoticons: Construct = (text, scan) => {
  if (!scan.scope.translateEmoticons) return text;
  return replaceEach(text, emoticon, (match) => {
    const face = match[0];
    const smiles = smilesOf(scan);
    const name = (smiles === "former" ? formerNames[face] : undefined) ?? names[face] ?? "";
    return emojiSpan(scan, emojiCode(name, smiles) ?? "", `:${name}:`);
  });
};
