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
