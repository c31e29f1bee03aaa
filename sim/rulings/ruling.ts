/** The headings of the specification that are not of an endpoint, each with that of its chapter before it. Long ones are cut at their end. */
export const headings = [
  "What the service does",
  "What the service does > Conventions for every endpoint",
  "Resources and their fields",
  "Resources and their fields > Message",
  "Resources and their fields > Narrow",
  "Resources and their fields > Channel folder",
  "Resources and their fields > User group",
  "Resources and their fields > Linkifier",
  "Resources and their fields > Presence entry",
  "Resources and their fields > Other records",
  "Resources and their fields > Server settings",
  "States and transitions",
  "States and transitions > Topic visibility policy",
  "States and transitions > Channel folder",
  "States and transitions > Typing state",
  "States and transitions > Presence status",
  "Endpoints",
  "Authentication",
  "Events",
  "Errors",
  "Limits",
  "Versioning",
] as const;

/** The heading of an endpoint, by its route. */
export const endpointHeading = (route: string): string => `Endpoints > ${route.replace("{provider}", "vc")}`;

/** A point that the specification leaves open, or that running servers decide otherwise. */
export interface Point {
  /** The section of the specification that leaves the point open or states it. */
  readonly section: (typeof headings)[number] | `Endpoints > ${string}`;
  /** The question, in one sentence. */
  readonly question: string;
  /**
   * The choices, the first of which is the default. `observed` stands for what running servers do where that is not what the text says;
   * where the text says nothing, the default is what they do, unless the reason says why not.
   */
  readonly choices: readonly [string, string, ...string[]];
  /** The choice of running servers, where the text says nothing and it is another than the default. */
  readonly running?: string;
  readonly reason: string;
}
