// biome-ignore-all lint/suspicious/noThenProperty: the name that faults have for what comes of them
import type { Overview } from "../control/overview.ts";
import { ask, step } from "./ask.ts";
import { countOn, field, h, PageList, the } from "./dom.ts";

type Fault = Overview["faults"][number];

/** Returns what a fault does, in words. */
function faultWords({ status, body, delay_ms, drop, ...more }: Fault["then"]): string {
  const parts = [
    status !== undefined && `answers ${status}`,
    body !== undefined && `with ${JSON.stringify(body)}`,
    delay_ms !== undefined && `waits ${delay_ms} ms`,
    drop && (drop === true ? "cuts the connection" : "does the work, then cuts the connection"),
    ...Object.entries(more).map(([name, value]) => `${name} ${JSON.stringify(value)}`),
  ];
  return parts.filter((part) => part !== false && part !== undefined).join(", ");
}

function row(fault: Fault): HTMLElement {
  const { id, match, after, times, probability, then } = fault;
  const clear = h("button", { type: "button" }, "Clear");
  clear.setAttribute("aria-label", `Clear fault ${id}`);
  clear.onclick = () => step("The fault is cleared.", () => ask(`DELETE /faults/${id}`));
  const what = match?.held ? "held polls" : (match?.route ?? "every route");
  const when = [
    ` by ${match?.as ?? "anyone"}`,
    match?.matching && `with ${JSON.stringify(match.matching)}`,
    after !== undefined && after > 0 && `after ${after} more`,
    probability !== undefined && `with chance ${probability}`,
  ].filter((part) => part !== false && part !== undefined);
  const left = times === undefined ? "until cleared" : `${times} ${times === 1 ? "time" : "times"} more`;
  return h(
    "li",
    { className: "line" },
    h("span", { className: "grow" }, h("b", {}, what), `${when.join(", ")}: ${faultWords(then)}`),
    h("span", { className: "soft" }, left),
    clear,
  );
}

const list = new PageList<Fault>("fault-list", { key: ({ id }) => id, make: row, none: "Nothing goes wrong on purpose." });

export function showFaults(faults: Overview["faults"]): void {
  list.show(faults);
  countOn("fault-part", faults.length);
  the<HTMLButtonElement>("clear-faults").disabled = faults.length === 0;
}

/** The part `then` of a fault: one thing that goes wrong. */
function outcome(kind: string, amount: number): object {
  if (kind === "drop") return { drop: true };
  return kind === "delay" ? { delay_ms: amount } : { status: amount };
}

const amounts: Readonly<Record<string, string>> = { status: "502", delay: "1000", drop: "" };

export function wireFaults(): void {
  const form = the<HTMLFormElement>("fault");
  const [kind, amount] = [field(form, "kind"), field(form, "amount")];
  kind.onchange = () => {
    amount.value = amounts[kind.value] ?? "";
    amount.disabled = kind.value === "drop";
  };
  form.onsubmit = (event) => {
    event.preventDefault();
    const [route, as, times] = ["route", "as", "times"].map((name) => field(form, name).value.trim());
    const fault = {
      match: { ...(route && { route }), ...(as && { as }) },
      ...(times && { times: Number(times) }),
      then: outcome(kind.value, Number(amount.value)),
    };
    step("The fault waits for its request.", () => ask("POST /faults", fault));
  };
  the("clear-faults").onclick = () => step("All faults are cleared.", () => ask("DELETE /faults"));
}
