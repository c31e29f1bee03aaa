import type { Outgoing, Reply, Target } from "../client/target.ts";
import { NoAnswer } from "../expect.ts";
import type { EmbeddedTarget } from "../targets/embedded.ts";

/** The fate of a request whose answer is lost: it is carried out at once, never, never with a failure in place of the answer, or when so many more requests have come. */
export type Lost = "done" | "never" | "failed" | number;

const failure: Reply = { status: 500, headers: {}, body: { result: "error", msg: "TypeError", code: "CRASH" } };

/** Says of a request, counted from 1, what becomes of it where its answer is lost. */
export type DecideLost = (request: Outgoing, count: number) => Lost | undefined;

/** The embedded target, told what it has to lose, with all that it was asked. */
export type LosingTarget = Target & Pick<EmbeddedTarget, "model"> & { readonly asked: Outgoing[] };

/** Loses answers of the embedded target. */
export function losing(inner: EmbeddedTarget, lose: DecideLost, asked: Outgoing[] = []): LosingTarget {
  const { kind, url, level, brand, cast, channels, namespace, steering, model } = inner;
  const late = new Map<number, Outgoing[]>();
  const send = async (request: Outgoing): Promise<Reply | undefined> => {
    const count = asked.push(request);
    for (const one of late.get(count) ?? []) await inner.send(one);
    const lost = lose(request, count);
    if (lost === undefined) return inner.send(request);
    if (lost === "failed") throw new NoAnswer(request.method, request.path, " but the status 500", false, failure);
    if (lost === "done") await inner.send(request);
    else if (lost !== "never") late.set(count + lost, [...(late.get(count + lost) ?? []), request]);
    throw new NoAnswer(request.method, request.path, " in time", typeof lost === "number");
  };
  const isolated = () => losing(inner.isolated() as EmbeddedTarget, lose, asked);
  return { ...{ kind, url, level, brand, cast, channels, namespace, steering, model, asked }, send, isolated, close: async () => {} };
}
