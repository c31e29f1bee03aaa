/** The chapters of the specification that have sections, and those that have none. */
const divided = ["What the service does", "Resources and their fields", "States and transitions", "Endpoints"];
const whole = ["Authentication", "Events", "Errors", "Limits", "Versioning"];

/** The heading that a section is, or is a part of; undefined where its chapter is none of the specification's. */
export function headingOf(section: string): string | undefined {
  const [chapter = "", part] = section.split(" > ");
  if (whole.includes(chapter)) return chapter;
  return divided.includes(chapter) && part !== undefined ? `${chapter} > ${part}` : undefined;
}
