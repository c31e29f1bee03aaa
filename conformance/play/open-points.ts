import { declaredStep } from "../catalogue/catalogue.ts";
import { settingNames } from "../client/groups.ts";
import type { ComparedAnswer } from "../compare/matched-ids.ts";
import { namesInPath } from "../text/index.ts";
import type { Expected } from "./ask-model.ts";
import type { Step } from "./scenario.ts";

type RefusalId = NonNullable<Expected["refusal"]>;

/** Requests that the model refuses, as running servers do, and that another server may take: the names of the refusals, by kinds of steps. */
export const openPoints: Readonly<Record<string, readonly RefusalId[]>> = {
  // Adding who is a member or subgroup already, removing who is none: the text knows only unknown and deactivated ones. Of guests it says nothing.
  "user_groups-id.members.post": ["in the group", "not in the group", "guest"],
  "user_groups.create.post": [
    // The text gives a group's name no condition, and says of guests nothing.
    "group name in use",
    "guest",
    // Of four settings the text states no restriction: a server may have others than running ones.
    "can_add_members_group for a system group",
    "can_join_group for a system group",
    "can_leave_group for a system group",
    "can_remove_members_group for a system group",
  ],
  // Setting a policy always succeeds: of channels that are none, or are closed to the caller, the text says nothing.
  "user_topics.post": ["unknown channel"],
  // No sentence refuses to remove a device that is gone.
  "remove_client_device.post": ["unknown device"],
  // A topic beside its alias, and nobody to write to but a deactivated account.
  "messages.post": ["topic under two names", "deactivated recipient", "empty content"],
  "typing.post": ["topic under two names", "no recipients"],
};

/** A step with the model's answer. */
interface Answer {
  readonly step: Step;
  readonly expected: Expected;
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
  return namesInPath(declaredStep(op).route).some((name) => typeof fields[name] !== "object" && !/^\d+$/.test(String(fields[name])));
}

const isUnknownRoute = ({ status }: ComparedAnswer): boolean => status === 404 || status === 405;

/** Whether one side refuses a request and the other takes it, and the specification lets it do either. @param before the steps before it */
export function isLeftOpen({ step, expected }: Answer, actual: ComparedAnswer, before: readonly Answer[]): boolean {
  const [ours, theirs] = [expected.body.result, actual.body.result];
  if (ours === "error" && theirs === undefined && isUnknownRoute(actual) && hasNoIdInPath(step)) return true;
  if (ours === theirs || (theirs !== "success" && theirs !== "error")) return false;
  const isByDefaults = theirs === "error" || expected.refusal === "no permission";
  if (isByDefaults && needsPermission(step) && hasDefaults(before)) return true;
  if (theirs === "error") return false;
  const { refusal } = expected;
  return refusal !== undefined && openPoints[step.op]?.includes(refusal) === true;
}
