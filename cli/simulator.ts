/** The commands of the simulator: a bundle of their own, so that help is there without it. */
export * as client from "./commands/client.ts";
export * as openapi from "./commands/openapi.ts";
export * as serve from "./commands/serve.ts";
