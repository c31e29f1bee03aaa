// Has a process take the project's TypeScript from the folder in which the runner of the tests has compiled all of it at once: it is what
// this file is imported with, behind a question mark. Compiling file by file, in each process anew, costs seconds.
import { register } from "node:module";

const [, folder] = import.meta.url.split("?");
register("./compiled-hooks.mjs", import.meta.url, { data: { root: new URL("../", import.meta.url).href, folder } });
