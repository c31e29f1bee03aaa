import type { Overview } from "../control/overview.ts";
import { counted, countOn, h, PageList, the, timeOf } from "./dom.ts";

type Judged = NonNullable<Overview["judge"]>;
type Finding = Judged["findings"][number];

const row = ({ rule, severity, section, as, at, times, message, world }: Finding): HTMLElement =>
  h(
    "li",
    {},
    h(
      "p",
      { className: "byline" },
      h("span", { className: `badge ${severity === "error" ? "bad" : "odd"}` }, severity),
      h("b", {}, rule),
      h("span", {}, `${as ?? "nobody"}${world === undefined ? "" : ` in ${world}`}`),
      h("time", { dateTime: at, title: at }, timeOf(at)),
      h("span", {}, times > 1 ? `${section}, ${times} times` : section),
    ),
    h("p", {}, message),
  );

const list = new PageList<Finding>("finding-list", {
  key: ({ rule, exchange, message, world = "" }) => `${world} ${exchange} ${rule} ${message}`,
  make: row,
  none: "No client did anything wrong.",
});

/** Shows the findings of the judge; nothing where nobody judges. */
export function showJudge(judged: Judged | undefined): void {
  the("judge").hidden = judged === undefined;
  countOn("judge", judged && judged.errors + judged.warnings);
  if (!judged) return;
  the("finding-count").textContent = `${counted(judged.errors, "error")}, ${counted(judged.warnings, "warning")}`;
  list.show(judged.findings);
}
