import { emojiCode, emojiName, type Smiles } from "../emoji.ts";
import { put } from "../stash.ts";
import { finished } from "../tree.ts";
import type { Construct, Scan } from "./construct.ts";
import { replaceEach } from "./replace-each.ts";

const named = /:[\p{L}\p{N}_+-]+:/gu;
const sequencePart = String.raw`\p{Emoji}(?:\p{Emoji_Modifier}|\uFE0F\u20E3?|[\u{E0020}-\u{E007E}]+\u{E007F})?`;
const flag = String.raw`\p{Regional_Indicator}{2}`;
const possible = new RegExp(`${flag}|${sequencePart}(?:\\u200D(?:${flag}|${sequencePart}))*`, "gu");
// What emoji are made of, in texts where most characters cost nothing to pass over.
const stretch = /[#*0-9]?[\x80-\uffff][#*0-9\x80-\uffff]*/g;
const textStyle = /^\P{Emoji_Presentation}\u20E3?$/u;

/** `:name:`: one of the realm, the one picture of the product, one of Unicode, or text that stays as it is. */
export const namedEmoji: Construct = (text, scan) => {
  return replaceEach(text, named, (match) => {
    const typed = match[0];
    const name = typed.slice(1, -1);
    const picture = scan.scope.realmEmoji(name) ?? (name === "zulip" ? productPicture : undefined);
    if (picture !== undefined) return image(scan, typed, picture);
    const code = emojiCode(name, smilesOf(scan));
    return code === undefined ? put(scan.stash, typed) : emojiSpan(scan, code, typed);
  });
};

const productPicture = "/static/generated/emoji/images/emoji/unicode/zulip.png";

/** Emoji written as such. Those that look like text without a variation selector are left as text. */
export const unicodeEmoji: Construct = (text, scan) => {
  return text.replace(stretch, (characters) => characters.replace(possible, (sequence) => emojiOrText(scan, sequence)));
};

function emojiOrText(scan: Scan, sequence: string): string {
  if (textStyle.test(sequence)) return sequence;
  const code = codeOf(sequence);
  const name = emojiName(code, smilesOf(scan));
  return name === undefined ? sequence : emojiSpan(scan, code, `:${name}:`);
}

/** Returns which face the server calls `smile`. */
const smilesOf = ({ scope }: Scan): Smiles => (scope.has("slightSmile") ? "current" : "former");

/** The span of a Unicode emoji that is shown as this `:name:`. */
function emojiSpan(scan: Scan, code: string, typed: string): string {
  // Nothing in names of Unicode emoji needs to be escaped.
  const title = titleOf(typed);
  const html = `<span aria-label="${title}" class="emoji emoji-${code}" role="img" title="${title}">${typed}</span>`;
  return put(scan.stash, finished(html, typed));
}

function image(scan: Scan, typed: string, source: string): string {
  return scan.keep("img", { alt: typed, class: "emoji", src: source, title: titleOf(typed) }, "");
}

function titleOf(typed: string): string {
  return (typed.includes("_") ? typed.replaceAll("_", " ") : typed).slice(1, -1);
}

function codeOf(sequence: string): string {
  return [...sequence.replaceAll("\uFE0F", "")]
    .map((character) => (character.codePointAt(0) as number).toString(16).padStart(4, "0"))
    .join("-");
}

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
