import { topic } from "../../declare/folder.ts";
import { actions, devices } from "./step.ts";

export const control = topic("control", { steps: { actions, devices } });
