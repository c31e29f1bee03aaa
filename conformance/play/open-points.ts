import { declaredStep } from "../catalogue/catalogue.ts";
import { settingNames } from "../client/groups.ts";
import type { Answered } from "../compare/answers.ts";
import type { Step } from "./scenario.ts";

/** A request of which the specification does not say whether it is refused. */
interface OpenPoint {
  /** Names of the steps that send it. */
  readonly ops: readonly string[];
  /** A pattern for the text of the model's refusal. */
  readonly refusal: RegExp;
}

/** Requests that the model refuses, as running servers do, and that another server may take. */
const points: readonly OpenPoint[] = [
  // Adding who is a member or subgroup already, removing who is none: the text knows only unknown and deactivated ones.
  {
    ops: ["user_groups-id.members.post"],
    refusal: /^There is no member|is already a (member|subgroup) of this group|is not a subgroup of this/,
  },
  // The text gives a group's name no condition, and says of guests nothing.
  { ops: ["user_groups.create.post"], refusal: /^User group '.*' already exists|guest/s },
  { ops: ["user_groups-id.members.post"], refusal: /guest/ },
  // Of four settings the text states no restriction: a server may have others than running ones.
  { ops: ["user_groups.create.post"], refusal: /^'can_(add_members|join|leave|remove_members)_group' setting cannot be set/ },
  // Setting a policy always succeeds: of channels that are none, or are closed to the caller, the text says nothing.
  { ops: ["user_topics.post"], refusal: /^Invalid (channel|stream) ID/ },
  // No sentence refuses to remove a device that is gone.
  { ops: ["remove_client_device.post"], refusal: /^Invalid `device_id`/ },
  // A topic beside its alias, and nobody to write to but a deactivated account.
  { ops: ["messages.post", "typing.post"], refusal: /^Can't decide between 'topic' and 'subject'/ },
  { ops: ["messages.post"], refusal: /is no longer using/ },
  { ops: ["messages.post"], refusal: /^Message must not be empty/ },
  { ops: ["typing.post"], refusal: /^Empty 'to' list/ },
];

/** A step with the model's answer. */
interface Answer {
  readonly step: Step;
  readonly expected: Answered;
}

/** Whether a group was made before whose permissions are, in part, the server's defaults: the text names none. */
const hasDefaults = (before: readonly Answer[]): boolean =>
  before.some(
    ({ step: { op, fields }, expected: { body } }) =>
      op === "user_groups.create.post" && body.result === "success" && settingNames.some((name) => fields[name] === undefined),
  );

/** Whether a request needs a permission of a group: to change its members, or to mention it. */
const needsPermission = ({ op, fields }: Step): boolean =>
  op === "user_groups-id.members.post" || (op === "messages.post" && /@_?\*[^*]/.test(JSON.stringify(fields.content ?? "")));

/** Whether the path of a request has a text where it has an id: to a server that may be a path that does not exist. */
function hasNoIdInPath({ op, fields }: Step): boolean {
  const names = [...declaredStep(op).route.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return names.some((name) => typeof fields[name] !== "object" && !/^\d+$/.test(String(fields[name])));
}

const isUnknownRoute = ({ status }: Answered): boolean => status === 404 || status === 405;

/** Whether one side refuses a request and the other takes it, and the specification lets it do either. @param before the steps before it */
export function isLeftOpen({ step, expected }: Answer, actual: Answered, before: readonly Answer[]): boolean {
  const [ours, theirs] = [expected.body.result, actual.body.result];
  if (ours === "error" && theirs === undefined && isUnknownRoute(actual) && hasNoIdInPath(step)) return true;
  if (ours === theirs || (theirs !== "success" && theirs !== "error")) return false;
  const isByDefaults = theirs === "error" || /permission/i.test(String(expected.body.msg));
  if (isByDefaults && needsPermission(step) && hasDefaults(before)) return true;
  if (theirs === "error") return false;
  return points.some(({ ops, refusal }) => ops.includes(step.op) && refusal.test(String(expected.body.msg)));
}
