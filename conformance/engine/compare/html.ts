import type { Twins } from "../twins.ts";

/** How HTML is compared: to the letter but for ids, or by its tags and words. */
export type HtmlMode = "exact" | "structural";

const ids: readonly (readonly [pattern: RegExp, kind: string])[] = [
  [/(data-user-id=")(\d+)(?=")/g, "user"],
  [/(data-stream-id=")(\d+)(?=")/g, "channel"],
  [/(data-user-group-id=")(\d+)(?=")/g, "group"],
  [/(#narrow\/(?:channel|stream)\/)(\d+)(?=-)/g, "channel"],
  [/(\/(?:near|with)\/)(\d+)/g, "message"],
];

/** HTML of the target with the model's ids in it. */
const withOurIds = (html: string, twins: Twins): string =>
  ids.reduce(
    (text, [pattern, kind]) =>
      text.replace(pattern, (whole, before: string, id: string) => {
        const ours = twins.back(kind, Number(id));
        return ours === undefined ? whole : `${before}${ours}`;
      }),
    html,
  );

const structure = (html: string): string =>
  html
    .replace(/<(\/?\w+)[^>]*>/g, "<$1>")
    .replace(/\s+/g, " ")
    .trim();

export function sameHtml(model: string, target: string, mode: HtmlMode, twins: Twins): boolean {
  if (model === target && twins.identical) return true;
  const ours = withOurIds(target, twins);
  return mode === "exact" ? model === ours : structure(model) === structure(ours);
}
