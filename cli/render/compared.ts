import type { Cause } from "../../conformance/results/causes.ts";
import type { Compared } from "../../conformance/results/report.ts";
import type { Colours } from "./colours.ts";
import { element, escaped } from "./html-page.ts";
import { visible } from "./visible.ts";

const causeLine = ({ id, signature, clauses }: Cause): string =>
  `${id}  ${signature}${clauses.length > 0 ? `  (${clauses.join(", ")})` : ""}`;

interface Group {
  readonly title: string;
  readonly lines: readonly string[];
}

const groupsOf = ({ onlyFirst, onlySecond, alike, eachItsWay }: Compared): readonly Group[] => [
  { title: "only the first differs from the model", lines: onlyFirst.map(causeLine) },
  { title: "only this one differs", lines: onlySecond.map(causeLine) },
  { title: "both differ, alike", lines: alike.map(causeLine) },
  {
    title: "both differ, each in its own way",
    lines: eachItsWay.map(({ first, second }) => `${causeLine(first)}; here ${causeLine(second)}`),
  },
];

const headOf = ({ first }: Compared): string => `compared with ${first.url}, level ${first.level}`;
const titleOf = ({ title, lines }: Group): string => `${title}: ${lines.length === 0 ? "nothing" : lines.length}`;

/** The causes of two servers by who shows them, as lines: of each group so many. */
export const comparedText = (compared: Compared, { bold, dim }: Colours, most = Number.POSITIVE_INFINITY): string[] => [
  bold(visible(headOf(compared))),
  ...groupsOf(compared).flatMap((group) => [
    (group.lines.length > 0 ? bold : dim)(titleOf(group)),
    ...group.lines.slice(0, most).map((line) => visible(`  ${line}`)),
  ]),
  "",
];

/** The same as parts of a page. */
export const comparedHtml = (compared: Compared): string[] => [
  element("h2", escaped(headOf(compared))),
  ...groupsOf(compared).map((group) => {
    const items = group.lines.map((line) => element("li", escaped(line)));
    return `${element("p", element("b", escaped(titleOf(group))))}${element("ul", items.join(""))}`;
  }),
];
