import type { Body } from "../expect.ts";
import type { Session } from "./session.ts";

/** Returns what the server says of itself to anyone. @throws Unprepared: it is refused */
export const fetchServerSettings = ({ nobody }: Session): Promise<Body> => nobody.prepare("GET /server_settings");
