import { stated } from "../../declare/folder.ts";
import { clauses, elsewhere } from "./clauses.ts";
import * as channel from "./properties.channel.ts";
import * as told from "./properties.told.ts";
import * as properties from "./properties.ts";
import { call, step } from "./step.ts";

export const typingPost = stated("typing.post", {
  clauses,
  elsewhere,
  call,
  step,
  properties: { channel, told, "": properties },
  events: ["typing"],
  mutants: () => import("./mutants.ts"),
});
