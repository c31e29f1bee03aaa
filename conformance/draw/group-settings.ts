import fc from "fast-check";
import { type Drawn, listOf, mostly } from "./combinators.ts";
import type { Ground } from "./ground.ts";
import { made, systemGroup, user } from "./references.ts";

/** A group-setting value. */
export const groupSetting = (ground: Ground): Drawn =>
  mostly(
    [3, systemGroup],
    [2, made("group")],
    [3, fc.record({ direct_members: listOf(user(ground), 2), direct_subgroups: listOf(mostly([2, made("group")], [1, systemGroup]), 1) })],
    [1, fc.constantFrom(0, "members", null, { direct_members: [0], direct_subgroups: [] })],
  );
