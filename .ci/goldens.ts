// Replays the transcripts in fixtures/transcripts and prints what is answered otherwise. `--write` makes the answers of now the goldens;
// `--draw` also draws the requests anew, which is seldom wanted: see fixtures/transcripts/README.md.
import { Command, InvalidArgumentError } from "commander";
import {
  type ChangedAnswer,
  changedAnswers,
  changeLines,
  replayed,
  summaryOf,
  type Transcript,
  transcriptsText,
} from "../conformance/certificate/transcript.ts";
import {
  readGuards,
  readTranscriptFile,
  type TranscriptFile,
  transcriptFiles,
  writeGuards,
  writeTranscriptFile,
} from "../conformance/workshop/goldens/files.ts";
import { guardOf, howToGuard, otherChoices } from "../conformance/workshop/goldens/stories.ts";

interface Options {
  readonly write?: true;
  readonly draw?: true | TranscriptFile;
  readonly print?: string;
}

const options = new Command("npm run goldens --")
  .option("--write", "make the answers of now the goldens, and print a summary by route and field")
  .option("--draw [file]", "draw the requests anew as well, of all files or of one", (name) => {
    if (transcriptFiles.some((file) => file === name)) return name;
    throw new InvalidArgumentError(`one of these is accepted: ${transcriptFiles.join(", ")}.`);
  })
  .option("--print <part>", "print the runs whose names contain this, a line for each scenario")
  .parse()
  .opts<Options>();

/** Draws the requests of a file anew. */
async function drawn(file: TranscriptFile): Promise<readonly Transcript[]> {
  if (file === "drawn")
    return (await import("../conformance/workshop/goldens/draw.ts")).drawnRuns((run) => console.error(`drawing ${run}`));
  const { directedRuns, observedRuns } = await import("../conformance/workshop/goldens/directed.ts");
  if (file === "directed") return [directedRuns()];
  const { logsOfTests } = await import("../conformance/workshop/goldens/read-tests.ts");
  const logs = await logsOfTests(file === "levels" ? ["sim/core/levels"] : undefined);
  if (file === "stories") return (await import("../conformance/workshop/goldens/stories.ts")).storiesOf([...logs.keys()], logs);
  return [...(await import("../conformance/workshop/goldens/files.ts")).changeRuns(), ...observedRuns()];
}

async function draw(files: readonly TranscriptFile[]): Promise<void> {
  (await import("../conformance/workshop/goldens/recorder.ts")).startRecording();
  for (const file of files) {
    const runs = await drawn(file);
    writeTranscriptFile(
      file,
      runs.map((run) => replayed(run)),
    );
  }
}

/** Looks for a scenario that guards each choice of a ruling, first for the one of before. Returns the choices without one. */
function guard(): string[] {
  const runs = [...readTranscriptFile("directed"), ...readTranscriptFile("stories"), ...readTranscriptFile("drawn").slice(-2)];
  const before = new Map(readGuards().map((one) => [one.choice, one]));
  const found = otherChoices().map((choice) => guardOf(choice, runs, before.get(choice.join("="))));
  writeGuards(found.filter((one) => one !== undefined));
  return otherChoices().flatMap((choice, i) => (found[i] ? [] : [choice.join("=")]));
}

const print = (runs: readonly Transcript[], part: string): void =>
  console.log(transcriptsText(runs.filter(({ run }) => run.includes(part))).trimEnd());

if (options.draw) await draw(options.draw === true ? transcriptFiles : [options.draw]);
const changes: ChangedAnswer[] = [];
for (const file of transcriptFiles) {
  const runs = readTranscriptFile(file);
  if (options.print !== undefined) print(runs, options.print);
  else {
    const again = runs.map((run) => replayed(run));
    const found = runs.flatMap((run, i) => changedAnswers(run, again[i] ?? run));
    if (options.write && found.length > 0) writeTranscriptFile(file, again);
    changes.push(...found);
  }
}
if (options.print === undefined) {
  for (const change of changes.slice(0, options.write ? 0 : 20)) console.log(changeLines(change).join("\n"));
  for (const line of summaryOf(changes)) console.log(line);
  console.log(`${changes.length} answers ${options.write ? "were written anew" : "are others than the goldens"}`);
  if (options.write || options.draw) for (const choice of guard()) console.log(`nothing guards ${choice}: ${howToGuard}`);
  process.exitCode = changes.length > 0 && !options.write ? 1 : 0;
}
