import type { Simulator } from "../../sim/index.ts";
import { answerOf, type Passing, type RacingAnswer, type RacingBody, type RacingConduct } from "./racing.test.kit.ts";

/** Servers that err only where requests are under way at the same time. */

const success: RacingAnswer = { status: 200, body: { result: "success", msg: "" } };

const isRoute = (method: string, path: RegExp, { method: own, path: at }: Passing): boolean => own === method && path.test(at);

/** Of two changes of one group's members at the same time the later one is lost, though it is answered with success. */
export const losesUpdates: RacingConduct = async (passing, forward) => {
  const isChange = isRoute("POST", /\/user_groups\/\d+\/members$/, passing);
  return isChange && passing.earlier.some(({ path }) => path === passing.path) ? success : forward();
};

/** Of two messages sent at the same time the later one is answered with the id of the other. */
export const givesIdsTwice: RacingConduct = async (passing, forward) => {
  const isSend = (each: Passing): boolean => isRoute("POST", /\/messages$/, each);
  const other = isSend(passing) ? passing.earlier.find(isSend) : undefined;
  const [own, first] = await Promise.all([forward(), other?.answered]);
  const isTwice = own.body.result === "success" && first?.body.result === "success";
  return isTwice ? { ...own, body: { ...own.body, id: first.body.id } } : own;
};

/** Of two things created at the same time under one name both are created. */
export const takesNamesTwice: RacingConduct = async (passing, forward) => {
  const name = isRoute("POST", /\/create$/, passing) ? passing.form.get("name") : null;
  if (name === null || !passing.earlier.some(({ path, form }) => path === passing.path && form.get("name") === name)) return forward();
  const form = new URLSearchParams(passing.form);
  form.set("name", `${name} too`);
  return forward(form);
};

/** The event of a message that is sent while another is reaches nobody. */
export function losesEvents(): RacingConduct {
  const lost = new Set<unknown>();
  const isSend = (each: Passing): boolean => isRoute("POST", /\/messages$/, each);
  const without = (event: RacingBody): RacingBody =>
    lost.has((event.message as RacingBody | undefined)?.id) ? { type: "heartbeat", id: event.id } : event;
  return async (passing, forward) => {
    const { status, body } = await forward();
    if (isSend(passing) && passing.earlier.some(isSend)) lost.add(body.id);
    return { status, body: Array.isArray(body.events) ? { ...body, events: body.events.map(without) } : body };
  };
}

/** A read that comes next after a write which was under way with others is answered from before that write. */
export function answersFromBefore(): RacingConduct {
  let before: Simulator | undefined;
  return async (passing, forward, server) => {
    const isRead = passing.method === "GET" && !passing.path.endsWith("/events");
    if (isRead && before !== undefined && passing.authorization !== undefined) {
      const stale = before;
      before = undefined;
      return answerOf(stale, passing);
    }
    const now = passing.method === "GET" ? undefined : server.fork();
    const answer = await forward();
    if (now && passing.met && answer.body.result === "success") before = now;
    return answer;
  };
}

/** Of two writes at the same time the later one gets no answer; every other time it is carried out. */
export function cutsAnswers(): RacingConduct {
  let cut = 0;
  return async (passing, forward) => {
    if (passing.method === "GET" || !passing.earlier.some(({ method }) => method !== "GET")) return forward();
    if (cut++ % 2 === 0) await forward();
    throw new Error("the connection is cut");
  };
}

export const sound: RacingConduct = (_, forward) => forward();
